/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_depth_threads.c: the search in depth by several threads, class by class (explore/engines/depth_classes.h),
 * beside a single descent: the same values of all states, and of what has no worst case the same cycle.
 *
 * ctest: threads
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/engines/depth.h"
#include "explore/engines/depth_classes.h"
#include "explore/engines/descent.h"
#include "explore/graph/reduction.h"
#include "model/names.h"

#include <cmocka.h> /* last: its fail() is not ours */

static const struct sessions distinct = {.rule = SESSIONS_DISTINCT}, any_of_two = {.rule = SESSIONS_ANY, .any = 2};
static const struct region everywhere = {.kind = REGION_ALL};

static void assert_same_cycle(const struct depth *a, const struct depth *b)
{
  assert_int_equal(a->cycle_from, b->cycle_from);
  assert_int_equal(a->cycle_to, b->cycle_to);
  assert_int_equal(a->cycle_mover, b->cycle_mover);
}

static void assert_same(const struct depth *a, const struct depth *b)
{
  assert_int_equal(a->complete, b->complete);
  assert_int_equal(a->positive_cycle, b->positive_cycle);
  if (a->positive_cycle) {
    assert_same_cycle(a, b);
    assert_int_equal(a->begin.n, b->begin.n);
    return;
  }
  assert_int_equal(a->most, b->most);
  const struct visited *visited = a->value.visited;
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    assert_memory_equal(a->value.part[p], b->value.part[p], visited->part[p].capacity * sizeof *a->value.part[p]);
}

/* From 4,096 on they are searched class by class. */
enum { MOST_STATES = 16000 };

struct counts {
  size_t by_classes, positive_cycle, small;
};

static void compare(const struct rmr_algorithm *algorithm, uint32_t n, uint32_t passages, enum cost_id cost,
                    struct counts *counts)
{
  struct error e = {0};
  struct space s;
  struct breadth found;
  struct explore_limits limits = {.memory = (size_t)1 << 24, .threads = 1};
  const struct space_spec spec = {.setup = {.algorithm = algorithm,
                                            .n = n,
                                            .passages = passages,
                                            .sessions = algorithm->group ? &any_of_two : &distinct},
                                  .cap = 8,
                                  .observer.process = n,
                                  .observer.cost = cost,
                                  .minimise = true,
                                  .memory = limits.memory};
  if (!space_create(&s, &spec, &e)) return;
  reduction_prepare(&s);
  breadth_search(&s, &limits, WATCH_NOTHING, true, &found);
  if (found.complete && found.states < MOST_STATES) {
    struct depth one, many;
    depth_search(&s, &found.visited, &everywhere, &limits, &one);
    limits.threads = 3;
    depth_search(&s, &found.visited, &everywhere, &limits, &many);
    assert_same(&one, &many);
    depth_free(&many);
    counts->positive_cycle += one.positive_cycle;
    counts->small += found.states < 1 << 12;
    counts->by_classes += found.states >= 1 << 12 && !one.positive_cycle;
    depth_free(&one);
  }
  breadth_free(&found);
  space_free(&s);
}

static void test_every_algorithm(void **state)
{
  (void)state;
  struct counts counts = {0};
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++) {
    compare(*a, 2, 2, COST_RMR, &counts);
    compare(*a, 3, 1, COST_RMR, &counts);
    compare(*a, 3, 1, COST_STEPS, &counts);
  }
  print_message("%zu class by class, %zu without end, %zu small\n", counts.by_classes, counts.positive_cycle,
                counts.small);
  assert_true(counts.by_classes > 20);
  assert_true(counts.positive_cycle > 5);
}

struct explored {
  struct space space;
  struct breadth found;
  struct depth out;
};

static const struct explore_limits two = {.memory = (size_t)1 << 28, .threads = 2};

/* All states, and what the classes fill. */
static void fill_by_classes(struct explored *e, const char *algorithm, uint32_t n)
{
  struct error error = {0};
  const struct space_spec spec = {
    .setup = {.algorithm = algorithm_find(algorithm, &error), .n = n, .passages = 1, .sessions = &distinct},
    .cap = n,
    .observer.process = n,
    .observer.cost = COST_RMR,
    .minimise = true};
  assert_true(space_create(&e->space, &spec, &error));
  reduction_prepare(&e->space);
  breadth_search(&e->space, &two, WATCH_NOTHING, true, &e->found);
  e->out = (struct depth){.from = VISITED_NONE, .way = REGION_WAY_OUT};
  assert_true(visited_map_create(&e->out.value, &e->found.visited));
  depth_by_classes(&e->space, &e->found.visited, &everywhere, &two, &e->out);
}

static void explored_free(struct explored *e)
{
  depth_free(&e->out);
  breadth_free(&e->found);
  space_free(&e->space);
}

static void count_values(const struct explored *e, size_t *left, size_t *empty)
{
  const struct visited *visited = &e->found.visited;
  *left = *empty = 0;
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    for (uint64_t k = 0; k < visited->part[p].capacity; k++) {
      if (visited->part[p].slot[k * visited->words] == 0) continue;
      const uint32_t value = *visited_map_at(&e->out.value, visited_id(p, k));
      *left += (value & DEPTH_LEFT) != 0;
      *empty += value == 0;
    }
}

static bool descend(void *self, const uint64_t *state)
{
  struct descent *d = self;
  const uint32_t words = d->space->words;
  descent_from(d, visited_lookup(d->visited, state, visited_hash(state, words), words));
  return true;
}

static void test_classes_fill_all(void **state)
{
  (void)state;
  struct explored e;
  size_t left, empty;
  fill_by_classes(&e, "burns_lamport", 5);
  count_values(&e, &left, &empty);
  assert_int_equal(left, e.found.states);
  explored_free(&e);
}

/* Where a cycle is paid for some are filled, and nothing half done stays. A descent alone finds the same cycle with
 * and without them. */
static void test_cycle_after_classes(void **state)
{
  (void)state;
  struct explored e;
  size_t left, empty;
  fill_by_classes(&e, "dijkstra", 4);
  count_values(&e, &left, &empty);
  assert_int_equal(left + empty, e.found.states);
  assert_true(left != 0 && empty != 0);
  struct depth alone = {.from = VISITED_NONE, .way = REGION_WAY_OUT};
  assert_true(visited_map_create(&alone.value, &e.found.visited));
  struct depth *out[] = {&e.out, &alone};
  for (int k = 0; k < 2; k++) {
    struct descent d;
    assert_true(descent_create(&d, &e.space, &e.found.visited, &everywhere, &two, out[k]));
    space_initial(&e.space, descend, &d);
    descent_free(&d);
  }
  assert_true(alone.positive_cycle);
  assert_same_cycle(&e.out, &alone);
  depth_free(&alone);
  explored_free(&e);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_every_algorithm),
    cmocka_unit_test(test_classes_fill_all),
    cmocka_unit_test(test_cycle_after_classes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
