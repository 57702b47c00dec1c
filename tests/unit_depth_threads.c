/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_depth_threads.c: the search in depth by several threads, class by class (explore/search/depth_classes.h), beside
 * a single descent: the same values of all states, and of what has no worst case the same cycle.
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

#include "explore/graph/reduction.h"
#include "explore/search/depth.h"
#include "explore/search/depth_classes.h"
#include "model/names.h"

#include <cmocka.h> /* last: its fail() is not ours */

static const struct sessions distinct = {.rule = SESSIONS_DISTINCT}, any_of_two = {.rule = SESSIONS_ANY, .any = 2};
static const struct region everywhere = {.kind = REGION_ALL};

static void assert_same(const struct depth *a, const struct depth *b)
{
  assert_int_equal(a->complete, b->complete);
  assert_int_equal(a->endless, b->endless);
  if (a->endless) {
    assert_int_equal(a->cycle_from, b->cycle_from);
    assert_int_equal(a->cycle_to, b->cycle_to);
    assert_int_equal(a->begin.n, b->begin.n);
    return;
  }
  assert_int_equal(a->most, b->most);
  const struct visited *visited = a->value.visited;
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    assert_memory_equal(a->value.part[p], b->value.part[p], visited->part[p].capacity * sizeof *a->value.part[p]);
}

struct counts {
  size_t by_classes, endless, small;
};

static void compare(const struct rmr_algorithm *algorithm, uint32_t n, uint32_t passages, enum space_cost cost,
                    struct counts *counts)
{
  struct error e = {0};
  struct space s;
  struct breadth found;
  struct explore_means means = {.memory = (size_t)1 << 28, .threads = 1};
  const struct space_spec spec = {.setup = {.algorithm = algorithm,
                                            .n = n,
                                            .passages = passages,
                                            .sessions = algorithm->group ? &any_of_two : &distinct},
                                  .cap = 8,
                                  .observed = n,
                                  .cost = cost,
                                  .merge = true,
                                  .memory = means.memory};
  if (!space_create(&s, &spec, &e)) return;
  reduction_prepare(&s);
  breadth_search(&s, &means, WATCH_NOTHING, true, &found);
  if (found.complete && found.states < 40000) {
    struct depth one, many;
    depth_search(&s, &found.visited, &everywhere, &means, &one);
    means.threads = 3;
    depth_search(&s, &found.visited, &everywhere, &means, &many);
    assert_same(&one, &many);
    depth_free(&many);
    counts->endless += one.endless;
    counts->small += found.states < 1 << 12;
    counts->by_classes += found.states >= 1 << 12 && !one.endless;
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
  print_message("%zu class by class, %zu without end, %zu small\n", counts.by_classes, counts.endless, counts.small);
  assert_true(counts.by_classes > 20);
  assert_true(counts.endless > 5);
}

/* What is filled is filled before the single descent begins. */
static void test_classes_fill_all(void **state)
{
  (void)state;
  struct error e = {0};
  struct space s;
  struct breadth found;
  const struct explore_means means = {.memory = (size_t)1 << 28, .threads = 2};
  const struct space_spec spec = {
    .setup = {.algorithm = algorithm_find("burns_lamport", &e), .n = 5, .passages = 1, .sessions = &distinct},
    .cap = 1,
    .observed = 5,
    .cost = COST_RMR,
    .merge = true};
  assert_true(space_create(&s, &spec, &e));
  reduction_prepare(&s);
  breadth_search(&s, &means, WATCH_NOTHING, true, &found);
  struct depth d = {.from = VISITED_NONE, .way = REGION_WAY_OUT};
  assert_true(visited_map_create(&d.value, &found.visited));
  assert_true(depth_by_classes(&s, &found.visited, &everywhere, &means, &d));
  size_t left = 0;
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    for (uint64_t k = 0; k < found.visited.part[p].capacity; k++)
      left += (*visited_map_at(&d.value, visited_id(p, k)) & DEPTH_LEFT) != 0;
  assert_int_equal(left, found.states);
  depth_free(&d);
  breadth_free(&found);
  space_free(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_every_algorithm),
    cmocka_unit_test(test_classes_fill_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
