/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The monitors on algorithms that are wrong on purpose, and on right ones, about which they must say nothing.
 */
#include "client.h"

static void assert_silent(const struct client *c)
{
  const struct monitor *monitor = run_monitor(c->run);
  if (monitor->n_violations != 0) fail_msg("%s", monitor->violation[0].text);
  assert_int_equal(monitor->p1_count + monitor->p5_count, 0);
}

/* Steps of processes, in order, then the state of the monitor. The run is one of `replay`, so it goes through a
 * file. */
static struct client *replayed(const struct rmr_algorithm *a, const char *sessions, const char *steps)
{
  char path[] = "/tmp/rmr-monitor-XXXXXX", adversary[64];
  const int file = mkstemp(path);
  assert_true(file >= 0);
  dprintf(file, "rmr-schedule 1\nalgorithm glb\nn 3\n%s\n",
          steps); /* the algorithm of a file matters to its labels only */
  close(file);
  snprintf(adversary, sizeof adversary, "replay:file=%s", path);
  struct client *c = client_run(
    &(struct request){.algorithm = a, .n = 3, .sessions = sessions, .adversary = adversary, .passages = 2}, NULL, NULL);
  remove(path);
  return c;
}

static void test_p1_names_the_two(void **state)
{
  (void)state;
  struct client *c = replayed(&rmr_algorithm_open_door, "1,2,1", "P1 x2\nP3 x2\nP2 x2\nP1 x1\nP2 x1");
  const struct monitor *monitor = run_monitor(c->run);
  assert_int_equal(monitor->n_violations, 1);
  assert_int_equal(monitor->p1_count, 1);
  assert_int_equal(monitor->violation[0].step, 6);
  assert_string_equal(monitor->violation[0].property, "P1");
  assert_string_equal(monitor->violation[0].text, "P1: P2 (session 2) enters the CS while P1 (session 1) is there");
  client_close(c);
}

/* The first is kept, all are counted; a friend in the CS hides nobody. */
static void test_p1_is_counted(void **state)
{
  (void)state;
  struct client *c = replayed(&rmr_algorithm_open_door, "1,2,1", "P1 x2\nP2 x2\nP3 x2\nP3 x1\nP2 x1\nP3 x1");
  assert_int_equal(run_monitor(c->run)->p1_count, 2);
  assert_int_equal(run_monitor(c->run)->violation[0].process, 2);
  assert_int_equal(run_monitor(c->run)->violation[0].other, 1);
  client_close(c);
}

/* A friend who has left hides nobody either. */
static void test_p1_forgets_those_who_have_left(void **state)
{
  (void)state;
  struct client *c = replayed(&rmr_algorithm_open_door, "1,2,1", "P1 x3\nP2 x2\nP3 x2\nP3 x1\nP2 x1");
  assert_int_equal(run_monitor(c->run)->p1_count, 1);
  client_close(c);
}

static void test_p1_allows_friends_and_those_who_have_left(void **state)
{
  (void)state;
  struct client *c =
    replayed(&rmr_algorithm_open_door, "1,1,2", "P1 x2\nP2 x2\nP1 x1\nP2 x1\nP3 x2\nP3 x1\nP1 x3\nP3 x1");
  assert_silent(c);
  client_close(c);
}

/* The critical section ends with the first exit access, not with the last. */
static void test_p1_ends_with_the_first_exit_access(void **state)
{
  (void)state;
  struct client *c = replayed(&rmr_algorithm_mixer, "distinct", "P1 x4\nP2 x2");
  assert_silent(c);
  client_close(c);
  c = replayed(&rmr_algorithm_chapel, "distinct", "P1 x2\nP2 x2\nP3 x2");
  assert_silent(c);
  client_close(c);
  c = replayed(&rmr_algorithm_chapel, "distinct", "P1 x1\nP2 x1");
  assert_int_equal(run_monitor(c->run)->p1_count, 1);
  client_close(c);
}

static void test_p5_names_the_one_passed_over(void **state)
{
  (void)state;
  struct client *c = replayed(&rmr_algorithm_queue_jumper, "distinct", "P1 x1\nP2 x1\nP2 x1\nP2 x1");
  const struct monitor *monitor = run_monitor(c->run);
  assert_int_equal(monitor->n_violations, 1);
  assert_int_equal(monitor->p5_count, 1);
  assert_int_equal(monitor->violation[0].step, 3);
  assert_string_equal(monitor->violation[0].text,
                      "P5: P2 enters the CS before P1, which had completed its doorway first"); /* without sessions */
  client_close(c);
}

