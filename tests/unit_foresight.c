/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_foresight.c: the adversaries that want one process to pay as much as it can: their imagined runs are those that
 * would happen, and they come near the worst cases that are known.
 */
#include "sim/scheduler.h"

#include "client.h"

/* --- imagined worlds ---------------------------------------------------------------------------------------------- */

static struct scheduler *some_scheduler(const struct client *c)
{
  struct error e = {0};
  struct scheduler *s = scheduler_create("random", NULL, c->sim, 1, &e);
  assert_non_null(s);
  return s;
}

/* Somebody who is not done, parked or not; 0 if all are. */
static uint32_t anybody(const struct rmr_view *view, uint64_t *rng)
{
  uint32_t p = 1 + rng_below(rng, view->n), tried = 0;
  while (view->process[p].status == RMR_DONE && tried++ < view->n) p = p % view->n + 1;
  return tried > view->n ? 0 : p;
}

/* Twenty steps tried in a world, and in a copy of it made half way, are those that follow in reality; until then
 * nothing has changed. */
static void check_imagination(struct client *c, struct rmr_host *host, uint64_t *rng)
{
  enum { TRIED = 20 };
  struct rmr_event tried[TRIED];
  const size_t size = sim_state_size(c->sim);
  unsigned char *before = mem_new(2, size), *after = before + size;
  sim_state_save(c->sim, before);
  const struct rmr_view *real = sim_view(c->sim), *view = host->imagine(host, 2, 0);
  uint32_t n = 0, p;
  for (; n < TRIED && (p = anybody(view, rng)) != 0; n++) {
    if (n == TRIED / 2) view = host->imagine(host, 1, 2);
    tried[n] = *host->attempt(host, n < TRIED / 2 ? 2 : 1, p);
  }
  sim_state_save(c->sim, after);
  assert_memory_equal(before, after, size);
  for (uint32_t k = 0; k < n; k++) {
    const struct rmr_event event = client_any_step(c, tried[k].process);
    assert_same_event(&event, &tried[k]);
  }
  assert_int_equal(real->step, view->step);
  assert_int_equal(real->n_ready, view->n_ready);
  assert_memory_equal(real->process + 1, view->process + 1, real->n * sizeof *real->process);
  assert_memory_equal(real->memory, view->memory, sim_system(c->sim)->n_registers * sizeof *real->memory);
  free(before);
}

static void test_what_is_imagined_is_what_would_be(void **state)
{
  (void)state;
  uint64_t rng = 1;
  for (int a = 0; rmr_algorithms[a] != NULL; a++)
    for (enum memory m = MEMORY_CC; m < N_MEMORIES; m++) {
      struct client *c = client_open(
        &(struct request){.algorithm = rmr_algorithms[a], .n = 3, .memory = m, .passages = 3, .sessions = "any:2"});
      struct scheduler *s = some_scheduler(c);
      for (int k = 0; k < 15; k++) check_imagination(c, &s->host, &rng);
      scheduler_free(s);
      client_close(c);
    }
}

static void test_there_are_no_other_worlds(void **state)
{
  (void)state;
  struct client *c = client_open(&(struct request){.algorithm = algorithm_named("ticket"), .n = 2});
  struct scheduler *s = some_scheduler(c);
  struct rmr_host *host = &s->host;
  assert_null(host->attempt(host, 1, 1)); /* not yet imagined */
  assert_null(host->imagine(host, 2, 1));
  assert_null(host->imagine(host, 0, 0));
  assert_null(host->imagine(host, RMR_WORLDS + 1, 0));
  assert_non_null(host->imagine(host, RMR_WORLDS, 0));
  const uint32_t last = RMR_WORLDS;
  assert_null(host->attempt(host, last, 0));
  assert_null(host->attempt(host, last, 3));
  assert_null(host->attempt(host, 0, 1));
  assert_null(host->attempt(host, last + 1, 1));
  while (host->attempt(host, last, 2)->to != RMR_REMAINDER) assert_int_equal(sim_view(c->sim)->step, 0);
  assert_null(host->attempt(host, last, 2)); /* it has made its passage */
  scheduler_free(s);
  client_close(c);
}

/* The most that a passage of P_p, or of anybody (p = 0), has cost in runs with the seeds 1 .. seeds, or up to one with
 * so much. */
static uint64_t most_paid(struct request r, uint32_t p, uint64_t seeds, uint64_t enough)
{
  uint64_t most = 0;
  for (r.seed = 1; r.seed <= seeds && most < enough; r.seed++) {
    struct client *c = client_run(&r, NULL, NULL);
    const uint64_t paid = ledger_max_passage(run_ledger(c->run), p);
    if (run_ended(c->run) != RUN_COMPLETED) fail_msg("%s: %s", r.adversary, run_end_name(run_ended(c->run)));
    if (paid > most) most = paid;
    client_close(c);
  }
  return most;
}

/* --- burns_lamport ------------------------------------------------------------------------------------------------ */

