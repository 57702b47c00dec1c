/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_philosophers.c: the counts of philosophers (model/arbitration/) are those of runs: in all schedules, by
 * the explorer, and in the one that goes along the blocking paths, by the simulator.
 *
 * ctest: slow numbers
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/explore.h"
#include "model/arbitration/danger.h"
#include "model/arbitration/path_count.h"
#include "model/choice.h"
#include "sim/run.h"
#include "tests/arbitration_census.h"

#include <cmocka.h> /* last: its fail() is not ours */

enum { MOST = 1 << 24 };

/* "list:2,3/1,3/1,2" */
static char *text_of(const struct orders *orders)
{
  char text[256] = "list:";
  for (uint32_t i = 0; i < orders->n; i++) {
    if (i > 0) strcat(text, "/");
    for (uint32_t k = 0; k < orders_degree(orders, i); k++)
      snprintf(text + strlen(text), sizeof text - strlen(text), "%s%u", k > 0 ? "," : "", orders_of(orders, i)[k] + 1);
  }
  return mem_text(text);
}

static struct algorithm_choice *choose(const char *algorithm, const char *graph, const struct orders *orders)
{
  struct error e = {0};
  char *order = text_of(orders), *text = mem_format("%s:graph=%s,order=%s", algorithm, graph, order);
  struct algorithm_choice *choice = algorithm_choose(text, NULL, &e);
  if (choice == NULL) fail_msg("%s", e.text);
  free(order);
  free(text);
  return choice;
}

static void explore_all(const struct algorithm_choice *choice, uint32_t n, bool p2, enum cost_id cost,
                        struct explored *out)
{
  struct error e = {0};
  struct explore_spec spec = {.setup = {.n = n},
                              .cost = cost,
                              .check = {[1] = true, [2] = p2, [6] = p2},
                              .limits = {.memory = (size_t)1 << 28, .threads = 1}};
  algorithm_ask(choice, &spec.setup);
  if (!explore(&spec, out, &e)) fail_msg("%s: %s", choice->text, e.text);
  assert_true(out->complete);
  assert_int_equal(out->property[1].verdict, VERDICT_HOLDS);
}

/* Whether somebody can be lost: P7, asked by itself. */
static bool loses(const struct algorithm_choice *choice, uint32_t n, uint32_t passages)
{
  struct error e = {0};
  struct explored out;
  struct explore_spec spec = {.setup = {.n = n, .passages = passages},
                              .check = {[7] = true},
                              .limits = {.memory = (size_t)1 << 28, .threads = 1}};
  algorithm_ask(choice, &spec.setup);
  if (!explore(&spec, &out, &e)) fail_msg("%s: %s", choice->text, e.text);
  assert_true(out.complete);
  const bool lost = out.property[7].verdict == VERDICT_FAILS;
  assert_int_equal(out.property[7].witness.found, lost);
  explored_free(&out);
  return lost;
}

/* Somebody can be lost (Theorem 0), in one passage each as well, and can starve, exactly where there is danger. If
 * there is none, as many meals can come between two thinking periods as there are blocking paths. */
static bool agrees(const char *algorithm, const char *graph, const struct orders *orders)
{
  struct danger_cycle cycle;
  struct explored explored;
  struct algorithm_choice *choice = choose(algorithm, graph, orders);
  const bool danger = danger_find(orders, MOST, &cycle) == DANGER_PRESENT;
  explore_all(choice, orders->n, true, danger ? COST_NONE : COST_MEALS, &explored);
  assert_int_equal(explored.property[2].verdict, danger ? VERDICT_FAILS : VERDICT_HOLDS);
  for (uint32_t passages = 0; passages <= 1; passages++)
    if (loses(choice, orders->n, passages) != danger) fail_msg("%s: danger %d", choice->text, danger);
  for (uint32_t k = 0; !danger && k < explored.n_costs; k++) {
    uint64_t paths;
    assert_int_equal(paths_walk(orders, explored.cost[k].process - 1, MOST, NULL, NULL, &paths), PATHS_ALL);
    if (explored.cost[k].worst != paths || explored.cost[k].unbounded)
      fail_msg("%s: P%u %lu, %lu paths", choice->text, explored.cost[k].process, (unsigned long)explored.cost[k].worst,
               (unsigned long)paths);
  }
  explored_free(&explored);
  danger_cycle_free(&cycle);
  algorithm_release(choice);
  return danger;
}

/* Of all systems of a graph, every `step`-th. */
static void try_systems(const char *algorithm, const char *text, uint32_t step, uint32_t systems, uint32_t danger)
{
  struct graph graph;
  struct orders orders;
  struct error e = {0};
  uint32_t n = 0, found = 0;
  assert_true(graph_parse(text, NULL, 0, &graph, &e));
  orders_start(&graph, &orders);
  do
    if (n++ % step == 0) found += agrees(algorithm, text, &orders);
  while (orders_next(&orders));
  assert_int_equal(n, systems);
  if (step == 1) assert_int_equal(found, danger);
  orders_free(&orders);
  graph_free(&graph);
}

static void test_three(void **state)
{
  (void)state;
  try_systems("philosophers", "complete:3", 1, 8, 2);
  try_systems("philosophers", "path:3", 1, 2, 0);
}

