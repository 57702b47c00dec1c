/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_merge.c: local states that behave alike (explore/tables/bisimulation.h): those that are merged and those that
 * are not; and for every shipped algorithm the merged tables do what the others do, step by step, and lead to the same
 * answers in fewer states.
 *
 * ctest: slow numbers
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "explore/engines/depth.h"
#include "explore/graph/bitset.h"
#include "explore/graph/reduction.h"
#include "explore/tables/bisimulation.h"
#include "model/names.h"

#include <cmocka.h> /* last: its fail() is not ours */

static const struct explore_limits limits = {.memory = (size_t)1 << 28, .threads = 1};
static const struct sessions distinct = {.rule = SESSIONS_DISTINCT}, any_of_two = {.rule = SESSIONS_ANY, .any = 2};

static struct space_spec spec_of(const struct rmr_algorithm *a, uint32_t n, uint32_t passages, bool minimise)
{
  return (struct space_spec){.setup = {.algorithm = a,
                                       .n = n,
                                       .passages = passages,
                                       .sessions = a->group ? &any_of_two : &distinct,
                                       .memory = MEMORY_CC},
                             .cap = 8,
                             .minimise = minimise};
}

static void make(struct space *s, const struct space_spec *spec)
{
  struct error e = {0};
  if (!space_create(s, spec, &e)) fail_msg("%s", e.text);
  reduction_prepare(s);
}

static uint32_t locals_of(const char *name, uint32_t passages, const struct space_spec *asked)
{
  struct error e = {0};
  struct space s;
  struct space_spec spec = spec_of(algorithm_find(name, &e), 2, passages, true);
  spec.observer.pair_first = asked->observer.pair_first, spec.observer.pair_second = asked->observer.pair_second;
  spec.minimise = asked->minimise;
  make(&s, &spec);
  const uint32_t n = s.automata.process[2].n_locals;
  space_free(&s);
  return n;
}

/* P2 of two in Burns-Lamport: lines 1, 3, 12, 4, 5, and 1 once more, on the way back from 5. */
static void test_a_restart_is_like_the_remainder(void **state)
{
  (void)state;
  const struct space_spec apart = {0}, together = {.minimise = true},
                          in_pair = {.minimise = true, .observer.pair_first = 1, .observer.pair_second = 2};
  const uint32_t all = locals_of("burns_lamport", 0, &apart);
  assert_int_equal(locals_of("burns_lamport", 0, &in_pair), all);
  assert_true(locals_of("burns_lamport", 0, &together) < all);
}

/* --- step by step ------------------------------------------------------------------------------------------------- */

struct walker {
  const struct automata *a;
  uint32_t *local, *value; /* [p], [var]: numbers */
};

static void walker_begin(struct walker *w, const struct automata *a)
{
  w->a = a;
  w->local = calloc(a->n + 1, sizeof *w->local);
  w->value = calloc(a->n_registers, sizeof *w->value);
  for (uint32_t p = 1; p <= a->n; p++) w->local[p] = a->process[p].initial[0];
}

static void walker_end(struct walker *w)
{
  free(w->local);
  free(w->value);
}

static const struct automaton_local *at(const struct walker *w, uint32_t p)
{
  return &w->a->process[p].local[w->local[p]];
}

/* False: there is no such step. */
static bool step(struct walker *w, uint32_t p, uint32_t choice)
{
  const struct automaton *m = &w->a->process[p];
  const struct automaton_local *l = at(w, p);
  const uint32_t found = !rmr_kind_accesses(l->op.kind) ? 0 : w->value[l->op.var];
  const uint32_t to = m->next[l->first_next + found * w->a->choices + choice];
  if (!automaton_goes_on(to)) return false;
  if (rmr_kind_writes(l->op.kind)) w->value[l->op.var] = m->written[l->first_value + found];
  w->local[p] = to;
  return true;
}

static void agree(const struct walker *x, const struct walker *y)
{
  for (uint32_t p = 1; p <= x->a->n; p++) {
    const struct automaton_local *a = at(x, p), *b = at(y, p);
    assert_int_equal(a->done, b->done);
    assert_int_equal(a->section == RMR_CS, b->section == RMR_CS);
    if (a->done) continue;
    assert_int_equal(a->op.kind, b->op.kind);
    if (rmr_kind_accesses(a->op.kind)) assert_int_equal(a->op.var, b->op.var);
    if (a->section == RMR_CS) assert_int_equal(a->session, b->session);
  }
  assert_memory_equal(x->value, y->value, x->a->n_registers * sizeof *x->value);
}

static void walk_both(const struct automata *x, const struct automata *y, uint32_t steps)
{
  struct walker a, b;
  uint64_t random = 1;
  walker_begin(&a, x);
  walker_begin(&b, y);
  for (uint32_t k = 0; k < steps; k++) {
    random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
    const uint32_t p = 1 + (uint32_t)(random >> 40) % x->n, choice = (uint32_t)(random >> 33) % x->choices;
    if (at(&a, p)->done) continue;
    const bool moved = step(&a, p, choice);
    assert_int_equal(step(&b, p, choice), moved);
    agree(&a, &b);
  }
  walker_end(&a);
  walker_end(&b);
}

