/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_worst_crash.c: the adversary that has a process crash where that makes it pay most, beside the exact worst cases
 * with as many crashes.
 *
 * ctest: slow
 */
#include "explore/explore.h"

#include "client.h"

/* The most that a super-passage, or a passage, of anybody can cost: over all schedules and all crashes. */
static uint64_t exact_cost(const struct request *r, bool super)
{
  struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  const struct explore_spec spec = {
    .setup = {.algorithm = r->algorithm, .n = r->n, .passages = 1, .sessions = &distinct, .faults = r->faults},
    .cost = super ? COST_SUPER : COST_RMR,
    .cap = 16,
    .limits = {.memory = (size_t)1 << 28, .threads = 2}};
  struct error e = {0};
  uint64_t most = 0;
  for (uint32_t p = 1; p <= r->n; p++) {
    struct explored found;
    struct explore_spec of_p = spec;
    of_p.observed = p;
    if (!explore(&of_p, &found, &e)) fail_msg("%s", e.text);
    assert_true(found.complete && !found.cost[0].unbounded);
    if (found.cost[0].worst > most) most = found.cost[0].worst;
    explored_free(&found);
  }
  return most;
}

static uint64_t most_in_runs(struct request r, bool super, uint64_t seeds, uint64_t enough)
{
  uint64_t most = 0;
  for (r.seed = 1; r.seed <= seeds && most < enough; r.seed++) {
    struct client *c = client_run(&r, NULL, NULL);
    const struct ledger *ledger = run_ledger(c->run);
    for (uint32_t p = 1; p <= r.n; p++) {
      const uint64_t paid = super ? ledger_max_super(ledger, p) : ledger_max_passage(ledger, p);
      if (paid > most) most = paid;
    }
    client_close(c);
  }
  return most;
}

/* Nine tenths of the exact worst case at least, and never more; and more than crashes by chance bring about. */
static void test_worst_crash_comes_near(void **state)
{
  static const struct {
    const char *name;
    uint32_t n;
    struct faults faults;
  } rows[] = {{"recoverable_bakery", 2, {.kind = FAULTS_RECOVER, .limit[LIMIT_CRASHES] = 1}},
              {"recoverable_bakery", 3, {.kind = FAULTS_RECOVER, .limit[LIMIT_CRASHES] = 1}},
              {"recoverable_peterson", 2, {.kind = FAULTS_RECOVER, .limit[LIMIT_CRASHES] = 2}},
              {"recoverable_peterson", 3, {.kind = FAULTS_RECOVER, .limit[LIMIT_CRASHES] = 1}},
              {"recoverable_yang_anderson", 2, {.kind = FAULTS_RECOVER, .limit[LIMIT_CRASHES] = 1}},
              {"recoverable_epoch", 2, {.kind = FAULTS_SYSTEM, .limit[LIMIT_CRASHES] = 1}}};
  uint64_t all = 0, by_chance = 0;
  (void)state;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    for (int super = 0; super <= 1; super++) {
      struct request r = {.algorithm = algorithm_named(rows[k].name), .n = rows[k].n, .faults = rows[k].faults};
      const uint64_t exact = exact_cost(&r, super);
      r.adversary = super ? "worst_crash:effort=3000,others=1" : "worst_crash:effort=3000,others=1,super=0";
      const uint64_t reached = most_in_runs(r, super, 30, exact);
      r.adversary = "crashing:rate=0.05";
      const uint64_t chance = most_in_runs(r, super, 30, exact);
      if (reached > exact || reached * 10 < exact * 9)
        fail_msg("%s, N = %u%s: %lu of %lu", rows[k].name, rows[k].n, super ? ", super" : "", (unsigned long)reached,
                 (unsigned long)exact);
      all += reached;
      by_chance += chance;
    }
  if (by_chance * 10 > all * 9) fail_msg("%lu by chance, %lu", (unsigned long)by_chance, (unsigned long)all);
}

/* All algorithms come to their ends, twice in the same way, whatever crashes, and also where nothing can. */
static void test_worst_crash_everywhere(void **state)
{
  (void)state;
  for (int a = 0; rmr_algorithms[a] != NULL; a++)
    for (uint32_t kind = FAULTS_NONE; kind <= FAULTS_STOP; kind++) {
      size_t n_events;
      const struct request r = {.algorithm = rmr_algorithms[a],
                                .n = 3,
                                .passages = 2,
                                .seed = 5,
                                .max_steps = 20000,
                                .faults = {.kind = kind, .limit[LIMIT_CRASHES] = kind == FAULTS_STOP},
                                .adversary = "worst_crash:effort=100,limit=60,others=1"};
      const enum run_end end = client_run_twice(&r, &n_events);
      if (end != RUN_COMPLETED && kind == FAULTS_NONE && !client_may_be_stuck(rmr_algorithms[a]))
        fail_msg("%s: %s", r.algorithm->name, run_end_name(end));
    }
}

/* Also when the victim is given up, and somebody dead is in the way until its lease runs out. */
static void test_leases_run_out_in_the_end(void **state)
{
  struct error e = {0};
  (void)state;
  struct request r = {.algorithm = algorithm_named("burns_lynch"),
                      .n = 3,
                      .passages = 2,
                      .max_steps = 100000,
                      .adversary = "worst_crash:effort=100,limit=20,others=1"};
  assert_true(faults_of_text("stop:2 leases:all", r.algorithm, &r.faults, &e));
  for (r.seed = 1; r.seed <= 20; r.seed++) {
    struct client *c = client_run(&r, NULL, NULL);
    if (run_ended(c->run) != RUN_COMPLETED) fail_msg("seed %u: %s", (unsigned)r.seed, run_end_name(run_ended(c->run)));
    client_close(c);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_worst_crash_comes_near),
    cmocka_unit_test(test_worst_crash_everywhere),
    cmocka_unit_test(test_leases_run_out_in_the_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
