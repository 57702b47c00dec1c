/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_replay.c: the adversary that makes the steps of a recorded schedule, and the one that goes on after it.
 */
#include "client.h"

static char *schedule_file(uint32_t n, const char *steps)
{
  char *path = mem_text("/tmp/rmr-replay-XXXXXX");
  const int file = mkstemp(path);
  assert_true(file >= 0);
  dprintf(file, "rmr-schedule 1\nalgorithm glb\nn %u\n%s\n", n, steps);
  close(file);
  return path;
}

/* The adversary is replay with these steps and further options. */
static bool replay_on(const struct rmr_algorithm *a, const char *steps, const char *then, uint32_t n,
                      struct events *events, struct error *e, enum run_end *end)
{
  char *path = schedule_file(n > 3 ? n : 3, steps), *adversary = mem_format("replay:file=%s%s", path, then);
  struct client *c = mem_new(1, sizeof *c);
  const struct request r = {.algorithm = a, .n = n};
  const struct run_spec spec = {.setup = client_setup(c, &r), .adversary = adversary};
  c->run = run_create(&spec, e);
  bool ok = c->run != NULL;
  if (ok) {
    run_observe(c->run, (struct run_observer){events_keep, events});
    ok = run_go(c->run, e);
    *end = run_ended(c->run);
  }
  client_close(c);
  remove(path);
  free(path);
  free(adversary);
  return ok;
}

static bool run_replay(const char *steps, const char *then, uint32_t n, struct events *events, struct error *e,
                       enum run_end *end)
{
  return replay_on(algorithm_named("ticket"), steps, then, n, events, e, end);
}

static void assert_choices(const struct events *events, const uint32_t *expected, size_t n)
{
  assert_int_equal(events->n, n);
  for (size_t k = 0; k < n; k++) assert_int_equal(events->event[k].process, expected[k]);
}

static void test_replay_makes_the_steps_and_stops(void **state)
{
  (void)state;
  struct error e = {0};
  struct events events = {0};
  enum run_end end = RUN_N_ENDS;
  assert_true(run_replay("P2 x1\nP3 x1\nP2 x2\nP1 x1", "", 3, &events, &e, &end));
  assert_int_equal(end, RUN_STOPPED);
  assert_choices(&events, (uint32_t[]){2, 3, 2, 2, 1}, 5);
  events_free(&events);
}

static void test_replay_then_goes_on(void **state)
{
  (void)state;
  struct error e = {0};
  struct events events = {0};
  enum run_end end = RUN_N_ENDS;
  assert_true(run_replay("P2 x1\nP3 x1", ",then=round_robin", 3, &events, &e, &end));
  assert_int_equal(end, RUN_COMPLETED);
  assert_choices(&events, (uint32_t[]){2, 3, 1, 2, 3, 1, 2, 3, 1, 3, 1, 1}, 12);
  events_free(&events);
}

/* The next one above P63 is P65 when P64 has finished: in another word of the ready set. */
static void test_solo_after_replay(void **state)
{
  (void)state;
  struct error e = {0};
  struct events events = {0};
  enum run_end end = RUN_N_ENDS;
  assert_true(run_replay("P64 x3", ",then=solo", 66, &events, &e, &end));
  assert_int_equal(end, RUN_COMPLETED);
  assert_int_equal(events.n, 66 * 3);
  assert_int_equal(events.event[64 * 3].process, 65);
  events_free(&events);
}

/* The steps behind `loop` are made as often as is asked for; then somebody else goes on, or nobody. */
static void test_replay_repeats(void **state)
{
  (void)state;
  static const char steps[] = "P2 x1\nP3 x2\nloop\nP3 x1\nP1 x1\n";
  static const uint32_t once[] = {2, 3, 3, 3, 1}, thrice[] = {2, 3, 3, 3, 1, 3, 1, 3, 1},
                        more[] = {2, 3, 3, 3, 1, 3, 1, 2};
  struct error e = {0};
  enum run_end end = RUN_N_ENDS;
  struct events events = {0};
  assert_true(run_replay(steps, "", 3, &events, &e, &end));
  assert_choices(&events, once, 5);
  events_free(&events);
  assert_true(run_replay(steps, ",repeat=3", 3, &events, &e, &end));
  assert_int_equal(end, RUN_STOPPED);
  assert_choices(&events, thrice, 9);
  events_free(&events);
  assert_true(run_replay(steps, ",repeat=2,then=solo", 3, &events, &e, &end));
  assert_int_equal(end, RUN_COMPLETED);
  for (size_t k = 0; k < 8; k++) assert_int_equal(events.event[k].process, more[k]);
  events_free(&events);
}

/* A parked process that a schedule names reads again, for nothing, and is parked again. */
static void test_replay_has_the_parked_read_again(void **state)
{
  (void)state;
  struct error e = {0};
  struct events events = {0};
  enum run_end end = RUN_N_ENDS;
  assert_true(run_replay("P2 x1\nP3 x4\nP2 x2\nP3 x1", ",then=solo", 3, &events, &e, &end));
  assert_int_equal(end, RUN_COMPLETED);
  for (size_t k = 2; k <= 4; k++) { /* P3 looks, and looks again twice */
    assert_int_equal(events.event[k].process, 3);
    assert_int_equal(events.event[k].cause, k == 2 ? RMR_COLD : RMR_FREE);
    assert_int_equal(events.event[k].blocked, k == 2);
    assert_true(events.event[k].parked);
  }
  assert_int_equal(events.event[6].woken, 1);
  assert_int_equal(events.event[7].cause, RMR_INVALIDATED);
  assert_int_equal(events.event[7].to, RMR_CS);
  events_free(&events);
}