/* Where the Burns-Lamport algorithm is a module of another its schedule still finds it: beyond N^2, where chance stays
 * far below. */
static void test_blocks_in_a_module(void **state)
{
  (void)state;
  static const char *const names[] = {"hadzilacos_standin", "jpt_standin", "lycklama_hadzilacos", "aravind"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    struct request r = {.algorithm = algorithm_named(names[k]), .n = 24, .adversary = "burns_lamport"};
    assert_true(most_paid(r, 24, 1, UINT64_MAX) > 2 * 24 * 24);
    r.adversary = "random";
    assert_true(most_paid(r, 0, 3, UINT64_MAX) < 24 * 24);
  }
}

/* Also where the engine does not see who waits: an act that cannot succeed ends all the same. */
static void test_nobody_spins_for_ever(void **state)
{
  (void)state;
  for (int a = 0; rmr_algorithms[a] != NULL; a++)
    for (enum memory m = MEMORY_CC; m < N_MEMORIES; m++) {
      const struct request r = {.algorithm = rmr_algorithms[a],
                                .n = 4,
                                .memory = m,
                                .passages = 2,
                                .max_steps = 100000,
                                .adversary = "burns_lamport"};
      struct client *c = client_run(&r, NULL, NULL);
      if (run_ended(c->run) != RUN_COMPLETED && !client_may_be_stuck(r.algorithm))
        fail_msg("%s: %s", r.algorithm->name, run_end_name(run_ended(c->run)));
      client_close(c);
    }
}

/* --- foresight ---------------------------------------------------------------------------------------------------- */

/* Exact worst cases of Burns-Lamport are reached, where chance and greed stay behind; and those of each process. */
static void test_foresight_meets_the_worst_case(void **state)
{
  (void)state;
  static const uint64_t exact[] = {6, 15, 32}, exact_of[] = {0, 7, 9, 15};
  struct request r = {.algorithm = algorithm_named("burns_lamport")};
  for (r.n = 2; r.n <= 4; r.n++) {
    r.adversary = "greedy";
    const uint64_t greedy = most_paid(r, 0, 1, UINT64_MAX);
    r.adversary = "random";
    const uint64_t chance = most_paid(r, 0, 40, UINT64_MAX);
    r.adversary = "foresight";
    const uint64_t foresight = most_paid(r, 0, 40, exact[r.n - 2]);
    assert_int_equal(foresight, exact[r.n - 2]);
    assert_true(foresight > greedy);
    assert_true(r.n < 4 || foresight > chance);
  }
  r.n = 3;
  for (uint32_t p = 1; p <= 3; p++) {
    char adversary[32];
    snprintf(adversary, sizeof adversary, "foresight:victim=%u", p);
    r.adversary = adversary;
    assert_int_equal(most_paid(r, p, 40, exact_of[p]), exact_of[p]);
  }
}

/* The worst passage is the victim's, for every victim; and where none is named, everybody's turn comes. */
static void test_foresight_has_a_victim(void **state)
{
  (void)state;
  struct request r = {.algorithm = algorithm_named("ttas"), .n = 4};
  uint32_t hit[5] = {0};
  for (uint32_t victim = 0; victim <= 4; victim++)
    for (r.seed = 1; r.seed <= 20; r.seed++) {
      char adversary[48];
      snprintf(adversary, sizeof adversary, "foresight:victim=%u,effort=400", victim);
      r.adversary = adversary;
      struct client *c = client_run(&r, NULL, NULL);
      uint32_t costliest = 1;
      for (uint32_t p = 2; p <= 4; p++)
        if (ledger_max_passage(run_ledger(c->run), p) > ledger_max_passage(run_ledger(c->run), costliest))
          costliest = p;
      if (victim == 0)
        hit[costliest]++;
      else
        assert_int_equal(costliest, victim);
      client_close(c);
    }
  for (uint32_t p = 1; p <= 4; p++) assert_true(hit[p] > 0);
}

static uint64_t sum_paid(const char *adversary, uint64_t seeds)
{
  struct request r = {.algorithm = algorithm_named("burns_lamport"), .n = 6, .adversary = adversary};
  uint64_t sum = 0;
  for (r.seed = 1; r.seed <= seeds; r.seed++) {
    struct client *c = client_run(&r, NULL, NULL);
    sum += ledger_max_passage(run_ledger(c->run), 6);
    client_close(c);
  }
  return sum;
}

/* To run ahead is worth something without any choice between continuations, and the more are tried the better. */
static void test_effort_pays(void **state)
{
  (void)state;
  const uint64_t chance = sum_paid("random", 30), none = sum_paid("foresight:victim=6,effort=0", 30),
                 little = sum_paid("foresight:victim=6,effort=100", 30),
                 much = sum_paid("foresight:victim=6,effort=3000", 30);
  if (!(none > chance * 11 / 10 && little > none * 5 / 4 && much > little * 5 / 4))
    fail_msg("random %lu, effort=0 %lu, 100 %lu, 3000 %lu", (unsigned long)chance, (unsigned long)none,
             (unsigned long)little, (unsigned long)much);
}

