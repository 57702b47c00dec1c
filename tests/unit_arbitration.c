/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_arbitration.c: the claims of Dijkstra and Scholten about graphs, orders, deadlock and delay, by counting
 * (model/arbitration/). The numbers are the paper's, or come out in two ways.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "model/arbitration/danger.h"
#include "model/arbitration/doubling.h"
#include "model/arbitration/minimum.h"
#include "model/arbitration/path_count.h"
#include "model/arbitration/systems.h"
#include "tests/arbitration_census.h"
#include "tests/symmetric.h"
#include <unistd.h>

#include <cmocka.h> /* last: its fail() is not ours */

enum { MOST = 1 << 24 };

static void make(const char *graph_text, const char *order_text, struct graph *graph, struct orders *orders)
{
  struct error e = {0};
  if (!graph_parse(graph_text, NULL, 0, graph, &e)) fail_msg("%s", e.text);
  if (!orders_parse(order_text, NULL, graph, orders, &e)) fail_msg("%s", e.text);
}

/* --- graphs and orders -------------------------------------------------------------------------------------------- */

static void test_graphs(void **state)
{
  static const struct {
    const char *text;
    uint32_t n, forks;
  } sizes[] = {{"complete:5", 5, 10}, {"ring:5", 5, 5},       {"path:4", 4, 3},        {"star:4", 4, 3},
               {"grid:3x4", 12, 17},  {"hypercube:3", 8, 12}, {"random:9,1,5", 9, 36}, {"random:9,0,5", 9, 0},
               {"complete:1", 1, 0},  {"hypercube:0", 1, 0}};
  (void)state;
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    struct graph graph;
    struct error e = {0};
    assert_true(graph_parse(sizes[k].text, NULL, 0, &graph, &e));
    assert_int_equal(graph.n, sizes[k].n);
    assert_int_equal(graph.n_forks, sizes[k].forks);
    assert_int_equal(graph_is_complete(&graph), 2 * sizes[k].forks == sizes[k].n * (sizes[k].n - 1));
    for (uint32_t f = 0; f < graph.n_forks; f++)
      assert_int_equal(graph_fork(&graph, graph.fork[f].b, graph.fork[f].a), f);
    graph_free(&graph);
  }
}

static void is_refused(const char *graph_text, const char *order_text, const char *words)
{
  struct graph graph;
  struct orders orders;
  struct error e = {0};
  char text[1200];
  bool ok = graph_parse(graph_text, NULL, 0, &graph, &e);
  if (ok && order_text != NULL) {
    ok = orders_parse(order_text, NULL, &graph, &orders, &e);
    graph_free(&graph);
    if (ok) orders_free(&orders);
  }
  assert_false(ok);
  assert_int_equal(e.code, EXIT_USAGE);
  if (strstr(error_string(&e, text, sizeof text), words) == NULL) fail_msg("\"%s\" does not say \"%s\"", text, words);
}

static void test_bad_graphs(void **state)
{
  (void)state;
  is_refused("rings:5", NULL, "did you mean 'ring'?");
  is_refused("pentagon", NULL, "expected one of complete, ring");
  is_refused("ring:2", NULL, "'ring:2', at character 6: expected ring:N, N from 3");
  is_refused("ring:5x", NULL, "at character 7");
  is_refused("complete:1025", NULL, "1 to 1024");
  is_refused("complete:99999999999999999999999", NULL, "1 to 1024");
  is_refused("grid:40x40", NULL, "at most 1024");
  is_refused("hypercube:11", NULL, "0 to 10");
  is_refused("random:5,1.5,1", NULL, "P from 0 to 1");
  is_refused("random:5,nan,1", NULL, "P from 0 to 1");
  is_refused("file:/nowhere/at/all", NULL, "cannot be read");
}

static void test_bad_orders(void **state)
{
  (void)state;
  is_refused("ring:5", "lefty", "did you mean 'left'?");
  is_refused("ring:5", "xor:3", "expected nothing more");
  is_refused("ring:5", "random", "expected a seed");
  is_refused("ring:5", "double:balanced", "a complete graph");
  is_refused("complete:3", "double:1,3", "which philosopher to double");
  is_refused("complete:3", "double:1", "a comma");
  is_refused("complete:3", "list:2,3/1,3", "a slash");
  is_refused("complete:3", "list:2,3/1,1/1,2", "has not grabbed yet");
  is_refused("path:3", "list:2/3,1/1", "shares no fork");
  is_refused("path:3", "list:2/3,1/2,1", "nothing more");
  is_refused("path:3", "list:2/4,1/2", "next neighbour's number");
}

/* Into a file of its own, whose name is written to `path`. */
static void write_file(const char *text, char path[static 64])
{
  strcpy(path, "/tmp/rmr-forks-XXXXXX");
  const int fd = mkstemp(path);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, text, strlen(text)), strlen(text));
  close(fd);
}

