/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_interrupted.c: an interrupt at each moment at which a search tells how far it is. The exploration ends after a
 * bounded number of further moments, with what was answered before, and with bounds that are bounds.
 *
 * ctest: slow
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "explore/explore.h"

#include <cmocka.h> /* last: its fail() is not ours */

/* Raises the flag at the k-th moment of a search. Progress told before, while tables are made, has no states, and an
 * interrupt there leaves no answer (test_tables). */
struct listener {
  atomic_bool raised;
  uint32_t k, told, told_after;
};

static void listen(void *self, const struct explore_progress *now)
{
  struct listener *l = self;
  if (now->states == 0) return;
  l->told_after += atomic_load(&l->raised);
  if (++l->told == l->k) atomic_store(&l->raised, true);
}

static const struct sessions distinct = {.rule = SESSIONS_DISTINCT};

static struct explore_spec spec_of(const char *algorithm, uint32_t n, struct listener *listener)
{
  struct error e = {0};
  atomic_init(&listener->raised, false);
  listener->told = listener->told_after = 0;
  return (struct explore_spec){
    .setup = {.algorithm = algorithm_find(algorithm, &e), .n = n, .passages = 1, .sessions = &distinct},
    .limits = {
      .memory = (size_t)1 << 28, .threads = 1, .interrupt = &listener->raised, .tell = listen, .listener = listener}};
}

/* Costs of everybody, with P1 before them: P1 stands, costs are bounds. */
static void test_costs(void **state)
{
  (void)state;
  struct listener l = {0};
  struct explore_spec spec = spec_of("burns_lamport", 5, &l);
  struct explored whole, cut;
  struct error e = {0};
  spec.cost = COST_RMR;
  spec.check[1] = true;
  assert_true(explore(&spec, &whole, &e));
  assert_true(whole.complete);
  const uint32_t moments = l.told;
  for (uint32_t k = 1; k <= moments; k += 1 + k / 8) {
    l.k = k;
    spec = spec_of("burns_lamport", 5, &l);
    spec.cost = COST_RMR;
    spec.check[1] = true;
    assert_true(explore(&spec, &cut, &e));
    assert_int_equal(cut.n_costs, 5);
    assert_in_range(l.told_after, 0, 2000); /* a second of the search that runs, and the next is not begun */
    for (uint32_t p = 0; p < 5; p++) {
      assert_true(cut.cost[p].worst <= whole.cost[p].worst);
      if (cut.cost[p].complete) assert_int_equal(cut.cost[p].worst, whole.cost[p].worst);
    }
    if (cut.cost[0].engine != ENGINE_NONE) assert_int_equal(cut.property[1].verdict, VERDICT_HOLDS);
    explored_free(&cut);
  }
  explored_free(&whole);
}

/* P5 is looked for pair by pair: an interrupt on the way does not lose the others. */
static void test_pairs(void **state)
{
  (void)state;
  struct listener l = {0};
  struct explore_spec spec = spec_of("glb", 3, &l);
  struct explored whole, cut;
  struct error e = {0};
  spec.check[1] = spec.check[5] = true;
  assert_true(explore(&spec, &whole, &e));
  const uint32_t moments = l.told;
  explored_free(&whole);
  uint32_t unfinished = 0;
  for (uint32_t k = 1; k <= moments; k += 1 + k / 8) {
    l.k = k;
    spec = spec_of("glb", 3, &l);
    spec.check[1] = spec.check[5] = true;
    assert_true(explore(&spec, &cut, &e));
    assert_false(cut.complete && cut.property[5].unfinished);
    assert_in_range(l.told_after, 0, 1);
    if (cut.property[5].unfinished) {
      assert_int_equal(cut.property[5].verdict, VERDICT_NOT_DECIDED);
      unfinished += cut.property[1].complete;
    }
    explored_free(&cut);
  }
  assert_true(unfinished > 0); /* P1 was answered, P5 was not */
}

/* Before anything is known there is no answer; where something else was answered, there are bounds. */
static void test_tables(void **state)
{
  (void)state;
  struct listener l = {0};
  struct explore_spec spec = spec_of("bakery", 3, &l);
  struct explored none;
  struct error e = {0};
  spec.cost = COST_RMR;
  atomic_store(&l.raised, true);
  assert_false(explore(&spec, &none, &e));
  assert_int_equal(e.code, EXIT_INCOMPLETE);
  spec.answered = true;
  e = (struct error){0};
  assert_true(explore(&spec, &none, &e));
  assert_false(none.complete);
  assert_int_equal(none.n_costs, 3);
  assert_int_equal(none.cost[2].worst, 0);
  assert_int_equal(none.cost[2].engine, ENGINE_NONE);
  assert_int_equal(l.told, 0);
  explored_free(&none);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_costs), cmocka_unit_test(test_pairs),
                                     cmocka_unit_test(test_tables)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
