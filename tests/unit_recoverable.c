/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_recoverable.c: the properties of the recoverable locks, without crashes and with them, and the worst costs of a
 * passage and of a super-passage. An interpreter that has nothing in common with the explorer has looked at the
 * recoverable trees of Peterson's algorithm before, and counted their states: 254 and 458 with four stages, 182 and 322
 * with three.
 *
 * Each lock has a row that trips it: Peterson's with the two stages that he has, an epoch's queue when one process
 * crashes alone, and the queue that recovers weakly.
 */
#include <inttypes.h>

#include "explore/explore.h"

#include "client.h"

enum { COLUMNS = 7 };

static const uint32_t column_property[COLUMNS] = {1, 6, 2, 3, 4, PROPERTY_CSR, PROPERTY_BCSR};
static const char letters[] = {
  [VERDICT_NOT_CHECKED] = '.', [VERDICT_NOT_DECIDED] = '!', [VERDICT_HOLDS] = '+', [VERDICT_FAILS] = '-'};

static struct explored explore_it(const char *algorithm, uint32_t n, uint32_t passages, const char *faults,
                                  enum memory memory, enum cost_id cost, bool properties)
{
  struct error e = {0};
  struct sessions distinct = {0};
  struct explored found;
  struct algorithm_choice *choice = algorithm_choose(algorithm, NULL, &e);
  if (choice == NULL) fail_msg("%s", e.text);
  struct explore_spec spec = {
    .setup = {.n = n, .memory = memory, .sessions = &distinct, .passages = passages},
    .cost = cost,
    .limits = {.memory = (size_t)1 << 30, .threads = 1},
  };
  algorithm_ask(choice, &spec.setup);
  if (!sessions_parse("distinct", &distinct, &e) || !faults_of_text(faults, choice->algorithm, &spec.setup.faults, &e))
    fail_msg("%s: %s", algorithm, e.text);
  for (int c = 0; c < COLUMNS; c++)
    spec.check[column_property[c]] =
      properties && (column_property[c] < PROPERTY_CSR || faults_recover(&spec.setup.faults));
  if (!explore(&spec, &found, &e)) fail_msg("%s: %s", algorithm, e.text);
  algorithm_release(choice);
  return found;
}

/* + holds, - fails, . not asked: nobody recovers. */
/* clang-format off */
static const struct {
  const char *algorithm;
  uint32_t n, passages;
  const char *faults, *verdicts;
  uint64_t states; /* 0: not compared */
  uint64_t back;   /* BCSR: own steps from the restart to the critical section */
} rows[] = {
  /*                               N  passages             ME DF SF BE CE CSR BCSR */
  {"recoverable_owner",            2, 0, "none",            "++-++..",     0, 0},
  {"recoverable_owner",            2, 0, "recover:2",       "++-++++",     0, 1},
  {"recoverable_owner",            3, 0, "recover:2",       "++-++++",     0, 1},
  {"recoverable_peterson",         2, 0, "none",            "+++++..",     0, 0},
  {"recoverable_peterson",         2, 0, "recover:1",       "+++++++",   254, 1},
  {"recoverable_peterson",         2, 0, "recover:2",       "+++++++",   458, 1},
  {"recoverable_peterson",         2, 0, "system:2",        "+++++++",     0, 1},
  {"recoverable_peterson",         3, 0, "recover:2",       "+++++++",     0, 2},
  {"recoverable_peterson:stages=3", 2, 0, "recover:1",      "+++++++",   182, 1},
  {"recoverable_peterson:stages=3", 2, 0, "recover:2",      "+++++++",   322, 1},
  {"recoverable_peterson:stages=3", 3, 0, "recover:2",      "+++++++",     0, 2},
  {"recoverable_peterson:stages=2", 2, 0, "none",           "+++++..",     0, 0},
  {"recoverable_peterson:stages=2", 2, 0, "recover:1",      "+++++--",     0, 0},
  {"recoverable_yang_anderson",    2, 0, "none",            "+++++..",     0, 0},
  {"recoverable_yang_anderson",    2, 0, "recover:1",       "+++++++",     0, 1},
  {"recoverable_yang_anderson",    2, 0, "recover:2",       "+++++++",     0, 1},
  {"recoverable_yang_anderson",    2, 0, "system:2",        "+++++++",     0, 1},
  {"recoverable_bakery",           2, 0, "none",            "+++++..",     0, 0},
  {"recoverable_bakery",           2, 0, "recover:2",       "+++++++",     0, 1},
  {"recoverable_bakery",           3, 0, "recover:1",       "+++++++",     0, 1},
  {"recoverable_epoch",            2, 0, "none",            "+++-+..",     0, 0},
  {"recoverable_epoch",            2, 0, "system:2",        "+++-+++",     0, 2},
  {"recoverable_epoch",            2, 0, "recover:1",       "+----++",     0, 2},
  {"recoverable_epoch",            3, 1, "system:1",        "+++-+++",     0, 2},
  {"recoverable_queue",            2, 0, "none",            "+++++..",     0, 0},
  {"recoverable_queue:nodes=1",    2, 0, "none",            "+--++..",     0, 0},
  {"recoverable_queue:nodes=3",    2, 2, "recover:1",       "-++++++",     0, 2},
  {"recoverable_queue",            2, 2, "recover:1",       "---++++",     0, 2},
  {"recoverable_queue:nodes=3",    2, 1, "recover:2",       "-++++-+",     0, 2},
};