static void test_files(void **state)
{
  static const struct {
    const char *text, *words; /* NULL: it is a graph of four */
  } files[] = {{"1 2\n2 3 # two\n\n# all\n  3\t4\r\n4 1", NULL},
               {"", ":1:1: expected at least one fork"},
               {"1 2\n3 3\n", ":2:3: expected another philosopher"},
               {"1 2\n2 3\n2 1\n", ":3:1: expected another pair"},
               {"1 2 3\n", ":1:5: expected the end of the line"},
               {"1\n", ":1:2: expected its neighbour's number"},
               {"0 1\n", ":1:1: expected the number of a philosopher"},
               {"{\"a\": 1}", ":1:1: expected the number of a philosopher"}};
  (void)state;
  for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
    char path[64], text[100], words[300];
    struct graph graph;
    struct error e = {0};
    write_file(files[k].text, path);
    snprintf(text, sizeof text, "file:%s", path);
    snprintf(words, sizeof words, "%s%s", path, files[k].words != NULL ? files[k].words : "");
    if (files[k].words != NULL) {
      is_refused(text, NULL, words);
    } else {
      assert_true(graph_parse(text, NULL, 0, &graph, &e));
      assert_int_equal(graph.n, 4);
      assert_int_equal(graph.n_forks, 4);
      graph_free(&graph);
    }
    unlink(path);
  }
}

/* orders_next goes from each number to the next. */
static void test_numbers(void **state)
{
  static const char *const texts[] = {"complete:3", "complete:4", "star:5", "grid:2x3", "random:5,0.6,2"};
  (void)state;
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    struct graph graph;
    struct orders counted, made;
    uint64_t number = 0;
    make(texts[k], "system:0", &graph, &counted);
    graph_free(&graph);
    make(texts[k], "rank", &graph, &made);
    graph_free(&graph);
    do {
      systems_at(&made, number++);
      assert_memory_equal(made.neighbour_, counted.neighbour_, counted.first_[counted.n] * sizeof *made.neighbour_);
      assert_memory_equal(made.place_, counted.place_, (size_t)counted.n * counted.n * sizeof *made.place_);
    } while (orders_next(&counted));
    assert_int_equal(number, systems_count(&made));
    orders_free(&counted);
    orders_free(&made);
  }
  is_refused("complete:4", "system:1296", "the number of a system, from 0 to 1295");
  is_refused("complete:4", "system", "from 0 to 1295");
  struct graph graph;
  struct orders orders;
  make("complete:64", "system:18446744073709551609", &graph, &orders); /* there are many more */
  assert_int_equal(orders_of(&orders, 62)[0], 0);
  assert_int_not_equal(orders_of(&orders, 63)[62], 62);
  graph_free(&graph);
  orders_free(&orders);
}

/* --- danger ------------------------------------------------------------------------------------------------------- */

/* Three ways to find out agree, and the cycle is one of first forks in its own set. */
static bool in_danger(const struct orders *orders)
{
  struct danger_cycle found;
  const enum danger danger = danger_find(orders, MOST, &found);
  bool by_paths = false;
  assert_int_not_equal(danger, DANGER_UNKNOWN);
  for (uint32_t i = 0; i < orders->n; i++) {
    uint64_t count;
    by_paths |= paths_walk(orders, i, MOST, NULL, NULL, &count) == PATHS_DEADLOCK;
  }
  assert_int_equal(by_paths, danger == DANGER_PRESENT);
  if (orders->n <= 12) assert_int_equal(danger_by_subsets(orders), danger == DANGER_PRESENT);
  if (danger == DANGER_PRESENT) assert_true(found.n >= 3);
  if (danger == DANGER_NONE && orders->first_[orders->n] > 0) assert_true(danger_mutual_first(orders)); /* C1 */
  for (uint32_t k = 0; k < found.n; k++) {
    const uint32_t i = found.philosopher[k], next = found.philosopher[(k + 1) % found.n];
    for (uint32_t j = 0; j < found.n; j++) {
      const uint32_t other = found.philosopher[j];
      if (other == i || orders_place(orders, i, other) == 0) continue;
      assert_true(orders_place(orders, i, next) <= orders_place(orders, i, other));
    }
  }
  danger_cycle_free(&found);
  return danger == DANGER_PRESENT;
}

static uint32_t count_in_danger(const char *text, uint32_t *systems)
{
  struct graph graph;
  struct orders orders;
  struct error e = {0};
  uint32_t n = 0;
  assert_true(graph_parse(text, NULL, 0, &graph, &e));
  orders_start(&graph, &orders);
  *systems = 0;
  do {
    n += in_danger(&orders);
    ++*systems;
  } while (orders_next(&orders));
  orders_free(&orders);
  graph_free(&graph);
  return n;
}

