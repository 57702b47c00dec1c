/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Time in the simulator: deadlines, delays, waits that time ends, clocks that differ, and the two schedules that
 * show what Fischer's delay is for.
 *
 * ctest: fast
 */
#include "sim/schedule.h"
#include "sim/step.h"

#include "client.h"

static const struct time_spec ONE = {.slow = 1, .cs = 1};

/* --- the words ---------------------------------------------------------------------------------------------------- */

static void test_words(void **state)
{
  static const char *const right[][2] = {{"slow=2", "slow=2"},
                                         {"skew=1,slow=2", "slow=2,skew=1"},
                                         {"slow=2,skew=0,cs=2", "slow=2"},
                                         {"cs=5,slow=1000000000,skew=3", "slow=1000000000,skew=3,cs=5"},
                                         {"none", "none"}};
  static const char *const wrong[] = {
    "",        "slow",          "slow=",       "slow=0", "slow=-1", "skew=1",          "slow=1,cs=0",
    "slow=1,", "slow=1,slow=1", "slow=1 cs=1", "fast=1", "slow=+1", "slow=1000000001", "slow=18446744073709551617",
    "none,"};
  (void)state;
  for (size_t k = 0; k < sizeof right / sizeof *right; k++) {
    struct time_spec time;
    struct error e = {0};
    char text[TIME_SIZE];
    assert_true(time_parse(right[k][0], &time, &e));
    assert_string_equal(time_text(&time, text, sizeof text), right[k][1]);
  }
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    struct time_spec time;
    struct error e = {0};
    assert_false(time_parse(wrong[k], &time, &e));
    assert_non_null(strstr(e.text, "expected slow=S"));
  }
}

/* --- by hand ------------------------------------------------------------------------------------------------------ */

static struct client *open_with(const char *name, uint32_t n, struct time_spec time)
{
  return client_open(&(struct request){.algorithm = algorithm_named(name), .n = n, .passages = 2, .time = time});
}

static void step(struct client *c, uint32_t p)
{
  assert_int_equal(c->sim->process[p].status, RMR_READY);
  struct rmr_event event;
  sim_step(c->sim, p, MEMORY_CC, &event);
}

static void tick(struct client *c, uint32_t ticks)
{
  const rmr_action action = rmr_action_of(RMR_TICK, ticks, 0);
  assert_true(sim_may_change(c->sim, action));
  sim_change(c->sim, action);
}

static bool can_tick(const struct client *c, uint32_t ticks)
{
  return sim_may_change(c->sim, rmr_action_of(RMR_TICK, ticks, 0));
}

/* An access that is decided anew with the clock of its moment is decided by the process that makes it: its identity is
 * its own. */
static void test_first_access_after_a_tick(void **state)
{
  (void)state;
  struct client *c = open_with("grid_clock", 3, ONE);
  step(c, 3);
  step(c, 3);
  tick(c, 1);
  step(c, 1); /* X[0] := id */
  assert_int_equal(c->sim->memory[0], 1);
  client_close(c);
}

/* Nobody has any hurry in its remainder; outside, an access is due `slow` ticks after it became pending. */
static void test_due(void **state)
{
  (void)state;
  struct client *c = open_with("bakery", 2, (struct time_spec){.slow = 2, .cs = 3});
  assert_true(can_tick(c, UINT32_MAX));
  step(c, 1);
  assert_true(can_tick(c, 2));
  assert_false(can_tick(c, 3));
  assert_false(can_tick(c, 0));
  tick(c, 1);
  step(c, 1);
  assert_true(can_tick(c, 2));
  tick(c, 2);
  assert_false(can_tick(c, 1));
  step(c, 1);
  assert_true(can_tick(c, 2));
  client_close(c);
}

/* A process in the critical section has `cs` ticks from the entry on. */
static void test_due_in_the_critical_section(void **state)
{
  (void)state;
  struct client *c = open_with("tas", 2, (struct time_spec){.slow = 1, .cs = 3});
  step(c, 1);
  assert_int_equal(c->sim->process[1].section, RMR_CS);
  assert_true(can_tick(c, 3));
  assert_false(can_tick(c, 4));
  client_close(c);
}

/* A delay is exactly as long as it says. */
static void test_delay(void **state)
{
  (void)state;
  struct client *c = open_with("fischer", 2, ONE);
  step(c, 1);
  step(c, 1);
  assert_int_equal(c->sim->process[1].status, RMR_DELAYED);
  assert_int_equal(sim_ticks_to_wake(c->sim), 2);
  assert_false(can_tick(c, 3));
  tick(c, 1);
  assert_int_equal(c->sim->process[1].status, RMR_DELAYED);
  tick(c, 1);
  assert_int_equal(c->sim->process[1].status, RMR_READY);
  assert_false(can_tick(c, 1));
  step(c, 1);
  assert_int_equal(c->sim->process[1].section, RMR_WAITING);
  assert_true(can_tick(c, 1));
  client_close(c);
}

