/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_cycles.c: the search for a fair component (P2, P6) among the states where one can be (explore/graph/cycles.h),
 * beside the same search among all states; by one thread and by several; and P2 beside P6 where passages are counted,
 * which is why one search answers both.
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
#include "explore/graph/cycles.h"
#include "model/names.h"

#include <cmocka.h> /* last: its fail() is not ours */

static const struct sessions distinct = {.rule = SESSIONS_DISTINCT}, any_of_two = {.rule = SESSIONS_ANY, .any = 2};

struct counts {
  size_t fair, not_fair;
  size_t off_cycle, led_out; /* states that each of the two tests leaves out */
  size_t kept;               /* the others, in which somebody is outside the remainder */
  size_t side_by_side;       /* searches that are large enough for all threads */
};

struct searched {
  struct space space;
  struct breadth found;
  struct cycles cycles;
  struct explore_limits limits;
};

static bool is_fair(struct searched *g, struct region region, uint32_t *member)
{
  struct depth depth;
  depth_search(&g->space, &g->found.visited, &region, &g->limits, &depth);
  assert_true(depth.complete);
  const bool fair = depth.fair;
  *member = fair ? depth.member : 0;
  depth_free(&depth);
  return fair;
}

/* The same with and without the states where none can be, and whichever threads look. */
static bool compare(struct searched *g, enum region_kind kind, uint32_t p, struct counts *counts)
{
  uint32_t of_all, alone, together;
  const bool fair = is_fair(g, (struct region){.kind = kind, .process = p}, &of_all);
  const struct region region = {.kind = kind, .process = p, .cycles = &g->cycles};
  assert_int_equal(is_fair(g, region, &alone), fair);
  g->limits.threads = 3;
  assert_int_equal(is_fair(g, region, &together), fair);
  g->limits.threads = 1;
  assert_int_equal(alone, together);
  *(fair ? &counts->fair : &counts->not_fair) += 1;
  counts->side_by_side += kind == REGION_STUCK && g->found.states >= 1 << 12;
  return fair;
}

static bool all_rest(const struct space *space, const uint64_t *state)
{
  for (uint32_t p = 1; p <= space->n; p++)
    if (space_label_of(space, state, p)->section != RMR_REMAINDER) return false;
  return true;
}

static void count_states(const struct searched *g, struct counts *counts)
{
  const struct visited *v = &g->found.visited;
  for (uint32_t part = 0; part < VISITED_PARTS; part++)
    for (uint64_t k = 0; k < v->part[part].capacity; k++) {
      const uint64_t *state = v->part[part].slot + k * v->words;
      if (state[0] == 0) continue;
      const bool may = cycles_may_stay(&g->cycles, &g->space, state, 0);
      counts->off_cycle += !may;
      const bool keep = cycles_keep(&g->cycles, &g->space, state, 0);
      counts->led_out += may && !keep;
      counts->kept += may && keep && !all_rest(&g->space, state);
    }
}

static void explore_one(const struct rmr_algorithm *algorithm, uint32_t n, uint32_t passages, struct counts *counts)
{
  struct error e = {0};
  struct searched g = {.limits = {.memory = (size_t)1 << 24, .threads = 1}};
  const struct space_spec spec = {.setup = {.algorithm = algorithm,
                                            .n = n,
                                            .passages = passages,
                                            .sessions = algorithm->group ? &any_of_two : &distinct},
                                  .cap = 8,
                                  .memory = g.limits.memory};
  if (!space_create(&g.space, &spec, &e)) return;
  breadth_search(&g.space, &g.limits, WATCH_NOTHING, true, &g.found);
  if (g.found.complete && g.found.states < 12000) {
    cycles_create(&g.cycles, &g.space);
    bool starves = false;
    for (uint32_t p = 1; p <= n; p++) starves |= compare(&g, REGION_ENTRY, p, counts);
    const bool stuck = compare(&g, REGION_STUCK, 0, counts);
    assert_true(starves || !stuck);
    if (passages != 0) assert_int_equal(starves, stuck);
    count_states(&g, counts);
    cycles_free(&g.cycles, &g.space);
  }
  breadth_free(&g.found);
  space_free(&g.space);
}

static void test_every_algorithm(void **state)
{
  (void)state;
  struct counts counts = {0};
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++) {
    explore_one(*a, 2, 0, &counts);
    explore_one(*a, 2, 2, &counts);
    explore_one(*a, 3, 1, &counts);
  }
  print_message("%zu fair, %zu not, %zu of many states; %zu states are on no cycle, %zu are led out, %zu stay\n",
                counts.fair, counts.not_fair, counts.side_by_side, counts.off_cycle, counts.led_out, counts.kept);
  assert_true(counts.fair > 20 && counts.not_fair > 200 && counts.side_by_side > 10);
  assert_true(counts.off_cycle > 1000 && counts.led_out > 30000 && counts.kept > 100);
}

/* A process that waits for a lower one has taken back its own bit, and one that waits for a higher one sees that: only
 * the ways of all together tell that nobody can stay. */
static void test_no_state_is_left(void **state)
{
  (void)state;
  struct error e = {0};
  struct counts counts = {0};
  explore_one(algorithm_find("burns_lamport", &e), 4, 1, &counts);
  assert_true(counts.led_out > 0);
  assert_int_equal(counts.kept, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_algorithm), cmocka_unit_test(test_no_state_is_left)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