/* Overlapping doorways give no order; a process that has entered is owed nothing; friends may pass each other. */
static void test_p5_needs_a_doorway_that_was_over(void **state)
{
  (void)state;
  struct client *c = replayed(algorithm_named("glb"), "distinct", "P1 x5\nP2 x5\nP2 x1");
  assert_silent(c);
  client_close(c);
  c = replayed(&rmr_algorithm_queue_jumper, "distinct", "P1 x3\nP2 x3\nP1 x3");
  assert_silent(c);
  client_close(c);
}

/* An algorithm that does not claim P5 is not blamed for it. */
static void test_p5_is_watched_where_it_is_claimed(void **state)
{
  (void)state;
  struct rmr_algorithm modest = rmr_algorithm_queue_jumper;
  modest.claims.p[5] = RMR_NO;
  struct client *c = replayed(&modest, "distinct", "P1 x1\nP2 x1\nP2 x1\nP2 x1");
  assert_silent(c);
  client_close(c);
}

static void test_right_algorithms_are_left_in_peace(void **state)
{
  (void)state;
  static const char *const right[] = {"bakery", "burns_lamport", "glb", "bwbgme_repaired", "bwbgme", "ticket"};
  for (uint64_t seed = 0; seed < 60; seed++) {
    const struct request r = {.n = 1 + seed % 6,
                              .sessions = seed % 3 == 0 ? "distinct" : "any:2",
                              .adversary = client_adversaries[seed % N_CLIENT_ADVERSARIES],
                              .passages = 4,
                              .seed = seed,
                              .max_steps = 4000};
    for (size_t k = 0; k < sizeof right / sizeof *right; k++) {
      struct request with = r;
      with.algorithm = algorithm_named(right[k]);
      struct client *c = client_run(&with, NULL, NULL);
      assert_silent(c);
      client_close(c);
    }
  }
}

static void test_deadlock(void **state)
{
  (void)state;
  struct client *c = client_run(
    &(struct request){.algorithm = &rmr_algorithm_embrace, .n = 2, .adversary = "round_robin", .passages = 3}, NULL,
    NULL);
  assert_int_equal(run_ended(c->run), RUN_DEADLOCK);
  assert_int_equal(run_ledger(c->run)->total_steps, 4);
  assert_string_equal(run_end_name(run_ended(c->run)), "deadlock");
  client_close(c);
  c = client_run(&(struct request){.algorithm = &rmr_algorithm_embrace, .n = 2, .adversary = "solo", .passages = 3},
                 NULL, NULL);
  assert_int_equal(run_ended(c->run), RUN_COMPLETED);
  client_close(c);
}

/* Some have finished for good, one waits for ever: a deadlock, not a completed run. */
static void test_deadlock_of_one(void **state)
{
  (void)state;
  struct client *c =
    client_run(&(struct request){.algorithm = &rmr_algorithm_embrace, .n = 1, .adversary = "solo"}, NULL, NULL);
  assert_int_equal(run_ended(c->run), RUN_DEADLOCK);
  client_close(c);
}

static void test_stall(void **state)
{
  (void)state;
  struct error e = {0};
  struct client *c = mem_new(1, sizeof *c);
  const struct request r = {.algorithm = &rmr_algorithm_queue_jumper, .n = 2};
  char path[] = "/tmp/rmr-stall-XXXXXX", adversary[64];
  const int file = mkstemp(path);
  dprintf(file, "rmr-schedule 1\nalgorithm glb\nn 2\nP1 x2\nP2 x1000000\n"); /* P1 stays in the CS */
  close(file);
  snprintf(adversary, sizeof adversary, "replay:file=%s", path);
  const struct run_spec spec = {.setup = client_setup(c, &r), .adversary = adversary, .stall = 10000};
  c->run = run_create(&spec, &e);
  assert_non_null(c->run);
  assert_true(run_go(c->run, &e));
  assert_int_equal(run_ended(c->run), RUN_STALLED);
  assert_in_range(run_ledger(c->run)->total_steps, 10000, 30000);
  remove(path);
  client_close(c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_p1_names_the_two),
    cmocka_unit_test(test_p1_is_counted),
    cmocka_unit_test(test_p1_forgets_those_who_have_left),
    cmocka_unit_test(test_p1_allows_friends_and_those_who_have_left),
    cmocka_unit_test(test_p1_ends_with_the_first_exit_access),
    cmocka_unit_test(test_p5_names_the_one_passed_over),
    cmocka_unit_test(test_p5_needs_a_doorway_that_was_over),
    cmocka_unit_test(test_p5_is_watched_where_it_is_claimed),
    cmocka_unit_test(test_right_algorithms_are_left_in_peace),
    cmocka_unit_test(test_deadlock),
    cmocka_unit_test(test_deadlock_of_one),
    cmocka_unit_test(test_stall),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
