/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Crashes and leases, from one end to the other: in the simulator, in the words that ask for them, in schedules, and in
 * what the explorer finds. That the explorer finds all of it is compared with brute force in unit_brute_faults.c.
 *
 * ctest: fast
 */
#include "explore/explore.h"
#include "sim/schedule.h"

#include "client.h"

/* --- the words ---------------------------------------------------------------------------------------------------- */

static struct faults faults_from(const char *algorithm, const char *text)
{
  struct faults faults;
  struct error e = {0};
  if (!faults_of_text(text, algorithm_named(algorithm), &faults, &e)) fail_msg("%s", e.text);
  return faults;
}

static void test_words(void **state)
{
  char text[FAULTS_SIZE];
  (void)state;
  struct faults f = faults_from("szymanski_three_bit", "leases:w,s  stop:2 expire:1");
  assert_int_equal(f.kind, FAULTS_STOP);
  assert_int_equal(f.limit[LIMIT_CRASHES], 2);
  assert_int_equal(f.limit[LIMIT_EXPIRIES], 1);
  assert_string_equal(faults_leases_text(&f, algorithm_named("szymanski_three_bit"), text, sizeof text), "w,s");
  assert_string_equal(faults_kind_text(&f, algorithm_named("szymanski_three_bit"), text, sizeof text), "stop:2");
  assert_string_equal(faults_text(&f, algorithm_named("szymanski_three_bit"), text, sizeof text),
                      "at most 2 crashes, leases w,s, of which 1 may expire while the owner lives");
  assert_string_equal(faults_spelled(&f, algorithm_named("szymanski_three_bit"), text, sizeof text),
                      "stop:2 leases:w,s expire:1");
  f = faults_from("burns_lynch", "restart:3");
  assert_int_equal(f.kind, FAULTS_RESTART);
  assert_string_equal(faults_kind_text(&f, algorithm_named("szymanski_three_bit"), text, sizeof text), "restart:3");
  assert_string_equal(faults_text(&f, algorithm_named("burns_lynch"), text, sizeof text),
                      "at most 3 crashes with a restart");
  f = faults_from("szymanski_three_bit", "new:3,stop:2,at:p6.1 leases:none");
  assert_int_equal(f.limit[LIMIT_ARRIVALS], 3);
  assert_string_equal(faults_spelled(&f, algorithm_named("szymanski_three_bit"), text, sizeof text),
                      "stop:2,at:p6.1,new:3");
  assert_string_equal(faults_text(&f, algorithm_named("szymanski_three_bit"), text, sizeof text),
                      "at most 2 crashes at line p6.1, at most 3 new processes");
  f = faults_from("szymanski_three_bit", "stop:1 leases:s,at:reader,w");
  assert_true(f.at_readers);
  assert_string_equal(faults_spelled(&f, algorithm_named("szymanski_three_bit"), text, sizeof text),
                      "stop:1 leases:w,s,at:reader");
  assert_string_equal(faults_text(&f, algorithm_named("szymanski_three_bit"), text, sizeof text),
                      "at most 1 crash, leases w,s that run out for one reader after the other");
  f = faults_from("burns_lynch_rate", "leases:at:reader"); /* of those that it declares */
  assert_true(f.at_readers && f.leases != 0);
  f = faults_from("szymanski_three_bit", "none");
  assert_string_equal(faults_spelled(&f, algorithm_named("szymanski_three_bit"), text, sizeof text), "none");
  assert_false(faults_any(&f));
  f = faults_from("peterson", "leases:all"); /* TURN is initialised arbitrarily, so it is not among them */
  assert_string_equal(faults_leases_text(&f, algorithm_named("peterson"), text, sizeof text), "Q");
}

