/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Processes that crash and start again: re-entry, super-passages, and crashes of all at once. That the explorer finds
 * all of it is compared with brute force in unit_brute_faults.c.
 *
 * ctest: fast
 */
#include "explore/explore.h"
#include "sim/schedule.h"

#include "client.h"

static struct faults faults_from(const char *algorithm, const char *text)
{
  struct faults faults;
  struct error e = {0};
  if (!faults_of_text(text, algorithm_named(algorithm), &faults, &e)) fail_msg("%s", e.text);
  return faults;
}

static void explore_two_of(const char *algorithm, const char *faults, enum cost_id cost, struct explored *out)
{
  struct error e = {0};
  struct sessions distinct = {0};
  struct explore_spec spec = {.setup = {.algorithm = algorithm_named(algorithm),
                                        .n = 2,
                                        .passages = 1,
                                        .sessions = &distinct,
                                        .faults = faults_from(algorithm, faults)},
                              .observed = 2,
                              .cost = cost,
                              .check = {[1] = true, [3] = true, [PROPERTY_CSR] = true, [PROPERTY_BCSR] = true},
                              .limits = {.memory = (size_t)1 << 28, .threads = 1}};
  assert_true(sessions_parse("distinct", &distinct, &e));
  if (!explore(&spec, out, &e)) fail_msg("%s", e.text);
}

static uint32_t crashes_in(const struct witness *w)
{
  uint32_t n = 0;
  for (size_t k = 0; k < w->schedule.n_steps; k++)
    n += rmr_action_kind(schedule_step(&w->schedule, k, NULL)->action) == RMR_CRASH;
  return n;
}

/* Peterson's lock forgets who was in the critical section, a test-and-set lock does not let anybody in again. */
static void test_reentry(void **state)
{
  static const struct {
    const char *algorithm, *faults;
    enum explored_verdict csr, bcsr;
    uint64_t bound;
  } known[] = {{"peterson", "restart:1", VERDICT_FAILS, VERDICT_FAILS, 0},
               {"tas", "restart:1", VERDICT_HOLDS, VERDICT_FAILS, 0},
               {"recoverable_peterson", "recover:1", VERDICT_HOLDS, VERDICT_HOLDS, 1},
               {"recoverable_owner", "recover:2", VERDICT_HOLDS, VERDICT_HOLDS, 1},
               {"recoverable_epoch", "system:1", VERDICT_HOLDS, VERDICT_HOLDS, 2},
               {"peterson", "stop:1", VERDICT_NOT_CHECKED, VERDICT_NOT_CHECKED, 0}};
  (void)state;
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    struct explored found;
    explore_two_of(known[k].algorithm, known[k].faults, COST_NONE, &found);
    const struct explored_property *csr = &found.property[PROPERTY_CSR], *bcsr = &found.property[PROPERTY_BCSR];
    assert_int_equal(found.property[1].verdict, VERDICT_HOLDS);
    assert_int_equal(csr->verdict, known[k].csr);
    assert_int_equal(bcsr->verdict, known[k].bcsr);
    assert_int_equal(csr->witness.found, csr->verdict == VERDICT_FAILS);
    assert_int_equal(bcsr->witness.found, bcsr->verdict == VERDICT_FAILS);
    if (csr->witness.found) assert_int_equal(crashes_in(&csr->witness), 1);
    if (bcsr->verdict == VERDICT_HOLDS) assert_int_equal(bcsr->bound, known[k].bound);
    explored_free(&found);
  }
}

/* A passage ends with a crash, a super-passage does not. */
static void test_super_passages(void **state)
{
  (void)state;
  struct explored passage, super;
  explore_two_of("peterson", "restart:1", COST_RMR, &passage);
  explore_two_of("peterson", "restart:1", COST_SUPER, &super);
  assert_true(passage.cost[0].complete && super.cost[0].complete);
  assert_int_equal(passage.cost[0].worst, 7);
  assert_int_equal(super.cost[0].worst, 11);
  assert_int_equal(crashes_in(&super.cost[0].witness), 1);
  explored_free(&passage);
  explored_free(&super);
}

/* A process in its remainder stays there, the others start again, and the epoch goes up. */
static void test_all_at_once(void **state)
{
  (void)state;
  struct client *c = client_open(&(struct request){.algorithm = algorithm_named("recoverable_epoch"),
                                                   .n = 2,
                                                   .passages = 2,
                                                   .faults = faults_from("recoverable_epoch", "system:1")});
  const rmr_action all = rmr_action_of(RMR_CRASH, 0, 0);
  assert_false(sim_may_change(c->sim, rmr_action_of(RMR_CRASH, 1, 0)));
  assert_true(sim_may_change(c->sim, all));
  client_step(c, 1);
  const struct rmr_event crash = sim_change(c->sim, all);
  assert_int_equal(crash.var, 0);
  assert_true(rmr_event_action(&crash) == all);
  assert_int_equal(sim_view(c->sim)->process[1].section, RMR_RECOVER);
  assert_int_equal(sim_view(c->sim)->process[2].section, RMR_REMAINDER);
  assert_int_equal(sim_view(c->sim)->memory[0], 1); /* Epoch */
  assert_false(sim_may_change(c->sim, all));        /* none is left */
  client_close(c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_reentry),
    cmocka_unit_test(test_super_passages),
    cmocka_unit_test(test_all_at_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