/* Every system of the connected graphs of four, of the triangle and of the pentagon. */
static void test_every_system(void **state)
{
  static const struct {
    const char *graph;
    uint32_t danger, systems;
  } graphs[] = {{"complete:3", 2, 8}, {"path:4", 0, 4},  {"star:4", 0, 6},
                {"ring:4", 2, 16},    {"ring:5", 2, 32}, {"complete:4", 852, 1296}};
  static const struct {
    const char *forks;
    uint32_t danger, systems;
  } files[] = {{"1 2\n1 3\n1 4\n2 3\n", 6, 24}, {"1 2\n1 3\n1 4\n2 3\n2 4\n", 64, 144}};
  uint32_t systems;
  (void)state;
  for (size_t k = 0; k < sizeof graphs / sizeof *graphs; k++) {
    assert_int_equal(count_in_danger(graphs[k].graph, &systems), graphs[k].danger);
    assert_int_equal(systems, graphs[k].systems);
  }
  for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
    char path[64], text[100];
    write_file(files[k].forks, path);
    snprintf(text, sizeof text, "file:%s", path);
    assert_int_equal(count_in_danger(text, &systems), files[k].danger);
    assert_int_equal(systems, files[k].systems);
    unlink(path);
  }
}

static void test_random_systems(void **state)
{
  uint32_t danger = 0;
  (void)state;
  for (uint32_t seed = 0; seed < 600; seed++) {
    struct graph graph;
    struct orders orders;
    char graph_text[64], order_text[64];
    snprintf(graph_text, sizeof graph_text, "random:%u,%g,%u", 4 + seed % 9, 0.2 + 0.1 * (seed % 8), seed);
    snprintf(order_text, sizeof order_text, seed % 3 == 0 ? "rank:%u" : "random:%u", seed);
    make(graph_text, order_text, &graph, &orders);
    const bool found = in_danger(&orders), ranked = orders_are_ranked(&orders, &graph, NULL);
    assert_false(found && ranked);
    if (seed % 3 == 0) assert_true(ranked);
    danger += found;
    orders_free(&orders);
    graph_free(&graph);
  }
  printf("random systems: %u of 600 in danger\n", danger);
  assert_in_range(danger, 50, 380);
}

static void test_large_systems(void **state)
{
  static const struct {
    const char *graph, *order;
    bool danger;
  } systems[] = {{"complete:64", "xor", false},
                 {"complete:64", "double:first", false},
                 {"complete:64", "double:random,7", false},
                 {"complete:64", "rank:3", false},
                 {"complete:64", "left", true},
                 {"complete:64", "random:1", true},
                 {"ring:64", "left", true},
                 {"grid:8x8", "random:1", true},
                 {"hypercube:6", "xor", false},
                 {"complete:200", "double:balanced", false}};
  (void)state;
  for (size_t k = 0; k < sizeof systems / sizeof *systems; k++) {
    struct graph graph;
    struct orders orders;
    struct danger_cycle cycle;
    make(systems[k].graph, systems[k].order, &graph, &orders);
    const enum danger danger = danger_find(&orders, MOST, &cycle);
    if (danger != (systems[k].danger ? DANGER_PRESENT : DANGER_NONE))
      fail_msg("%s %s: %d", systems[k].graph, systems[k].order, danger);
    danger_cycle_free(&cycle);
    orders_free(&orders);
    graph_free(&graph);
  }
}

/* Section 4's example: symmetric, free from deadlock, as good as can be, and without ranks. */
static void test_unranked_example(void **state)
{
  struct graph graph;
  struct orders orders;
  struct paths_counts counts;
  (void)state;
  make("complete:4", "list:3.2.4/4.3.1/1.4.2/2.1.3", &graph, &orders);
  for (uint32_t i = 0; i < 4; i++)
    for (uint32_t k = 0; k < 3; k++) /* the same of all, turned around the table */
      assert_int_equal(orders_of(&orders, (i + 1) % 4)[k], (orders_of(&orders, i)[k] + 1) % 4);
  assert_false(in_danger(&orders));
  assert_false(orders_are_ranked(&orders, &graph, NULL));
  assert_true(paths_count(&orders, MOST, &counts));
  assert_string_equal(counts.total, "24");
  for (uint32_t i = 0; i < 4; i++) assert_string_equal(counts.delay[i], "6");
  paths_counts_free(&counts);
  orders_free(&orders);
  graph_free(&graph);
}

/* --- delays ------------------------------------------------------------------------------------------------------- */