static void test_four(void **state)
{
  (void)state;
  try_systems("philosophers", "complete:4", 7, 1296, 852);
  try_systems("philosophers", "ring:4", 1, 16, 2);
  try_systems("philosophers", "star:4", 1, 6, 0);
  try_systems("philosophers", "random:4,0.6,2", 1, 24, 6);  /* a triangle, and one more beside it */
  try_systems("philosophers", "random:4,0.6,5", 5, 144, 0); /* two triangles on one fork */
}

/* Orders of five and six, drawn from seeds, on graphs drawn from seeds; some are in danger, some are not. */
static void test_samples(void **state)
{
  uint32_t danger = 0, n = 0;
  (void)state;
  for (uint32_t seed = 1; seed <= 24; seed++, n++) {
    struct graph graph;
    struct orders orders;
    struct error e = {0};
    char graph_text[64], order_text[64];
    snprintf(graph_text, sizeof graph_text, seed % 2 == 0 ? "random:5,0.9,%u" : "random:6,0.5,%u", seed);
    snprintf(order_text, sizeof order_text, seed % 3 == 0 ? "rank:%u" : "random:%u", seed);
    assert_true(graph_parse(graph_text, NULL, 0, &graph, &e) && orders_parse(order_text, NULL, &graph, &orders, &e));
    danger += agrees("philosophers", graph_text, &orders);
    orders_free(&orders);
    graph_free(&graph);
  }
  printf("samples: %u of %u in danger\n", danger, n);
  assert_in_range(danger, 1, n - 1);
}

static void test_pentagon(void **state)
{
  (void)state;
  try_systems("philosophers", "ring:5", 1, 32, 2);
}

/* Three can be stuck while the fourth, which shares a fork with one of them, eats again and again. */
static void test_some_lost(void **state)
{
  (void)state;
  struct error e = {0};
  struct explored out;
  struct algorithm_choice *choice =
    algorithm_choose("philosophers:graph=random:4,0.6,2,order=list:2,4/4,1/4/1,2,3", NULL, &e);
  if (choice == NULL) fail_msg("%s", e.text);
  struct explore_spec spec = {
    .setup = {.n = 4}, .check = {[7] = true}, .limits = {.memory = (size_t)1 << 28, .threads = 1}};
  algorithm_ask(choice, &spec.setup);
  if (!explore(&spec, &out, &e)) fail_msg("%s", e.text);
  assert_int_equal(out.property[7].verdict, VERDICT_FAILS);
  assert_false(out.property[7].rests);
  explored_free(&out);
  spec.setup.passages = 1; /* then nobody knows whether the fourth might help by coming back */
  if (!explore(&spec, &out, &e)) fail_msg("%s", e.text);
  assert_int_equal(out.property[7].verdict, VERDICT_FAILS);
  assert_true(out.property[7].rests);
  explored_free(&out);
  algorithm_release(choice);
}

/* --- along the blocking paths ------------------------------------------------------------------------------------- */

static uint64_t meals_of(const char *graph, const char *order, uint32_t n, uint32_t who)
{
  struct error e = {0};
  char *text = mem_format("philosophers:graph=%s,order=%s", graph, order);
  char *adversary = mem_format("blocking_paths:who=%u", who);
  struct algorithm_choice *choice = algorithm_choose(text, NULL, &e);
  if (choice == NULL) fail_msg("%s", e.text);
  struct run_spec spec = {.setup = {.n = n, .seed = 1}, .adversary = adversary, .max_steps = 1u << 30, .observed = who};
  algorithm_ask(choice, &spec.setup);
  struct run *run = run_create(&spec, &e);
  if (run == NULL || !run_go(run, &e)) fail_msg("%s", e.text);
  assert_int_equal(run_ended(run), RUN_STOPPED);
  const double meals = run_measure(run, 0);
  assert_int_equal(ledger_max_meals(run_ledger(run), who), meals);
  run_free(run);
  algorithm_release(choice);
  free(text);
  free(adversary);
  return (uint64_t)meals;
}

static void try_walk(const char *graph_text, const char *order_text)
{
  struct graph graph;
  struct orders orders;
  struct error e = {0};
  assert_true(graph_parse(graph_text, NULL, 0, &graph, &e));
  assert_true(orders_parse(order_text, NULL, &graph, &orders, &e));
  for (uint32_t i = 0; i < graph.n; i++) {
    uint64_t paths;
    assert_int_equal(paths_walk(&orders, i, MOST, NULL, NULL, &paths), PATHS_ALL);
    assert_int_equal(meals_of(graph_text, order_text, graph.n, i + 1), paths);
  }
  orders_free(&orders);
  graph_free(&graph);
}

static void test_walks(void **state)
{
  (void)state;
  try_walk("complete:16", "xor");
  try_walk("complete:11", "double:first");
  try_walk("complete:9", "rank:5");
  try_walk("grid:3x4", "rank");
  try_walk("hypercube:4", "xor");
  try_walk("random:10,0.5,3", "rank:8");
  try_walk("star:6", "rank");
  assert_int_equal(meals_of("complete", "xor", 32, 7), 4590);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_three),     cmocka_unit_test(test_four),    cmocka_unit_test(test_pentagon),
    cmocka_unit_test(test_some_lost), cmocka_unit_test(test_samples), cmocka_unit_test(test_walks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