/* Where there is no time, a delay is a step. */
static void test_delay_without_time(void **state)
{
  (void)state;
  struct client *c = open_with("fischer", 2, (struct time_spec){0});
  for (int k = 0; k < 4; k++) step(c, 1);
  assert_int_equal(c->sim->process[1].section, RMR_CS);
  assert_false(can_tick(c, 1));
  client_close(c);
}

/* A stamp is of the moment at which the write is pending, not of that at which it is made. */
static void test_stamps(void **state)
{
  (void)state;
  struct client *c = open_with("fischer_lease", 2, (struct time_spec){.slow = 3, .cs = 3});
  step(c, 1);
  tick(c, 2);
  step(c, 1);
  assert_int_equal(system_part(system_time_field(c->system, 0), c->sim->memory[0]), c->system->begin);
  client_close(c);
}

/* The lease of a process that has died runs out by the clock of the one who waits; one tick earlier it counts. */
static void check_lease(uint32_t skew)
{
  const uint32_t skews[] = {0, 0, skew};
  struct error e = {0};
  struct sessions sessions = {.rule = SESSIONS_DISTINCT};
  struct system_spec spec = {.algorithm = algorithm_named("fischer_lease"), /* lease=6 */
                             .n = 2,
                             .passages = 1,
                             .sessions = &sessions,
                             .faults = {.kind = FAULTS_STOP, .limit[LIMIT_CRASHES] = 1},
                             .time = {.slow = 2, .skew = 2, .cs = 2},
                             .skew_of = skews};
  struct client *c = mem_new(1, sizeof *c);
  assert_non_null(client_sim(c, &spec, &e));
  step(c, 1);
  step(c, 1);
  sim_change(c->sim, rmr_action_of(RMR_CRASH, 1, 0));
  step(c, 2);
  assert_int_equal(c->sim->process[2].status, RMR_PARKED);
  assert_int_equal(sim_ticks_to_wake(c->sim), 6 - skew);
  assert_true(can_tick(c, 6 - skew + 1)); /* as late as the last look in vain permits */
  assert_false(can_tick(c, 6 - skew + 2));
  tick(c, 6 - skew - 1);
  assert_int_equal(c->sim->process[2].status, RMR_PARKED);
  tick(c, 1);
  assert_int_equal(c->sim->process[2].status, RMR_READY);
  assert_true(can_tick(c, 1));
  assert_false(can_tick(c, 2));
  step(c, 2);
  assert_int_equal(c->sim->process[2].pending.kind, RMR_WRITE);
  client_close(c);
}

static void test_leases(void **state)
{
  (void)state;
  for (uint32_t skew = 0; skew <= 2; skew++) check_lease(skew);
}

/* Many ticks at once are the same as one after the other, and a state that is saved has its time in it. */
static void test_many_ticks(void **state)
{
  (void)state;
  struct client *c = open_with("fischer_lease", 3, (struct time_spec){.slow = 4, .cs = 4});
  void *at_once = mem_new(1, sim_state_size(c->sim)), *one_by_one = mem_new(1, sim_state_size(c->sim));
  void *begin = mem_new(1, sim_state_size(c->sim));
  step(c, 1);
  step(c, 1);
  step(c, 2);
  step(c, 3);
  sim_state_save(c->sim, begin);
  tick(c, 2);
  sim_state_save(c->sim, at_once);
  sim_state_load(c->sim, begin);
  assert_int_equal(sim_view(c->sim)->now, 0);
  tick(c, 1);
  tick(c, 1);
  assert_int_equal(sim_view(c->sim)->now, 2);
  c->sim->view.step--; /* the one difference: two actions instead of one */
  c->sim->changes--;
  c->sim->last_tick--;
  sim_state_save(c->sim, one_by_one);
  assert_memory_equal(at_once, one_by_one, sim_state_size(c->sim));
  free(at_once);
  free(one_by_one);
  free(begin);
  client_close(c);
}

/* --- schedules ---------------------------------------------------------------------------------------------------- */