/* Nothing is left to merge, and merged states do the same. */
static void test_step_by_step(void **state)
{
  (void)state;
  size_t fewer = 0;
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++)
    for (uint32_t passages = client_grows(*a) ? 1 : 0; passages <= 2; passages++) {
      struct space apart, merged;
      const struct space_spec x = spec_of(*a, 2, passages, false), y = spec_of(*a, 2, passages, true);
      make(&apart, &x);
      make(&merged, &y);
      const uint32_t n = merged.automata.process[1].n_locals;
      assert_true(n <= apart.automata.process[1].n_locals);
      fewer += n < apart.automata.process[1].n_locals;
      walk_both(&apart.automata, &merged.automata, 3000);
      automata_minimise(&merged.automata, NULL, 0, 0);
      assert_int_equal(merged.automata.process[1].n_locals, n);
      space_free(&apart);
      space_free(&merged);
    }
  print_message("%zu tables are smaller\n", fewer);
  assert_true(fewer > 10);
}

/* --- answers ------------------------------------------------------------------------------------------------------ */

struct answer {
  enum violated violated;
  bool complete, positive_cycle;
  uint64_t states, most;
};

static struct answer ask(const struct space_spec *spec)
{
  const struct region everywhere = {.kind = REGION_ALL};
  struct answer answer = {0};
  struct space s;
  struct breadth found;
  make(&s, spec);
  breadth_search(&s, &limits, spec->observer.cost == COST_NONE ? WATCH_PROPERTY : WATCH_NOTHING,
                 spec->observer.cost != COST_NONE, &found);
  answer = (struct answer){.violated = found.violated, .complete = found.complete, .states = found.states};
  if (spec->observer.cost != COST_NONE) {
    struct depth d;
    depth_search(&s, &found.visited, &everywhere, &limits, &d);
    answer.positive_cycle = d.positive_cycle;
    answer.most = d.positive_cycle ? 0 : d.most;
    depth_free(&d);
  }
  breadth_free(&found);
  space_free(&s);
  return answer;
}

static void test_the_same_answers(void **state)
{
  (void)state;
  static const enum cost_id costs[] = {COST_NONE, COST_RMR, COST_STEPS, COST_BYPASS, COST_LINE, COST_RMR_AT_LINE};
  static const enum memory memories[] = {MEMORY_CC, MEMORY_CC_WRITEBACK, MEMORY_DSM};
  uint64_t apart = 0, merged = 0;
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++)
    for (size_t c = 0; c < sizeof costs / sizeof *costs; c++)
      for (size_t m = 0; m < (costs[c] == COST_RMR ? 3 : 1); m++)
        for (uint32_t passages = client_grows(*a) ? 1 : 0; passages <= 1; passages++) {
          struct space_spec spec = spec_of(*a, 2, passages, false);
          spec.setup.memory = memories[m];
          spec.observer.cost = costs[c];
          spec.observer.process = costs[c] != COST_NONE ? 2 : 0;
          spec.observer.lines = (struct cost_lines){.first = 2, .last = 4};
          const struct answer x = ask(&spec);
          spec.minimise = true;
          const struct answer y = ask(&spec);
          assert_int_equal(x.violated, y.violated);
          assert_int_equal(x.complete, y.complete);
          assert_int_equal(x.positive_cycle, y.positive_cycle);
          assert_int_equal(x.most, y.most);
          if (costs[c] == COST_NONE) assert_true(y.violated != VIOLATED_NONE || y.states <= x.states);
          apart += x.states;
          merged += y.states;
        }
  print_message("%zu states, merged %zu\n", (size_t)apart, (size_t)merged);
  assert_true(merged < apart);
}

/* The cyclic algorithm of Burns and Lamport. With seven processes it has 12 886 100 states, as other checkers find on a
 * model that is written by hand; cli_promela has SPIN count those of few. */
static void test_burns_lamport(void **state)
{
  (void)state;
  struct error e = {0};
  const uint64_t states[] = {0, 0, 0, 144, 0, 30463, 581380};
  for (uint32_t n = 3; n <= 6; n++) {
    const struct space_spec spec = spec_of(algorithm_find("burns_lamport", &e), n, 0, true);
    if (states[n] != 0) assert_int_equal(ask(&spec).states, states[n]);
  }
}

/* Every register is still told by its writer's local state, so the bitset stays as small as it was. */
static void test_registers_stay_told(void **state)
{
  (void)state;
  struct error e = {0};
  struct space s;
  struct bitset d;
  const struct space_spec spec = spec_of(algorithm_find("burns_lamport", &e), 3, 0, true);
  make(&s, &spec);
  assert_true(bitset_create(&d, &s));
  for (uint32_t var = 0; var < s.automata.n_registers; var++) assert_int_equal(d.value[var], 0);
  bitset_free(&d);
  space_free(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_a_restart_is_like_the_remainder),
    cmocka_unit_test(test_step_by_step),
    cmocka_unit_test(test_the_same_answers),
    cmocka_unit_test(test_burns_lamport),
    cmocka_unit_test(test_registers_stay_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