/* Also when nobody is ready any more; but those to whom it hands over are then not asked. */
static void test_replay_goes_on_in_a_deadlock(void **state)
{
  (void)state;
  static const char steps[] = "P1 x1\nP2 x1\nP3 x2\nP1 x1\nP2 x1\nloop\nP2 x1\nP3 x2";
  static const char *const then[] = {",repeat=5", ",repeat=5,then=random", ",repeat=5,then=solo", ",repeat=5,then=pct"};
  for (size_t k = 0; k < sizeof then / sizeof *then; k++) {
    struct error e = {0};
    struct events events = {0};
    enum run_end end = RUN_N_ENDS;
    if (!replay_on(&rmr_algorithm_embrace, steps, then[k], 3, &events, &e, &end)) fail_msg("%s", e.text);
    assert_int_equal(end, RUN_DEADLOCK);
    assert_int_equal(events.n, 6 + 5 * 3);
    for (size_t i = 6; i < events.n; i++) assert_int_equal(events.event[i].cause, RMR_FREE);
    events_free(&events);
  }
}

/* An adversary that takes over has seen all that happened before, and goes on from any place, also where somebody is
 * parked, to the end. */
static void test_others_take_over(void **state)
{
  (void)state;
  uint64_t rng = 1;
  for (int a = 0; rmr_algorithms[a] != NULL; a++)
    for (int s = 0; s < N_CLIENT_ADVERSARIES; s++)
      for (int k = 0; k < 10; k++) {
        const struct request r = {.algorithm = rmr_algorithms[a], .n = 3, .passages = 2};
        struct client *c = client_open(&r);
        char *steps = mem_text("");
        for (uint32_t length = 5 + 10 * (uint32_t)k; length > 0; length--) {
          const uint32_t p = 1 + rng_below(&rng, 3);
          if (client_process(c, p)->status == RMR_DONE) continue;
          client_any_step(c, p);
          char *longer = mem_format("%sP%u x1\n", steps, p);
          free(steps);
          steps = longer;
        }
        client_close(c);
        char *path = schedule_file(3, steps),
             *adversary = mem_format("replay:file=%s,then=%s", path, client_adversaries[s]);
        struct request again = r;
        again.adversary = adversary;
        again.max_steps = 20000;
        c = client_run(&again, NULL, NULL);
        const bool fair =
          strcmp(client_adversaries[s], "random") == 0 || strcmp(client_adversaries[s], "round_robin") == 0 ||
          strcmp(client_adversaries[s], "timed") == 0 || strncmp(client_adversaries[s], "bursty", 6) == 0;
        const bool stuck = client_may_be_stuck(r.algorithm) && run_ended(c->run) == RUN_DEADLOCK;
        if (run_ended(c->run) != RUN_COMPLETED && !stuck && (fair || run_ended(c->run) != RUN_STEP_LIMIT))
          fail_msg("%s, then %s: %s", r.algorithm->name, client_adversaries[s], run_end_name(run_ended(c->run)));
        client_close(c);
        remove(path);
        free(path);
        free(adversary);
        free(steps);
      }
}

static void refuse_replay(const char *steps, const char *then, uint32_t n, const char *words)
{
  struct error e = {0};
  struct events events = {0};
  enum run_end end;
  assert_false(run_replay(steps, then, n, &events, &e, &end));
  assert_int_equal(e.code, EXIT_USAGE);
  if (strstr(e.text, words) == NULL) fail_msg("'%s' does not say '%s'", e.text, words);
  events_free(&events);
}

static void test_replay_refuses_what_cannot_be(void **state)
{
  (void)state;
  refuse_replay("P2 x1\nloop\nP3 x2", ",repeat=0", 3, "repeat is 0; expected 1 to 1e+09");
  refuse_replay("P2 x1\nP3 x2", ",repeat=2", 3, "repeat=2, but the schedule has no line `loop`");
  refuse_replay("P2 x1\nP2 x4", "", 3, "step 4 of the schedule is P2, which has made all its passages here");
  refuse_replay("P3 x1", "", 2, "a schedule for 3 processes, but N = 2");
  refuse_replay("P3 x1", ",then=round_robbin", 3, "did you mean 'round_robin'?");
  refuse_replay("P3 x1", ",than=random", 3, "did you mean 'then'?");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_replay_makes_the_steps_and_stops),
    cmocka_unit_test(test_replay_then_goes_on),
    cmocka_unit_test(test_solo_after_replay),
    cmocka_unit_test(test_replay_repeats),
    cmocka_unit_test(test_replay_has_the_parked_read_again),
    cmocka_unit_test(test_replay_goes_on_in_a_deadlock),
    cmocka_unit_test(test_others_take_over),
    cmocka_unit_test(test_replay_refuses_what_cannot_be),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