/* Where the algorithm declares leases, they need not be named, but for their absence. */
static void test_declared_leases(void **state)
{
  struct rmr_algorithm a = *algorithm_named("szymanski_three_bit");
  struct rmr_shared shared[RMR_MAX_GROUPS];
  static const char *const spelled[] = {"none", "stop:1", "leases:none", "stop:1 leases:none", "stop:1 leases:a,w,s"};
  (void)state;
  memcpy(shared, a.shared, a.n_shared * sizeof *shared);
  a.shared = shared;
  shared[1].lease = true;
  for (size_t k = 0; k < sizeof spelled / sizeof *spelled; k++) {
    struct faults f;
    struct error e = {0};
    char text[FAULTS_SIZE];
    assert_true(faults_of_text(spelled[k], &a, &f, &e));
    assert_string_equal(faults_spelled(&f, &a, text, sizeof text), spelled[k]);
    assert_int_equal(faults_leases_said(&f, &a), strstr(spelled[k], "leases:") != NULL);
  }
}

static void test_wrong_words(void **state)
{
  static const struct {
    const char *algorithm, *text, *words;
  } wrong[] = {{"burns_lynch", "", "an empty text"},
               {"burns_lynch", "stop:1,new:0", "expected 1 to 65535 new processes behind new:"},
               {"burns_lynch", "new:1", "expected stop:F beside it"},
               {"burns_lynch", "recover:1,new:1", "expected stop:F"},
               {"burns_lynch", "restart:1,new:1", "expected stop:F"},
               {"burns_lynch", "stop:1,at:9", "has no line '9'"},
               {"burns_lynch", "stop:1,new:1,new:1", "with commas between"},
               {"burns_lynch", "stop", "expected none, or stop:F"},
               {"burns_lynch", "stop:1 recover:1", "at most once"},
               {"burns_lynch", "recover:1", "has no Recover line; restart:1 starts it again"},
               {"burns_lynch", "system:2", "has no Recover line; restart:2 starts it again"},
               {"burns_lynch", "restart:0", "expected 1 to 65535 crashes behind restart:"},
               {"burns_lynch", "restart:-1", "expected 1 to 65535 crashes behind restart:"},
               {"burns_lynch", "restart:", "expected 1 to 65535 crashes behind restart:"},
               {"burns_lynch", "resta:1", "expected none, or stop:F, recover:F, system:F or restart:F"},
               {"burns_lynch", "stop:0", "expected 1 to 65535 crashes"},
               {"burns_lynch", "stop:65536", "expected 1 to 65535 crashes"},
               {"burns_lynch", "stop:1x", "expected 1 to 65535 crashes"},
               {"burns_lynch", "stop:-1", "expected 1 to 65535 crashes"},
               {"burns_lynch", "stop:1 stop:1", "at most once"},
               {"burns_lynch", "expire:0 leases:all", "expected none, or stop:F"},
               {"burns_lynch", "expire:-18446744073709551615 leases:all", "expected none, or stop:F"},
               {"burns_lynch", "expire:1", "has none"},
               {"burns_lynch", "leases:Q", "no registers 'Q'"},
               {"burns_lynch", "leases:at:reader", "burns_lynch declares none"},
               {"burns_lynch", "leases:all,at:reader,at:reader", "no registers 'at:reader'"},
               {"burns_lynch", "leases:none,at:reader", "no registers 'none'"},
               {"burns_lynch", "leases:all,at:crash", "and perhaps at:reader"},
               {"szymanski_three_bit", "leases:a,,w", "no registers ''"},
               {"peterson", "leases:TURN", "initialised arbitrarily"},
               {"ttas", "leases:all", "no register that one process is responsible for"}};
  (void)state;
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    struct faults faults;
    struct error e = {0};
    assert_false(faults_of_text(wrong[k].text, algorithm_named(wrong[k].algorithm), &faults, &e));
    assert_int_equal(e.code, EXIT_USAGE);
    if (strstr(e.text, wrong[k].words) == NULL) fail_msg("'%s': %s", wrong[k].text, e.text);
  }
}

/* --- a simulation ------------------------------------------------------------------------------------------------- */

static rmr_action crash_of(uint32_t p)
{
  return rmr_action_of(RMR_CRASH, p, 0);
}

static rmr_action expiry_of(uint32_t var)
{
  return rmr_action_of(RMR_EXPIRE, var, 0);
}