static void test_xor(void **state)
{
  static const char *const delay[] = {"1", "2", "6", "30", "270", "4590", "151470", "9845550"};
  (void)state;
  for (uint32_t k = 0; k < 8; k++) {
    struct graph graph;
    struct orders orders;
    struct paths_counts counts;
    char text[32];
    snprintf(text, sizeof text, "complete:%u", 1u << k);
    make(text, "xor", &graph, &orders);
    assert_true(paths_count(&orders, MOST, &counts));
    assert_true(counts.by_halves);
    for (uint32_t i = 0; i < graph.n; i++) assert_string_equal(counts.delay[i], delay[k]);
    char *least = minimum_by_halves(graph.n);
    assert_string_equal(counts.total, least);
    free(least);
    if (k < 7) {
      uint64_t count;
      assert_int_equal(paths_walk(&orders, 0, MOST, NULL, NULL, &count), PATHS_ALL);
      assert_int_equal(count, strtoull(delay[k], NULL, 10));
    }
    paths_counts_free(&counts);
    orders_free(&orders);
    graph_free(&graph);
  }
}

/* By halves as by walking, wherever there are halves. */
static void test_two_ways(void **state)
{
  (void)state;
  for (uint32_t seed = 0; seed < 40; seed++) {
    struct graph graph;
    struct orders orders;
    struct paths_counts counts;
    char graph_text[32], order_text[32];
    snprintf(graph_text, sizeof graph_text, "complete:%u", 2 + seed % 9);
    snprintf(order_text, sizeof order_text, "double:random,%u", seed);
    make(graph_text, order_text, &graph, &orders);
    assert_true(paths_count(&orders, MOST, &counts));
    assert_true(counts.by_halves);
    for (uint32_t i = 0; i < graph.n; i++) {
      uint64_t count;
      assert_int_equal(paths_walk(&orders, i, MOST, NULL, NULL, &count), PATHS_ALL);
      assert_int_equal(count, strtoull(counts.delay[i], NULL, 10));
    }
    paths_counts_free(&counts);
    orders_free(&orders);
    graph_free(&graph);
  }
}

/* By halves, by all splits, and over all systems. */
static void test_minimum(void **state)
{
  enum { MOST_SPLIT = 4096 };
  static const char *const f[] = {"1", "4", "11", "24", "49", "88", "151", "240"};
  static const struct minimum_census censuses[] = {
    {1, 0, 1, 1}, {1, 0, 4, 1}, {8, 2, 11, 6}, {1296, 852, 24, 48}, {7962624, 7316664, 49, 43200}};
  uint32_t worse;
  char **splits = minimum_by_splits(MOST_SPLIT, &worse);
  (void)state;
  assert_int_equal(worse, 0);
  for (uint32_t n = 1; n <= MOST_SPLIT; n++) {
    char *halves = n <= 200 || n % 61 == 9 ? minimum_by_halves(n) : NULL;
    if (halves != NULL) assert_string_equal(halves, splits[n - 1]);
    if (n <= 8) assert_string_equal(halves, f[n - 1]);
    free(halves);
    free(splits[n - 1]);
  }
  free(splits);
  for (uint32_t n = 1; n <= 5; n++) {
    struct minimum_census census;
    minimum_by_systems(n, &census);
    assert_memory_equal(&census, &censuses[n - 1], sizeof census);
    assert_int_equal(census.least, strtoull(f[n - 1], NULL, 10));
  }
}

static void test_balanced(void **state)
{
  (void)state;
  for (uint32_t n = 1; n <= 70; n++) {
    struct graph graph;
    struct orders orders;
    struct paths_counts counts;
    char text[32], *least = minimum_by_halves(n);
    snprintf(text, sizeof text, "complete:%u", n);
    make(text, "double:balanced", &graph, &orders);
    assert_true(paths_count(&orders, 0, &counts));
    assert_string_equal(counts.total, least);
    paths_counts_free(&counts);
    free(least);
    orders_free(&orders);
    graph_free(&graph);
  }
}

static void test_symmetric(void **state)
{
  (void)state;
  for (uint32_t n = 2; n <= 8; n++) {
    struct symmetric_census census;
    symmetric_search(n, &census);
    printf("symmetric %u: %lu of %lu\n", n, (unsigned long)census.symmetric, (unsigned long)census.rankings);
    assert_int_equal(census.symmetric > 0, (n & (n - 1)) == 0);
    assert_int_equal(census.without_squares, 0);
    if (n % 2 == 0) assert_true(census.rankings > 0);
    symmetric_free(&census);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_graphs),           cmocka_unit_test(test_bad_graphs),
    cmocka_unit_test(test_bad_orders),       cmocka_unit_test(test_files),
    cmocka_unit_test(test_numbers),          cmocka_unit_test(test_every_system),
    cmocka_unit_test(test_random_systems),   cmocka_unit_test(test_large_systems),
    cmocka_unit_test(test_unranked_example), cmocka_unit_test(test_xor),
    cmocka_unit_test(test_two_ways),         cmocka_unit_test(test_minimum),
    cmocka_unit_test(test_balanced),         cmocka_unit_test(test_symmetric),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