static struct run *run_schedule(const char *text, struct schedule *schedule)
{
  struct error e = {0};
  FILE *out = fopen("unit_time.schedule", "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
  if (!schedule_parse(text, strlen(text), "text", NULL, schedule, &e)) fail_msg("%s", e.text);
  const struct run_spec spec = {.setup = schedule_system(schedule), .adversary = "replay:file=unit_time.schedule"};
  struct run *run = run_create(&spec, &e);
  if (run == NULL || !run_go(run, &e)) fail_msg("%s", e.text);
  remove("unit_time.schedule");
  return run;
}

static uint64_t violations_in(const char *text)
{
  struct schedule schedule;
  struct run *run = run_schedule(text, &schedule);
  const uint64_t n = run_monitor(run)->n_violations;
  run_free(run);
  schedule_free(&schedule);
  return n;
}

/* A delay as long as the slowest step is too short. */
#define LATE_WRITE "P1 x1\nP2 x1\nP1 x1\ntick\nP1 x2\nP2 x1\ntick\nP2 x2\nsteps 10\n"

static void test_fischer_needs_its_delay(void **state)
{
  (void)state;
  assert_int_equal(violations_in("rmr-schedule 1\nalgorithm fischer:delay=1\nn 2\ntime slow=1\n" LATE_WRITE), 1);
  for (uint64_t seed = 0; seed < 200; seed++) {
    struct client *c = client_run(&(struct request){.algorithm = algorithm_named("fischer"),
                                                    .n = 3,
                                                    .passages = 20,
                                                    .seed = seed,
                                                    .time = {.slow = 1, .skew = 1, .cs = 1 + seed % 3}},
                                  NULL, NULL);
    assert_int_equal(run_ended(c->run), RUN_COMPLETED);
    assert_int_equal(run_monitor(c->run)->n_violations, 0);
    client_close(c);
  }
}

static char *printed(const struct schedule *schedule)
{
  struct error e = {0};
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_true(schedule_print(schedule, NULL, out, &e));
  fclose(out);
  return text;
}

static void test_round_trip(void **state)
{
  static const char text[] = "rmr-schedule 1\nalgorithm fischer_lease\nn 2\nmemory cc\nsessions distinct\npassages 1\n"
                             "time slow=2,skew=1,cs=3\nskew P2 1\nP1 x2\ntick x2\ntick\nsteps 4\n";
  struct schedule schedule;
  struct error e = {0};
  (void)state;
  assert_true(schedule_parse(text, strlen(text), "text", NULL, &schedule, &e));
  assert_int_equal(schedule.time.cs, 3);
  assert_int_equal(schedule.skew_of[1], 0);
  assert_int_equal(schedule.skew_of[2], 1);
  assert_int_equal(schedule.n_steps, 4);
  assert_true(schedule_step(&schedule, 2, NULL)->action == rmr_action_of(RMR_TICK, 2, 0));
  char *again = printed(&schedule);
  assert_string_equal(again, text);
  free(again);
  schedule_free(&schedule);
}

static void test_wrong_schedules(void **state)
{
  static const char *const wrong[][2] = {
    {"time slow=1\ntick x0\n", "'x0': expected x and a number of ticks"},
    {"time slow=1\ntick 3\n", "'3': expected x and a number of ticks"},
    {"time slow=1\ntick x4294967296\n", "expected x and a number of ticks"},
    {"time slow=1\ntick x1 x1\n", "expected one number of ticks"},
    {"time slow=1\nskew P2 1\nP1 x1\n", "the clock of P2 is ahead by 1 ticks"},
    {"time slow=1,skew=1\nskew P3 1\n", "'P3': expected a process"},
    {"time slow=1,skew=1\nskew P2 -1\n", "skew P2 is '-1'; expected a number of ticks"},
    {"time slow=1,skew=2\nskew P2 1\nskew P2 2\n", "skew P2 is given twice"},
    {"time slow=1\ntime slow=1\n", "time is given twice"},
    {"time fast=1\n", "expected slow=S"},
    {"time slow=1\nleases x\nP1 x1\n", "expected one of the two"},
  };
  (void)state;
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    struct schedule schedule;
    struct error e = {0};
    char *text = mem_format("rmr-schedule 1\nalgorithm fischer_lease\nn 2\n%s", wrong[k][0]);
    assert_false(schedule_parse(text, strlen(text), "text", NULL, &schedule, &e));
    if (strstr(e.text, wrong[k][1]) == NULL) fail_msg("%s: %s", wrong[k][0], e.text);
    free(text);
  }
}

/* --- runs --------------------------------------------------------------------------------------------------------- */