/* Burns-Lynch: P2 raises its flag and dies; P1 waits for it until the lease runs out. */
static void test_in_a_simulation(void **state)
{
  (void)state;
  const struct rmr_algorithm *a = algorithm_named("burns_lynch");
  for (enum memory memory = MEMORY_CC; memory < MEMORY_DSM; memory++) { /* in dsm nobody parks */
    struct client *c = client_open(&(struct request){.algorithm = a,
                                                     .n = 2,
                                                     .memory = memory,
                                                     .passages = 3,
                                                     .faults = faults_from("burns_lynch", "stop:1 leases:all")});
    assert_false(sim_may_change(c->sim, crash_of(1))); /* it is in its remainder */
    assert_false(sim_may_change(c->sim, crash_of(0)));
    assert_false(sim_may_change(c->sim, crash_of(3)));
    while (sim_view(c->sim)->memory[1] == 0) client_step(c, 2);
    assert_false(sim_may_change(c->sim, expiry_of(1))); /* its owner lives */
    while (!rmr_is_parked(sim_view(c->sim), 1)) client_step(c, 1);
    const uint32_t paid = sim_view(c->sim)->process[2].rmr;
    const struct rmr_event crash = sim_change(c->sim, crash_of(2));
    assert_int_equal(crash.action, RMR_CRASH);
    assert_true(rmr_event_action(&crash) == crash_of(2));
    assert_int_equal(crash.process, 0);
    assert_int_equal(crash.var, 2);
    assert_int_equal(crash.passage_rmr, paid);
    assert_int_equal(sim_view(c->sim)->process[2].status, RMR_DEAD);
    assert_int_equal(sim_view(c->sim)->process[2].section, RMR_REMAINDER);
    assert_int_equal(sim_view(c->sim)->memory[1], 1); /* its write is there */
    assert_int_equal(sim_view(c->sim)->n_ready, 0);
    assert_false(sim_may_change(c->sim, crash_of(1))); /* none is left */
    assert_false(sim_may_change(c->sim, expiry_of(0)));
    assert_true(sim_first_change(c->sim) == expiry_of(1));
    const struct rmr_event expiry = sim_change(c->sim, expiry_of(1));
    assert_int_equal(expiry.woken, 1);
    assert_int_equal(expiry.before, 1);
    assert_int_equal(expiry.after, 0);
    const struct rmr_event looked = client_step(c, 1);
    assert_int_equal(looked.cause, RMR_FREE); /* its copy is valid */
    assert_true(sim_first_change(c->sim) == RMR_STOP);
    client_close(c);
  }
}

/* A process that starts again has forgotten everything but its session, and its registers keep their values. */
static void test_restart(void **state)
{
  (void)state;
  const struct rmr_algorithm *a = algorithm_named("burns_lynch");
  struct client *c = client_open(
    &(struct request){.algorithm = a, .n = 2, .passages = 3, .faults = faults_from("burns_lynch", "restart:1")});
  const struct rmr_op first = sim_view(c->sim)->process[1].pending;
  while (sim_view(c->sim)->memory[1] == 0) client_step(c, 2);
  while (!rmr_is_parked(sim_view(c->sim), 1)) client_step(c, 1);
  const struct rmr_event crash = sim_change(c->sim, crash_of(1));
  const struct rmr_process *me = &sim_view(c->sim)->process[1];
  assert_int_equal(crash.to, RMR_RECOVER);
  assert_int_equal(me->section, RMR_RECOVER);
  assert_true(rmr_is_ready(sim_view(c->sim), 1));
  assert_memory_equal(&me->pending, &first, sizeof first);
  assert_int_equal(me->rmr, 0);
  assert_int_equal(me->session, 1);
  assert_int_equal(sim_view(c->sim)->memory[0], crash.passage_rmr > 0);
  const struct rmr_event step = client_step(c, 1);
  assert_int_equal(step.from, RMR_RECOVER);
  assert_int_equal(step.passage_steps, 1);
  client_step(c, 1);
  while (!rmr_is_parked(sim_view(c->sim), 1)) assert_int_not_equal(client_step(c, 1).cause, RMR_FREE); /* cold again */
  client_close(c);
}

/* P2 dies with its flag up, and another one comes, which asks for what nobody has asked for yet. The flag runs out, as
 * it is not that one's before it has written to it. */
