/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Changes that happen by themselves (struct rmr_change), from one end to the other: an action of nobody's in the
 * simulator, in an imagined world, in what the explorer finds, in its witness, in the text of a schedule, and made
 * again from there. That the explorer finds all of it is compared with brute force in unit_brute.c.
 *
 * ctest: fast
 */
#include "explore/explore.h"
#include "sim/scheduler.h"

#include "client.h"

/* The registers of the gates, one for each process, and their only change. */
static rmr_action open_gate(uint32_t p)
{
  return rmr_action_of(RMR_CHANGE, p - 1, 0);
}

static struct client *two_at_their_gates(enum memory memory)
{
  struct client *c = client_open(&(struct request){.algorithm = &rmr_algorithm_gates, .n = 2, .memory = memory});
  for (uint32_t p = 1; p <= 2; p++) assert_true(client_step(c, p).parked);
  assert_int_equal(sim_view(c->sim)->n_ready, 0);
  return c;
}

/* Nobody steps, nobody pays, no copy goes; a waiting process looks again, free of charge, and sees it. */
static void test_in_a_simulation(void **state)
{
  (void)state;
  for (enum memory memory = MEMORY_CC; memory < N_MEMORIES; memory++) {
    struct client *c = two_at_their_gates(memory);
    assert_true(sim_first_change(c->sim) == open_gate(1));
    assert_true(sim_may_change(c->sim, open_gate(2)));
    const struct rmr_event opened = sim_change(c->sim, open_gate(2));
    assert_int_equal(opened.action, RMR_CHANGE);
    assert_true(rmr_event_action(&opened) == open_gate(2));
    assert_int_equal(opened.step, 3);
    assert_int_equal(opened.process, 0);
    assert_int_equal(opened.before, 0);
    assert_int_equal(opened.after, 1);
    assert_int_equal(opened.woken, 1);
    assert_int_equal(sim_view(c->sim)->woken[0], 2);
    assert_false(sim_may_change(c->sim, open_gate(2))); /* it is open */
    assert_true(rmr_is_ready(sim_view(c->sim), 2) && rmr_is_parked(sim_view(c->sim), 1));
    const struct rmr_event looked = client_step(c, 2);
    assert_int_equal(looked.cause, RMR_FREE);
    assert_int_equal(looked.to, RMR_CS);
    assert_int_equal(looked.step, 4);
    client_close(c);
  }
}

static void test_what_is_none(void **state)
{
  (void)state;
  struct client *c = two_at_their_gates(MEMORY_CC);
  assert_false(sim_may_change(c->sim, RMR_STOP));
  assert_false(sim_may_change(c->sim, 1));
  assert_false(sim_may_change(c->sim, rmr_action_of(RMR_CHANGE, 2, 0)));    /* no such register */
  assert_false(sim_may_change(c->sim, rmr_action_of(RMR_CHANGE, 0, 1)));    /* no such change */
  assert_false(sim_may_change(c->sim, rmr_action_of(RMR_N_ACTIONS, 0, 0))); /* no such kind */
  client_close(c);
  c = client_open(&(struct request){.algorithm = algorithm_named("glb"), .n = 2});
  assert_int_equal(system_n_changes(sim_system(c->sim)), 0);
  assert_true(sim_first_change(c->sim) == RMR_STOP);
  client_close(c);
}

/* A saved state has what happened by itself; so has an imagined world, and the real one has not. */
static void test_in_imagined_worlds(void **state)
{
  (void)state;
  struct error e = {0};
  struct client *c = two_at_their_gates(MEMORY_CC);
  struct scheduler *s = scheduler_create("random", NULL, c->sim, 1, &e);
  assert_non_null(s);
  struct rmr_host *host = &s->host;
  assert_true(host->changes(host, 0, 0) == open_gate(1));
  assert_true(host->changes(host, 0, 1) == open_gate(2));
  assert_true(host->changes(host, 0, 2) == RMR_STOP);
  assert_true(host->changes(host, 1, 0) == RMR_STOP); /* not yet imagined */
  assert_non_null(host->imagine(host, 1, 0));
  assert_int_equal(host->attempt(host, 1, open_gate(1))->woken, 1);
  assert_null(host->attempt(host, 1, open_gate(1)));
  assert_true(host->changes(host, 1, 0) == open_gate(2));
  assert_true(host->changes(host, 0, 0) == open_gate(1));
  assert_int_equal(host->attempt(host, 1, 1)->to, RMR_CS);
  scheduler_free(s);
  client_close(c);
}

/* An adversary without the flag may not choose changes; one with it may choose only those that can happen. */
static void test_choices_are_checked(void **state)
{
  (void)state;
  struct error e = {0};
  struct client *c = two_at_their_gates(MEMORY_CC);
  struct scheduler *s = scheduler_create("random", NULL, c->sim, 1, &e);
  assert_false(scheduler_may_change(s));
  assert_false(scheduler_refuse(s, open_gate(2), &e));
  assert_string_equal(e.text,
                      "adversary random chose `open Gate[2]` at step 3, which it may not choose: its flags lack "
                      "RMR_MAY_CHANGE");
  sim_change(c->sim, open_gate(2));
  e = (struct error){0};
  assert_false(scheduler_refuse(s, open_gate(2), &e));
  assert_string_equal(e.text, "adversary random chose `open Gate[2]` at step 4, which cannot happen there");
  e = (struct error){0};
  assert_false(scheduler_refuse(s, rmr_action_of(RMR_CHANGE, 7, 0), &e));
  assert_string_equal(e.text, "adversary random chose at step 4 something that is not an action");
  scheduler_free(s);
  client_close(c);
}

