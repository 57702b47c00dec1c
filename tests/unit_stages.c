/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_stages.c: how far each process has come (explore/graph/progress_measure.h). For every shipped algorithm, with
 * classes as small as can be and with one class for all: a step stays in its class or leads to one of a higher level,
 * as the tables say and as the states say; the classes of all levels are all classes; and the numbers of a class tell
 * its product states apart.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/engines/breadth.h"
#include "explore/engines/configurations.h"
#include "explore/graph/bitset.h"
#include "explore/graph/reduction.h"
#include "model/names.h"

#include <cmocka.h> /* last: its fail() is not ours */

enum { MOST_CLASSES = 1 << 20 };

static const struct sessions distinct = {.rule = SESSIONS_DISTINCT}, any_of_two = {.rule = SESSIONS_ANY, .any = 2};
static const struct explore_limits limits = {.memory = (size_t)1 << 28, .threads = 1};

static bool space_of(struct space *s, const struct rmr_algorithm *algorithm, uint32_t n, uint32_t passages)
{
  struct error e = {0};
  const struct space_spec spec = {.setup = {.algorithm = algorithm,
                                            .n = n,
                                            .passages = passages,
                                            .sessions = algorithm->group ? &any_of_two : &distinct},
                                  .cap = 8,
                                  .observer.process = n,
                                  .observer.cost = COST_RMR};
  if (!space_create(s, &spec, &e)) return false;
  reduction_prepare(s);
  return true;
}

static uint32_t level_of(const struct progress_measure *g, uint32_t class)
{
  uint32_t level = 0;
  for (uint32_t p = 1; p <= g->n; p++) level += progress_measure_of(g, class, p);
  return level;
}

static double largest_of(const struct progress_measure *g)
{
  double largest = 0;
  for (uint32_t c = 0; c < g->classes; c++)
    if (progress_measure_product_states(g, c) > largest) largest = progress_measure_product_states(g, c);
  return largest;
}

/* All classes once, each in its level. */
static void check_levels(const struct progress_measure *g)
{
  uint8_t *seen = mem_new(g->classes, 1);
  assert_int_equal(g->level[0], 0);
  assert_int_equal(g->level[g->levels], g->classes);
  double product_states = 0;
  for (uint32_t l = 0; l < g->levels; l++) {
    for (uint32_t k = g->level[l]; k < g->level[l + 1]; k++) {
      assert_int_equal(level_of(g, g->order[k]), l);
      assert_int_equal(seen[g->order[k]]++, 0);
      product_states += progress_measure_product_states(g, g->order[k]);
    }
  }
  assert_true(product_states == g->product_states);
  free(seen);
}

struct walked {
  size_t states, inside, outside;
};

/* All steps from a state: the table of steps agrees with the states. */
static void check_state(const struct space *s, const struct progress_measure *g, struct bitset *own, uint64_t state,
                        struct walked *walked)
{
  struct transition *edge = mem_new((size_t)s->n_actors * s->choices, sizeof *edge);
  uint8_t *taken = mem_new(s->n_moves, 1);
  uint32_t all;
  const uint32_t class = progress_measure_class(g, s, &state);
  assert_true(bitset_choose(own, s, class));
  assert_int_equal(own->size, (uint64_t)progress_measure_product_states(g, class));
  const struct configuration from = {state, bitset_number(own, s, &state)};
  assert_true(from.number < own->size);
  const uint32_t n = configuration_steps(s, own, &from, taken, edge, &all);
  assert_true(n <= all);
  for (uint32_t k = 0; k < n; k++) {
    const uint32_t to = progress_measure_class(g, s, &edge[k].to.state);
    assert_int_equal(to, class + g->ahead[edge[k].move]);
    if (to == class)
      assert_int_equal(edge[k].to.number, bitset_number(own, s, &edge[k].to.state));
    else
      assert_true(level_of(g, to) > level_of(g, class));
    walked->inside += to == class;
    walked->outside += to != class;
  }
  walked->states++;
  free(edge);
  free(taken);
}

static void check_steps(const struct space *s, const struct progress_measure *g, struct walked *walked)
{
  struct breadth found;
  struct bitset own;
  breadth_search(s, &limits, WATCH_NOTHING, true, &found);
  assert_true(bitset_create_for_classes(&own, s, g));
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    for (uint64_t k = 0; k < found.visited.part[p].capacity; k++) {
      const uint64_t state = found.visited.part[p].slot[k];
      if (state != 0) check_state(s, g, &own, state, walked);
    }
  bitset_free(&own);
  breadth_free(&found);
}

static void check(const struct space *s, uint64_t most, struct walked *walked)
{
  struct progress_measure g;
  progress_measure_create(&g, s, most, MOST_CLASSES);
  check_levels(&g);
  if (most == UINT64_MAX) assert_int_equal(g.classes, 1);
  check_steps(s, &g, walked);
  progress_measure_free(&g);
}

static void test_every_algorithm(void **state)
{
  (void)state;
  struct walked cut = {0}, whole = {0};
  size_t spaces = 0;
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++) {
    struct space s;
    struct bitset d;
    if (!space_of(&s, *a, 2, 1)) continue;
    if (s.words == 1 && !s.env.any && bitset_create(&d, &s)) {
      bitset_free(&d);
      check(&s, 1, &cut);
      check(&s, UINT64_MAX, &whole);
      spaces++;
    }
    space_free(&s);
  }
  print_message("%zu spaces, %zu states; cut, %zu steps inside, %zu outside\n", spaces, whole.states, cut.inside,
                cut.outside);
  assert_true(spaces > 50);
  assert_int_equal(whole.outside, 0);
  assert_int_equal(whole.inside, cut.inside + cut.outside);
  assert_true(cut.outside > 0);
}

/* Classes are made as large as is allowed, and smaller where they may be. */
static void test_how_large_a_class_is(void **state)
{
  (void)state;
  struct error e = {0};
  struct space s;
  struct progress_measure few, many;
  struct walked walked = {0};
  assert_true(space_of(&s, algorithm_find("burns_lamport", &e), 5, 1));
  progress_measure_create(&few, &s, 1 << 16, MOST_CLASSES);
  progress_measure_create(&many, &s, 1 << 13, MOST_CLASSES);
  assert_true(few.classes > 1 && many.classes > few.classes);
  assert_true(largest_of(&few) <= 1 << 16 && largest_of(&many) < largest_of(&few));
  assert_true(largest_of(&few) == progress_measure_largest(&s, 1 << 16, MOST_CLASSES));
  assert_true(largest_of(&many) == progress_measure_largest(&s, 1 << 13, MOST_CLASSES));
  check_levels(&many);
  check_steps(&s, &many, &walked);
  assert_true(walked.outside > 0 && walked.inside > 0);
  progress_measure_free(&many);
  progress_measure_create(&many, &s, 1 << 13, few.classes);
  assert_true(many.classes > 1 && many.classes <= few.classes);
  progress_measure_free(&few);
  progress_measure_free(&many);
  space_free(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_every_algorithm),
    cmocka_unit_test(test_how_large_a_class_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