static void test_a_new_process(void **state)
{
  (void)state;
  const rmr_action new = rmr_action_of(RMR_NEW, 2, 0);
  struct client *c = client_open(&(struct request){.algorithm = algorithm_named("burns_lynch"),
                                                   .n = 2,
                                                   .passages = 3,
                                                   .faults = faults_from("burns_lynch", "stop:2,new:1 leases:all")});
  assert_false(sim_may_change(c->sim, new));
  while (sim_view(c->sim)->memory[1] == 0) client_step(c, 2);
  sim_change(c->sim, crash_of(2));
  assert_true(sim_may_change(c->sim, new) && sim_may_arrive(c->sim));
  assert_false(sim_may_change(c->sim, rmr_action_of(RMR_NEW, 1, 0)));
  const struct rmr_event came = sim_change(c->sim, new);
  assert_int_equal(came.action, RMR_NEW);
  assert_int_equal(came.var, 2);
  assert_int_equal(sim_view(c->sim)->process[2].status, RMR_READY);
  assert_int_equal(sim_view(c->sim)->process[2].section, RMR_REMAINDER);
  assert_int_equal(sim_view(c->sim)->process[2].passages, 0);
  assert_int_equal(sim_view(c->sim)->n_ready, 2);
  assert_int_equal(sim_view(c->sim)->memory[1], 1);
  assert_true(sim_may_change(c->sim, expiry_of(1)));
  assert_false(sim_may_arrive(c->sim)); /* none is left */
  client_step(c, 2);                    /* it writes its flag */
  while (sim_view(c->sim)->memory[1] == 0) client_step(c, 2);
  assert_false(sim_may_change(c->sim, expiry_of(1)));
  client_close(c);
}

/* The lease of the dead P3 runs out for P1, which waits for it, and not yet for P2. The next written value is there for
 * both. */
static void test_at_one_reader(void **state)
{
  (void)state;
  const rmr_action at_one = rmr_action_of(RMR_EXPIRE, 2, 1), at_two = rmr_action_of(RMR_EXPIRE, 2, 2);
  struct client *c =
    client_open(&(struct request){.algorithm = algorithm_named("burns_lynch"),
                                  .n = 3,
                                  .passages = 3,
                                  .faults = faults_from("burns_lynch", "stop:2,new:1 leases:all,at:reader")});
  while (sim_view(c->sim)->memory[2] == 0) client_step(c, 3);
  while (!rmr_is_parked(sim_view(c->sim), 1)) client_step(c, 1);
  assert_false(sim_may_change(c->sim, at_one)); /* its owner lives */
  sim_change(c->sim, crash_of(3));
  assert_false(sim_may_change(c->sim, expiry_of(2)));
  assert_false(sim_may_change(c->sim, rmr_action_of(RMR_EXPIRE, 2, 3))); /* the dead read nothing */
  assert_false(sim_may_change(c->sim, rmr_action_of(RMR_EXPIRE, 2, 4)));
  assert_true(sim_may_change(c->sim, at_one) && sim_may_change(c->sim, at_two));
  const struct rmr_event expiry = sim_change(c->sim, at_one);
  assert_int_equal(expiry.woken, 1);
  assert_int_equal(expiry.after, 0);
  assert_int_equal(sim_view(c->sim)->memory[2], 1);
  assert_false(sim_may_change(c->sim, at_one)); /* once */
  assert_true(sim_may_change(c->sim, at_two));
  while (sim_view(c->sim)->process[1].section != RMR_CS) client_step(c, 1);
  while (sim_view(c->sim)->process[1].section != RMR_REMAINDER) client_step(c, 1);
  sim_change(c->sim, rmr_action_of(RMR_NEW, 3, 0));
  while (sim_view(c->sim)->memory[2] == 1) client_step(c, 3);
  while (sim_view(c->sim)->memory[2] == 0) client_step(c, 3);
  sim_change(c->sim, crash_of(3));
  assert_true(sim_may_change(c->sim, at_one));
  client_close(c);
}