/* Under adversaries that know of no time it passes all the same, and nobody is ever late. */
static void test_time_passes_under_everybody(void **state)
{
  static const char *const adversaries[] = {"random", "round_robin", "solo", "bursty", "timed", "crashing:rate=0.01"};
  static const char *const algorithms[] = {"fischer", "fischer_lease", "bakery", "mcs"};
  (void)state;
  for (size_t a = 0; a < sizeof algorithms / sizeof *algorithms; a++)
    for (size_t s = 0; s < sizeof adversaries / sizeof *adversaries; s++) {
      struct client *c = client_run(&(struct request){.algorithm = algorithm_named(algorithms[a]),
                                                      .n = 4,
                                                      .memory = s % 2 ? MEMORY_DSM : MEMORY_CC,
                                                      .passages = 5,
                                                      .adversary = adversaries[s],
                                                      .time = {.slow = 1, .skew = 1, .cs = 2},
                                                      .max_steps = 20000},
                                    NULL, NULL);
      if (run_ended(c->run) != RUN_COMPLETED)
        fail_msg("%s under %s: %s", algorithms[a], adversaries[s], run_end_name(run_ended(c->run)));
      assert_in_range(sim_view(run_sim(c->run))->now, 5, 50000);
      client_close(c);
    }
}

/* A process that dies, anywhere, is in the way of the others no longer than its lease. */
static void test_the_dead_hold_nothing(void **state)
{
  (void)state;
  for (uint64_t seed = 0; seed < 100; seed++) {
    struct client *c =
      client_run(&(struct request){.algorithm = algorithm_named("fischer_lease"),
                                   .n = 4,
                                   .passages = 5,
                                   .seed = seed,
                                   .adversary = "crashing:rate=0.05",
                                   .faults = {.kind = FAULTS_STOP, .limit[LIMIT_CRASHES] = 3, .in_time = true},
                                   .time = {.slow = 1, .skew = 1, .cs = 1},
                                   .max_steps = 20000},
                 NULL, NULL);
    assert_int_equal(run_ended(c->run), RUN_COMPLETED);
    assert_int_equal(run_monitor(c->run)->n_violations, 0);
    client_close(c);
  }
}

/* An adversary that drives the clock: a stay that it calls long is long by the clock, but no access is late. */
static void test_timed(void **state)
{
  (void)state;
  struct client *c =
    client_run(&(struct request){.algorithm = algorithm_named("fischer_lease"),
                                 .n = 4,
                                 .passages = 50,
                                 .adversary = "timed:hit=const/0.1,rmr=exp/1,cs=exp/3,remainder=exp/100,tick=10",
                                 .time = {.slow = 1, .skew = 1, .cs = 1}},
               NULL, NULL);
  assert_int_equal(run_ended(c->run), RUN_COMPLETED);
  assert_int_equal(run_monitor(c->run)->n_violations, 0);
  const double now = (double)sim_view(run_sim(c->run))->now, total = run_measure(c->run, 0);
  assert_true(total >= 10 * now && total < 10 * (now + 1));
  assert_true(fabs(run_measure(c->run, 3) * total - 200) < 1e-6);
  client_close(c);
}

/* From a crash to the next entry it takes a lease and a delay at most, and the time of accesses. */
static void test_timed_after_a_crash(void **state)
{
  (void)state;
  double longest = 0;
  for (uint64_t seed = 0; seed < 100; seed++) {
    struct client *c = client_run(
      &(struct request){.algorithm = algorithm_named("fischer_lease"),
                        .n = 3,
                        .passages = 20,
                        .seed = seed,
                        .adversary = "timed:rmr=const/0.1,hit=const/0.1,cs=const/1,remainder=const/1,crash=exp/20",
                        .faults = {.kind = FAULTS_STOP, .limit[LIMIT_CRASHES] = 1, .in_time = true},
                        .time = {.slow = 1, .cs = 1}},
      NULL, NULL);
    assert_int_equal(run_ended(c->run), RUN_COMPLETED);
    assert_int_equal(run_monitor(c->run)->n_violations, 0);
    const double waited = run_measure(c->run, 5);
    if (waited > longest) longest = waited;
    client_close(c);
  }
  assert_true(longest > 4 && longest < 12);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_words),
    cmocka_unit_test(test_first_access_after_a_tick),
    cmocka_unit_test(test_due),
    cmocka_unit_test(test_due_in_the_critical_section),
    cmocka_unit_test(test_delay),
    cmocka_unit_test(test_delay_without_time),
    cmocka_unit_test(test_stamps),
    cmocka_unit_test(test_leases),
    cmocka_unit_test(test_many_ticks),
    cmocka_unit_test(test_fischer_needs_its_delay),
    cmocka_unit_test(test_round_trip),
    cmocka_unit_test(test_wrong_schedules),
    cmocka_unit_test(test_time_passes_under_everybody),
    cmocka_unit_test(test_the_dead_hold_nothing),
    cmocka_unit_test(test_timed),
    cmocka_unit_test(test_timed_after_a_crash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