/* A passage without end is given up when it has cost as much as it may, and the run goes on to its end. */
static void test_foresight_has_a_limit(void **state)
{
  (void)state;
  struct request r = {.algorithm = algorithm_named("tas"), .n = 3, .memory = MEMORY_DSM, .passages = 2};
  r.adversary = "foresight:effort=200,limit=40";
  assert_in_range(most_paid(r, 0, 10, UINT64_MAX), 40, 80);
  r.adversary = "foresight:effort=200";
  assert_in_range(most_paid(r, 0, 10, UINT64_MAX), 16 * 3 * 3, 16 * 3 * 3 + 40);
}

/* An adversary that meets a limit of its own says so, also where another hands over to it; and no other one does. */
static void test_who_gives_up_says_so(void **state)
{
  (void)state;
  char path[] = "/tmp/rmr-unit-XXXXXX", nested[80];
  FILE *script = fdopen(mkstemp(path), "w");
  fputs("rmr-schedule 1\nalgorithm tas\nn 4\nmemory cc\nsessions distinct\npassages 1\nP1 x1\nsteps 1\n", script);
  fclose(script);
  snprintf(nested, sizeof nested, "replay:file=%s,then=burns_lamport", path);
  const struct {
    const char *algorithm, *adversary;
    bool gives_up;
  } rows[] = {{"tas", "foresight:effort=100", true},
              {"burns_lamport", "foresight:effort=100", false},
              {"tas", "burns_lamport", true},
              {"burns_lamport", "burns_lamport", false},
              {"tas", nested, true},
              {"tas", "random", false}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    const struct request r = {.algorithm = algorithm_named(rows[k].algorithm), .n = 4, .adversary = rows[k].adversary};
    struct client *c = client_run(&r, NULL, NULL);
    assert_int_equal(run_ended(c->run), RUN_COMPLETED);
    if (run_gave_up(c->run) != rows[k].gives_up) fail_msg("%s under %s", rows[k].algorithm, rows[k].adversary);
    client_close(c);
  }
  remove(path);
}

/* All algorithms, each in one of the memories, to the end; twice the same; and from any state in which it takes over,
 * also when somebody else keeps choosing. */
static void test_foresight_everywhere(void **state)
{
  (void)state;
  for (int a = 0; rmr_algorithms[a] != NULL; a++) {
    size_t n_events;
    const struct request r = {.algorithm = rmr_algorithms[a],
                              .n = 3,
                              .memory = (enum memory)(a % N_MEMORIES),
                              .sessions = "any:2",
                              .passages = 2,
                              .seed = 5,
                              .max_steps = 100000, /* of those that may be stuck */
                              .adversary = "foresight:effort=300,limit=60"};
    const enum run_end end = client_run_twice(&r, &n_events);
    if (end != RUN_COMPLETED && !client_may_be_stuck(rmr_algorithms[a]))
      fail_msg("%s: %s", r.algorithm->name, run_end_name(end));
  }
}

static void test_foresight_is_disturbed(void **state)
{
  (void)state;
  uint64_t rng = 1;
  for (int a = 0; rmr_algorithms[a] != NULL; a++) {
    struct error e = {0};
    struct client *c = client_open(&(struct request){.algorithm = rmr_algorithms[a], .n = 3, .passages = 2});
    struct scheduler *s = scheduler_create("foresight:effort=50", NULL, c->sim, 3, &e);
    const struct rmr_view *view = sim_view(c->sim);
    for (int k = 0; k < 200 && view->n_ready != 0; k++) {
      const uint32_t p = scheduler_choose(s, view);
      assert_true(rmr_is_ready(view, p) || rmr_is_parked(view, p));
      const struct rmr_event event = client_any_step(c, k % 3 == 0 ? client_pick(c, &rng) : p);
      scheduler_observe(s, &event);
      if (k % 7 == 0 && view->n_ready != 0) { /* it is not asked every time */
        const struct rmr_event unasked = client_any_step(c, client_pick(c, &rng));
        scheduler_observe(s, &unasked);
      }
    }
    if (view->n_ready == 0) assert_int_equal(scheduler_choose(s, view), RMR_STOP);
    scheduler_free(s);
    client_close(c);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_what_is_imagined_is_what_would_be),
    cmocka_unit_test(test_there_are_no_other_worlds),
    cmocka_unit_test(test_blocks_in_a_module),
    cmocka_unit_test(test_nobody_spins_for_ever),
    cmocka_unit_test(test_foresight_meets_the_worst_case),
    cmocka_unit_test(test_foresight_has_a_victim),
    cmocka_unit_test(test_effort_pays),
    cmocka_unit_test(test_foresight_has_a_limit),
    cmocka_unit_test(test_who_gives_up_says_so),
    cmocka_unit_test(test_foresight_everywhere),
    cmocka_unit_test(test_foresight_is_disturbed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