static const struct {
  const char *algorithm;
  uint32_t n, passages;
  const char *faults;
  enum memory memory;
  enum cost_id cost;
  uint64_t worst; /* UINT64_MAX: without bound */
} costs[] = {
  {"recoverable_peterson",         2, 0, "none",      MEMORY_CC,  COST_RMR,   13},
  {"recoverable_peterson",         2, 0, "recover:2", MEMORY_CC,  COST_RMR,   13},
  {"recoverable_peterson",         2, 0, "recover:1", MEMORY_CC,  COST_SUPER, 16},
  {"recoverable_peterson",         2, 0, "recover:2", MEMORY_CC,  COST_SUPER, 19},
  {"recoverable_peterson",         2, 0, "none",      MEMORY_DSM, COST_RMR,   UINT64_MAX},
  {"recoverable_peterson",         3, 0, "recover:2", MEMORY_CC,  COST_RMR,   26},
  {"recoverable_yang_anderson",    2, 0, "none",      MEMORY_CC,  COST_RMR,   17},
  {"recoverable_yang_anderson",    2, 0, "recover:2", MEMORY_CC,  COST_RMR,   20},
  {"recoverable_bakery",           2, 0, "recover:2", MEMORY_CC,  COST_RMR,   12},
  {"recoverable_epoch",            2, 0, "system:2",  MEMORY_CC,  COST_RMR,   15},
  {"recoverable_owner",            2, 0, "recover:1", MEMORY_CC,  COST_RMR,   UINT64_MAX},
  {"recoverable_queue:nodes=3",    2, 2, "recover:1", MEMORY_CC,  COST_RMR,   28},
  {"recoverable_queue",            2, 2, "recover:2", MEMORY_CC,  COST_SUPER, 66},
};
/* clang-format on */

static void test_verdicts(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    char seen[COLUMNS + 1] = "";
    struct explored found =
      explore_it(rows[k].algorithm, rows[k].n, rows[k].passages, rows[k].faults, MEMORY_CC, COST_NONE, true);
    for (int c = 0; c < COLUMNS; c++) seen[c] = letters[found.property[column_property[c]].verdict];
    if (strcmp(seen, rows[k].verdicts) != 0 || !found.complete)
      fail_msg("%s, N = %u, %s: %s, not %s", rows[k].algorithm, rows[k].n, rows[k].faults, seen, rows[k].verdicts);
    if (rows[k].states != 0) assert_int_equal(found.states, rows[k].states);
    if (found.property[PROPERTY_BCSR].verdict == VERDICT_HOLDS)
      assert_int_equal(found.property[PROPERTY_BCSR].bound, rows[k].back);
    explored_free(&found);
  }
}

static void test_costs(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof costs / sizeof *costs; k++) {
    uint64_t worst = 0;
    struct explored found = explore_it(costs[k].algorithm, costs[k].n, costs[k].passages, costs[k].faults,
                                       costs[k].memory, costs[k].cost, false);
    for (uint32_t p = 0; p < found.n_costs; p++) {
      assert_true(found.cost[p].complete);
      if (found.cost[p].unbounded) worst = UINT64_MAX;
      if (found.cost[p].worst > worst) worst = found.cost[p].worst;
    }
    if (worst != costs[k].worst)
      fail_msg("%s, N = %u, %s: %" PRIu64 ", not %" PRIu64, costs[k].algorithm, costs[k].n, costs[k].faults, worst,
               costs[k].worst);
    explored_free(&found);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_verdicts),
    cmocka_unit_test(test_costs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