/* --- the explorer ------------------------------------------------------------------------------------------------- */

struct made_again {
  uint32_t paid, in_cs; /* by the observed process; at the end */
  bool changed;
};

/* The witness, made again by hand: a schedule lists what happens by itself among the steps. */
static struct made_again make_again(const struct schedule *schedule, uint32_t observed)
{
  struct error e = {0};
  struct made_again made = {0};
  struct client *c = mem_new(1, sizeof *c);
  const struct system_spec spec = schedule_system(schedule);
  assert_non_null(client_sim(c, &spec, &e));
  for (size_t k = 0; k < schedule->n_steps; k++) {
    const rmr_action action = schedule->step[k].action;
    if (rmr_action_kind(action) == RMR_STEP) {
      const struct rmr_event event = client_any_step(c, (uint32_t)action);
      made.paid += event.process == observed && event.cause != RMR_FREE;
    } else {
      assert_true(sim_may_change(c->sim, action));
      sim_change(c->sim, action);
      made.changed = true;
    }
  }
  for (uint32_t p = 1; p <= schedule->n; p++) made.in_cs += client_process(c, p)->section == RMR_CS;
  client_close(c);
  return made;
}

static struct explore_spec spec_of(const struct rmr_algorithm *a, uint32_t n)
{
  return (struct explore_spec){.setup = {.algorithm = a, .n = n, .passages = 1, .seed = 1},
                               .limits = {.memory = (size_t)1 << 26, .threads = 1}};
}

static void test_witness_of_a_violation(void **state)
{
  (void)state;
  struct error e = {0};
  struct explored found;
  struct explore_spec spec = spec_of(&rmr_algorithm_lease, 2);
  spec.check[1] = true;
  assert_true(explore(&spec, &found, &e));
  assert_int_equal(found.property[1].verdict, VERDICT_FAILS);
  const struct schedule *witness = &found.property[1].witness.schedule;
  const struct made_again made = make_again(witness, 1);
  assert_true(made.changed);
  assert_int_equal(made.in_cs, 2);
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_true(schedule_print(witness, NULL, out, &e));
  fclose(out);
  assert_non_null(strstr(text, "\nlapse Taken\n"));
  free(text);
  explored_free(&found);
}

/* Each expiry lets the other one in between: the more of them, the dearer; without end, as often as one likes. */
static void test_witness_of_a_cost(void **state)
{
  (void)state;
  struct error e = {0};
  struct explored found;
  for (enum memory memory = MEMORY_CC; memory < N_MEMORIES; memory++)
    for (uint32_t p = 1; p <= 2; p++) {
      struct explore_spec spec = spec_of(&rmr_algorithm_gates, 2);
      spec.setup.memory = memory;
      spec.cost = COST_RMR;
      spec.observed = p;
      assert_true(explore(&spec, &found, &e));
      assert_true(found.cost[0].complete && !found.cost[0].unbounded);
      const struct made_again made = make_again(&found.cost[0].witness.schedule, p);
      assert_true(made.changed);
      assert_int_equal(made.paid, found.cost[0].worst);
      explored_free(&found);
    }
}

/* The worst passage of runs in which it happens by chance, with this probability before each step. */
static uint64_t costliest_by_chance(const struct rmr_algorithm *a, const char *adversary)
{
  uint64_t costliest = 0;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    struct client *c = client_run(
      &(struct request){.algorithm = a, .n = 4, .adversary = adversary, .passages = 5, .seed = seed}, NULL, NULL);
    assert_int_equal(run_ended(c->run), RUN_COMPLETED);
    assert_int_equal(run_monitor(c->run)->n_violations, 0);
    const uint64_t max = ledger_max_passage(run_ledger(c->run), 0);
    costliest = max > costliest ? max : costliest;
    client_close(c);
  }
  return costliest;
}

/* A process that is told to go away pays for it, and still gets in. One that nobody tells pays seven RMRs at most. */
static void test_by_chance(void **state)
{
  (void)state;
  const struct rmr_algorithm *queue = algorithm_named("abortable_queue");
  assert_int_equal(costliest_by_chance(queue, "changing:rate=0"), 7);
  assert_in_range(costliest_by_chance(queue, "changing:rate=0.2"), 8, 100);
  assert_in_range(costliest_by_chance(queue, "changing:rate=0.2,then=greedy"), 1, 100);
  assert_int_equal(costliest_by_chance(algorithm_named("mcs"), "changing"),
                   costliest_by_chance(algorithm_named("mcs"), "random")); /* nothing happens by itself there */
}

/* All wait at their gates, and nobody can move: then one of them opens, whatever the rate. */
static void test_where_nobody_can_move(void **state)
{
  (void)state;
  const struct request r = {.algorithm = &rmr_algorithm_gates, .n = 3, .adversary = "changing:rate=0", .passages = 2};
  struct client *c = client_run(&r, NULL, NULL);
  assert_int_equal(run_ended(c->run), RUN_COMPLETED);
  assert_int_equal(run_ledger(c->run)->passages, 6);
  client_close(c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_in_a_simulation),
    cmocka_unit_test(test_what_is_none),
    cmocka_unit_test(test_in_imagined_worlds),
    cmocka_unit_test(test_choices_are_checked),
    cmocka_unit_test(test_witness_of_a_violation),
    cmocka_unit_test(test_witness_of_a_cost),
    cmocka_unit_test(test_by_chance),
    cmocka_unit_test(test_where_nobody_can_move),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