/* As often as was allowed, and no more. */
static void test_expiry_in_life(void **state)
{
  (void)state;
  struct client *c = client_open(&(struct request){.algorithm = algorithm_named("burns_lynch"),
                                                   .n = 2,
                                                   .passages = 3,
                                                   .faults = faults_from("burns_lynch", "leases:all expire:1")});
  for (uint32_t p = 2; p >= 1; p--) /* P2 waits for nobody before it raises its flag, if it is first */
    while (sim_view(c->sim)->memory[p - 1] == 0) client_step(c, p);
  assert_true(sim_may_change(c->sim, expiry_of(0)));
  sim_change(c->sim, expiry_of(0));
  assert_false(sim_may_change(c->sim, expiry_of(1)));
  client_close(c);
}

/* P1 waits for the time stamp, which P2 has written before it died with its flag up. Nobody waits for the flag. */
static rmr_action awaited_of(const char *faults, enum run_end *end)
{
  struct client *c = client_open(&(struct request){
    .algorithm = algorithm_named("burns_lynch_rate"), .n = 2, .faults = faults_from("burns_lynch_rate", faults)});
  struct error e = {0};
  const uint16_t last = algorithm_label(sim_system(c->sim)->algorithm, "1", &e);
  while (client_process(c, 2)->pending.line != last) client_step(c, 2);
  sim_change(c->sim, crash_of(2));
  while (!rmr_is_parked(sim_view(c->sim), 1)) client_step(c, 1);
  const rmr_action awaited = sim_awaited(c->sim);
  client_close(c);
  c = client_run(&(struct request){.algorithm = algorithm_named("burns_lynch_rate"),
                                   .n = 2,
                                   .passages = 2,
                                   .faults = faults_from("burns_lynch_rate", faults),
                                   .adversary = "changing"},
                 NULL, NULL);
  *end = run_ended(c->run);
  client_close(c);
  return awaited;
}

/* Where nobody can move, that is no deadlock if a lease runs out some time for which somebody waits. It is one if none
 * does, or another. `changing` chooses no expiry. */
static void test_what_is_awaited(void **state)
{
  enum { LAST = 2 };
  enum run_end end;
  (void)state;
  assert_int_equal(awaited_of("stop:1 leases:F,last", &end), expiry_of(LAST));
  assert_int_equal(end, RUN_PENDING);
  assert_string_equal(run_end_name(end), "change pending");
  assert_int_equal(awaited_of("stop:1 leases:F,last,at:reader", &end), rmr_action_of(RMR_EXPIRE, LAST, 1));
  assert_int_equal(end, RUN_PENDING);
  assert_int_equal(awaited_of("stop:1 leases:F", &end), RMR_STOP);
  assert_int_equal(end, RUN_DEADLOCK);
  assert_int_equal(awaited_of("stop:1 leases:F,at:reader", &end), RMR_STOP);
  assert_int_equal(end, RUN_DEADLOCK);
}

/* --- the explorer ------------------------------------------------------------------------------------------------- */

static void explore_two_of(const char *algorithm, uint32_t n, const char *faults, struct explored *out)
{
  struct error e = {0};
  struct sessions distinct = {0};
  struct explore_spec spec = {.setup = {.algorithm = algorithm_named(algorithm),
                                        .n = n,
                                        .sessions = &distinct,
                                        .faults = faults_from(algorithm, faults)},
                              .check = {[1] = true, [6] = true},
                              .limits = {.memory = (size_t)1 << 28, .threads = 1}};
  assert_true(sessions_parse("distinct", &distinct, &e));
  if (!explore(&spec, out, &e)) fail_msg("%s", e.text);
}

/* Known verdicts on locks of which one process dies: with leases those survive in which a register says something of
 * its writer only. The counterexample has a crash in it, and replays. */
static void test_what_survives(void **state)
{
  static const struct {
    const char *algorithm, *faults;
    uint32_t n;
    enum explored_verdict exclusion, progress;
  } known[] = {{"burns_lynch", "stop:1", 2, VERDICT_HOLDS, VERDICT_FAILS},
               {"burns_lynch", "stop:1 leases:all", 3, VERDICT_HOLDS, VERDICT_HOLDS},
               {"burns_lynch", "leases:all expire:1", 2, VERDICT_FAILS, VERDICT_HOLDS},
               {"peterson", "stop:1 leases:all", 2, VERDICT_HOLDS, VERDICT_HOLDS},
               {"szymanski", "stop:1 leases:all", 2, VERDICT_HOLDS, VERDICT_FAILS},
               {"szymanski", "stop:1 leases:all", 3, VERDICT_FAILS, VERDICT_FAILS}};
  (void)state;
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    struct explored found;
    explore_two_of(known[k].algorithm, known[k].n, known[k].faults, &found);
    assert_int_equal(found.property[1].verdict, known[k].exclusion);
    assert_int_equal(found.property[6].verdict, known[k].progress);
    for (uint32_t p = 1; p <= 6; p += 5) {
      const struct witness *w = &found.property[p].witness;
      uint32_t crashes = 0;
      assert_int_equal(w->found, found.property[p].verdict == VERDICT_FAILS);
      for (size_t s = 0; w->found && s < w->schedule.n_steps; s++)
        crashes += rmr_action_kind(schedule_step(&w->schedule, s, NULL)->action) == RMR_CRASH;
      if (w->found && found.property[p].verdict == VERDICT_FAILS && strncmp(known[k].faults, "stop", 4) == 0)
        assert_int_equal(crashes, 1);
    }
    explored_free(&found);
  }
}

/* All properties and all states, one passage each. */
static void explore_all(const struct rmr_algorithm *a, uint32_t n, const char *faults, struct explored *out)
{
  struct error e = {0};
  struct sessions distinct = {0};
  struct explore_spec spec = {
    .setup = {.algorithm = a, .n = n, .passages = 1, .sessions = &distinct, .faults = faults_from(a->name, faults)},
    .cap = 4,
    .limits = {.memory = (size_t)1 << 28, .threads = 1}};
  assert_true(sessions_parse("distinct", &distinct, &e));
  for (uint32_t k = 1; k <= PROPERTY_BCSR; k++) spec.check[k] = true;
  if (!explore(&spec, out, &e)) fail_msg("%s, N = %u, %s: %s", a->name, n, faults, e.text);
}

/* Whether the only writer of each register is responsible for it, whatever it holds. */
static bool has_single_writers(const struct rmr_algorithm *a)
{
  for (uint32_t g = 0; g < a->n_shared; g++)
    if (a->shared[g].responsible != NULL || a->shared[g].keeps != NULL) return false;
  return true;
}

/* A lone process dies with no reader left, for which anything could run out: all is as where there are no leases. */
static void check_alone(const struct rmr_algorithm *a)
{
  struct explored alone, none;
  explore_all(a, 1, "stop:1 leases:all,at:reader", &alone);
  explore_all(a, 1, "stop:1 leases:none", &none);
  for (uint32_t p = 1; p <= PROPERTY_BCSR && has_single_writers(a); p++) {
    assert_int_equal(alone.states, none.states);
    assert_int_equal(alone.transitions, none.transitions);
    assert_int_equal(alone.property[p].verdict, none.property[p].verdict);
    assert_int_equal(alone.property[p].bound, none.property[p].bound);
  }
  explored_free(&alone);
  explored_free(&none);
}

/* Leases that run out for each reader by itself: every algorithm that can have them, from one process on. */
static void test_every_reader(void **state)
{
  enum { FEWEST = 40 };
  uint32_t n_algorithms = 0;
  (void)state;
  for (size_t k = 0; rmr_algorithms[k] != NULL; k++) {
    const struct rmr_algorithm *a = rmr_algorithms[k];
    struct faults ignored;
    struct error e = {0};
    struct explored two;
    if (!faults_of_text("leases:all", a, &ignored, &e)) continue; /* no register of it can be one */
    check_alone(a);
    explore_all(a, 2, "stop:1 leases:all,at:reader", &two);
    explored_free(&two);
    n_algorithms++;
  }
  assert_true(n_algorithms >= FEWEST);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_words),           cmocka_unit_test(test_declared_leases),
    cmocka_unit_test(test_wrong_words),     cmocka_unit_test(test_in_a_simulation),
    cmocka_unit_test(test_restart),         cmocka_unit_test(test_a_new_process),
    cmocka_unit_test(test_at_one_reader),   cmocka_unit_test(test_expiry_in_life),
    cmocka_unit_test(test_what_is_awaited), cmocka_unit_test(test_what_survives),
    cmocka_unit_test(test_every_reader),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
