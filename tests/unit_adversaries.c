/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each built-in adversary against the rule that its file states, choice by choice; and that a run is a function of its
 * description.
 */
#include "sim/scheduler.h"

#include "client.h"

enum { MOST = 130 };

/* The view of the adversary before each choice: the processes as they were after the step before. */
struct witness {
  struct client *client;
  struct rmr_process process[MOST + 1];
  struct rmr_view view;
  uint32_t last;
  void (*check)(struct witness *, const struct rmr_event *);
  void *own; /* of the check */
};

static void remember(struct witness *w)
{
  w->view = *sim_view(run_sim(w->client->run));
  memcpy(w->process, w->view.process, (w->view.n + 1) * sizeof *w->process);
}

static bool was_ready(const struct witness *w, uint32_t p)
{
  return p >= 1 && p <= w->view.n && w->process[p].status == RMR_READY;
}

/* The next ready one above p, in a circle. */
static uint32_t next_above(const struct witness *w, uint32_t p)
{
  do p = p % w->view.n + 1;
  while (!was_ready(w, p));
  return p;
}

static void observe(void *self, const struct rmr_event *event)
{
  struct witness *w = self;
  assert_true(was_ready(w, event->process));
  w->check(w, event);
  w->last = event->process;
  remember(w);
}

static void check_rule(const struct request *r, void (*check)(struct witness *, const struct rmr_event *), void *own)
{
  struct error e = {0};
  struct witness w = {.client = client_prepare(r), .check = check, .own = own};
  remember(&w);
  run_observe(w.client->run, (struct run_observer){observe, &w});
  if (!run_go(w.client->run, &e)) fail_msg("%s", e.text);
  client_close(w.client);
}

/* The rule on runs of all algorithms. */
static void check_everywhere(const char *adversary, void (*check)(struct witness *, const struct rmr_event *))
{
  for (int a = 0; rmr_algorithms[a] != NULL; a++)
    for (uint32_t n = 1; n <= 5; n++)
      check_rule(&(struct request){.algorithm = rmr_algorithms[a],
                                   .n = n,
                                   .adversary = adversary,
                                   .memory = (enum memory)(n % N_MEMORIES),
                                   .sessions = "any:2",
                                   .passages = 3,
                                   .max_steps = 600},
                 check, NULL);
}

/* --- determinism -------------------------------------------------------------------------------------------------- */

static void test_same_seed_same_run(void **state)
{
  (void)state;
  for (int a = 0; rmr_algorithms[a] != NULL; a++)
    for (int s = 0; s < N_CLIENT_ADVERSARIES; s++) {
      size_t n_events;
      const struct request r = {.algorithm = rmr_algorithms[a],
                                .n = 5,
                                .adversary = client_adversaries[s],
                                .sessions = "any:3",
                                .passages = 3,
                                .seed = 11,
                                .max_steps = 1000};
      client_run_twice(&r, &n_events);
      assert_true(n_events > 20 || client_may_be_stuck(r.algorithm));
    }
}

static bool same_choices(const struct events *a, const struct events *b)
{
  bool same = a->n == b->n;
  for (size_t k = 0; same && k < a->n; k++) same = a->event[k].process == b->event[k].process;
  return same;
}

static void test_seed_matters_to_those_who_draw(void **state)
{
  (void)state;
  for (int s = 0; s < N_CLIENT_ADVERSARIES; s++) {
    const char *name = client_adversaries[s];
    const bool draws = strncmp(name, "random", 6) == 0 || strncmp(name, "bursty", 6) == 0 ||
                       strncmp(name, "pct", 3) == 0 || strncmp(name, "timed", 5) == 0;
    struct events run[2] = {0};
    for (uint64_t seed = 0; seed < 2; seed++)
      client_close(client_run(
        &(struct request){
          .algorithm = &rmr_algorithm_open_door, .n = 6, .adversary = name, .passages = 9, .seed = seed},
        events_keep, &run[seed]));
    assert_int_equal(same_choices(&run[0], &run[1]), !draws);
    events_free(&run[0]);
    events_free(&run[1]);
  }
}

/* The cost of a pending access by the host is the cost that is paid. */
static void test_cost_told_is_cost_paid(void **state)
{
  (void)state;
  uint64_t rng = 1;
  for (int a = 0; rmr_algorithms[a] != NULL; a++)
    for (enum memory m = MEMORY_CC; m < N_MEMORIES; m++) {
      struct error e = {0};
      struct client *c =
        client_open(&(struct request){.algorithm = rmr_algorithms[a], .n = 4, .memory = m, .passages = 9});
      struct scheduler *s = scheduler_create("random", NULL, c->sim, 1, &e);
      uint32_t p;
      for (int k = 0; k < 400 && (p = client_pick(c, &rng)) != 0; k++) {
        const uint32_t foretold = s->host.cost(&s->host, p);
        assert_int_equal(foretold, client_step(c, p).cause != RMR_FREE);
      }
      scheduler_free(s);
      client_close(c);
    }
}

/* --- the rules ---------------------------------------------------------------------------------------------------- */

static void check_round_robin(struct witness *w, const struct rmr_event *event)
{
  assert_int_equal(event->process, next_above(w, w->last));
}

static void test_round_robin(void **state)
{
  (void)state;
  check_everywhere("round_robin", check_round_robin);
  static const uint32_t sizes[] = {63, 64, 65, 128, 129}; /* around the words of the ready set */
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    check_rule(
      &(struct request){.algorithm = algorithm_named("burns_lamport"), .n = sizes[k], .adversary = "round_robin"},
      check_round_robin, NULL);
}

static void check_solo(struct witness *w, const struct rmr_event *event)
{
  assert_int_equal(event->process, was_ready(w, w->last) ? w->last : next_above(w, w->last));
}

static void test_solo(void **state)
{
  (void)state;
  check_everywhere("solo", check_solo);
}

/* The cost of p's pending access, found by making it on a copy of the state. */
struct trial {
  struct client *copy;
  void *before; /* the state in which the adversary chose */
};

static uint32_t cost_of(struct trial *trial, uint32_t p)
{
  sim_state_load(trial->copy->sim, trial->before);
  return client_step(trial->copy, p).cause != RMR_FREE;
}

static void check_greedy(struct witness *w, const struct rmr_event *event)
{
  struct trial *trial = w->own;
  uint32_t best = 0;
  uint64_t most = 0;
  for (uint32_t p = 1; p <= w->view.n; p++) {
    if (!was_ready(w, p)) continue;
    const uint64_t worth = 1 + ((uint64_t)cost_of(trial, p) << 32) + w->process[p].rmr;
    if (worth > most) best = p, most = worth;
  }
  assert_int_equal(event->process, best);
  sim_state_save(run_sim(w->client->run), trial->before);
}

static void test_greedy(void **state)
{
  (void)state;
  for (int a = 0; rmr_algorithms[a] != NULL; a++)
    for (enum memory m = MEMORY_CC; m < N_MEMORIES; m++) {
      const struct request r = {
        .algorithm = rmr_algorithms[a], .n = 4, .memory = m, .adversary = "greedy", .passages = 2, .max_steps = 400};
      struct trial trial = {.copy = client_open(&r)};
      trial.before = mem_new(1, sim_state_size(trial.copy->sim));
      sim_state_save(trial.copy->sim, trial.before);
      check_rule(&r, check_greedy, &trial);
      free(trial.before);
      client_close(trial.copy);
    }
}

/* The order of the priorities shows where nobody ever waits: one after the other, to completion. */
struct order {
  uint32_t by_rank[MOST], n, falls, most_falls;
  uint64_t last_step;
};

static void keep_order(void *self, const struct rmr_event *event)
{
  struct order *order = self;
  if (event->to == RMR_REMAINDER) order->by_rank[order->n++] = event->process;
}

static uint32_t rank_of(const struct order *order, uint32_t p)
{
  uint32_t rank = 0;
  while (order->by_rank[rank] != p) rank++;
  return rank;
}

static uint32_t highest_ready(const struct order *order, const struct witness *w)
{
  uint32_t rank = 0;
  while (!was_ready(w, order->by_rank[rank])) rank++;
  return order->by_rank[rank];
}

/* The highest ready one moves; where it does not, it has fallen below all others, at a step up to last_step. */
static void check_pct(struct witness *w, const struct rmr_event *event)
{
  struct order *order = w->own;
  uint32_t expected;
  while ((expected = highest_ready(order, w)) != event->process) {
    const uint32_t rank = rank_of(order, expected);
    memmove(order->by_rank + rank, order->by_rank + rank + 1, (order->n - rank - 1) * sizeof *order->by_rank);
    order->by_rank[order->n - 1] = expected;
    assert_in_range(++order->falls, 1, order->most_falls);
    assert_in_range(event->step, 1, order->last_step);
  }
}

static void test_pct(void **state)
{
  (void)state;
  uint32_t falls = 0;
  for (uint64_t seed = 0; seed < 40; seed++) {
    struct order order = {.last_step = 60};
    client_close(client_run(
      &(struct request){.algorithm = &rmr_algorithm_open_door, .n = 4, .adversary = "pct:depth=1", .seed = seed},
      keep_order, &order));
    assert_int_equal(order.n, 4);
    order.most_falls = seed % 2 ? 4 : 0;
    check_rule(&(struct request){.algorithm = algorithm_named(seed % 3 ? "bwbgme" : "bakery"),
                                 .n = 4,
                                 .adversary = seed % 2 ? "pct:depth=5,steps=60" : "pct:depth=1",
                                 .passages = 3,
                                 .seed = seed,
                                 .max_steps = 1000},
               check_pct, &order);
    falls += order.falls;
  }
  assert_true(falls > 20); /* of 80, some of those who fell were the last anyway */
}

struct bursts {
  uint64_t steps, switches;
  uint64_t of[MOST + 1];
  uint32_t last;
};

static void count_bursts(void *self, const struct rmr_event *event)
{
  struct bursts *bursts = self;
  bursts->steps++;
  bursts->of[event->process]++;
  bursts->switches += event->process != bursts->last;
  bursts->last = event->process;
}

/* A burst ends with probability 1/mean at each step, and the next one is another's with probability 1 - 1/N. */
static void check_bursts(const char *adversary, double mean)
{
  const double steps = 40000, expected = steps / mean * 7 / 8, sigma = sqrt(expected);
  struct bursts bursts = {0};
  client_close(client_run(&(struct request){.algorithm = &rmr_algorithm_open_door,
                                            .n = 8,
                                            .adversary = adversary,
                                            .passages = ENDLESS,
                                            .max_steps = (uint64_t)steps},
                          count_bursts, &bursts));
  if (fabs((double)bursts.switches - expected) > 5 * sigma)
    fail_msg("%s: %lu bursts, expected about %g", adversary, (unsigned long)bursts.switches, expected);
}

static void test_bursty(void **state)
{
  (void)state;
  check_bursts("bursty", 16);
  check_bursts("bursty:mean=3", 3);
  check_bursts("bursty:mean=1", 1);
}

static void test_random_is_uniform(void **state)
{
  (void)state;
  struct bursts bursts = {0};
  client_close(client_run(
    &(struct request){
      .algorithm = &rmr_algorithm_open_door, .n = 8, .adversary = "random", .passages = ENDLESS, .max_steps = 40000},
    count_bursts, &bursts));
  for (uint32_t p = 1; p <= 8; p++) assert_in_range(bursts.of[p], 5000 - 5 * 67, 5000 + 5 * 67);
  check_bursts("random", 1);
}

/* --- timed -------------------------------------------------------------------------------------------------------- */

/* The same schedule with constant times, as a list that is searched: the process that is due first, of several the one
 * that was set first. */
struct timetable {
  double due[MOST + 1], began[MOST + 1], now, longest, sum;
  uint64_t order[MOST + 1], next, passages;
};

enum { HIT = 1, REMOTE = 10, IN_CS = 5, OUTSIDE = 3 };

static void set_due(struct timetable *t, uint32_t p, double due)
{
  t->due[p] = due;
  t->order[p] = ++t->next;
}

static void check_timed(struct witness *w, const struct rmr_event *event)
{
  struct timetable *t = w->own;
  uint32_t first = 0;
  for (uint32_t p = 1; event->step == 1 && p <= w->view.n; p++) set_due(t, p, OUTSIDE);
  for (uint32_t p = 1; p <= w->view.n; p++)
    if (was_ready(w, p) &&
        (first == 0 || t->due[p] < t->due[first] || (t->due[p] == t->due[first] && t->order[p] < t->order[first])))
      first = p;
  assert_int_equal(event->process, first);
  t->now = t->due[first];
  if (event->from == RMR_REMAINDER) t->began[first] = t->now;
  double next = t->now + (event->cause == RMR_FREE ? HIT : REMOTE);
  if (event->to == RMR_CS && event->from != RMR_CS) next += IN_CS;
  if (event->to == RMR_REMAINDER) {
    next += OUTSIDE;
    t->passages++;
    t->sum += t->now - t->began[first];
    t->longest = fmax(t->longest, t->now - t->began[first]);
  }
  const struct rmr_view *view = sim_view(run_sim(w->client->run));
  if (view->process[first].status == RMR_READY) set_due(t, first, next);
  for (uint32_t k = 0; k < event->woken; k++) set_due(t, view->woken[k], t->now + HIT);
  for (uint32_t k = 0; k < 3 && view->n_ready == 0; k++) {
    const double expected[] = {t->now, t->sum / (double)t->passages, t->longest};
    assert_true(fabs(run_measure(w->client->run, k) - expected[k]) < 1e-6);
  }
}

static void check_timed_on(const struct rmr_algorithm *a)
{
  static const char *const measures[] = {"time.total",      "time.passage_mean",     "time.passage_max",
                                         "time.entry_rate", "time.after_crash_mean", "time.after_crash_max"};
  struct timetable table = {.next = 0};
  const struct request r = {.algorithm = a,
                            .n = 5,
                            .sessions = "any:2",
                            .passages = 4,
                            .max_steps = 4000,
                            .adversary = "timed:hit=const/1,rmr=const/10,cs=const/5,remainder=const/3"};
  check_rule(&r, check_timed, &table);
  assert_true(table.passages > 10 || a->claims.wrong != NULL || a->claims.timed);
  struct client *c = client_prepare(&r);
  for (int k = 0; k < 6; k++) assert_string_equal(run_adversary(c->run)->measures[k], measures[k]);
  assert_null(run_adversary(c->run)->measures[6]);
  client_close(c);
}

static void test_timed(void **state)
{
  (void)state;
  for (int a = 0; rmr_algorithms[a] != NULL; a++) check_timed_on(rmr_algorithms[a]);
  check_timed_on(&rmr_algorithm_mixer); /* whose CS takes two steps */
}

static double total_time(const char *adversary)
{
  struct client *c = client_run(
    &(struct request){.algorithm = &rmr_algorithm_open_door, .n = 1, .adversary = adversary, .passages = 3000}, NULL,
    NULL);
  const double total = run_measure(c->run, 0);
  client_close(c);
  return total;
}

/* 3,000 passages of one hit, or two, and two RMRs; the means are those that the distributions are given. */
static void test_distributions_have_their_means(void **state)
{
  (void)state;
  static const char *const remainders[] = {"const/50", "uniform/20/80", "exp/50", "erlang/4/50", "erlang/1/50"};
  for (size_t k = 0; k < sizeof remainders / sizeof *remainders; k++) {
    char adversary[128];
    snprintf(adversary, sizeof adversary, "timed:hit=const/0,rmr=const/0,cs=const/0,remainder=%s", remainders[k]);
    const double total = total_time(adversary) / 3000;
    assert_true(total > 50 * 0.92 && total < 50 * 1.08);
  }
}

/* --- specifications ----------------------------------------------------------------------------------------------- */

static void test_bad_specifications(void **state)
{
  (void)state;
  static const char *const bad[][2] = {
    {"", "expected NAME or NAME:key=value"},
    {"rndom", "did you mean 'random'?"},
    {"random:x=1", "adversary random has no option 'x'; it has none"},
    {"pct:dept=3", "did you mean 'depth'?"},
    {"pct:depth", "expected key=value"},
    {"pct:depth=0", "depth is 0; expected 1 to 64"},
    {"pct:depth=65", "depth is 65; expected 1 to 64"},
    {"pct:depth=1.5", "expected a whole number"},
    {"bursty:mean=0.5", "mean is 0.5; expected 1"},
    {"bursty:mean=nan", "expected a number"},
    {"timed:hit=const", "'const': expected const/A, uniform/A/B, exp/MEAN or erlang/K/MEAN"},
    {"timed:rmr=uniform/3/2", "expected const/A"},
    {"timed:cs=erlang/1.5/2", "expected const/A"},
    {"timed:remainder=exp/-1", "expected const/A"},
    {"foresight:victim=4", "adversary foresight: victim=4, but N = 3"},
    {"worst_crash:victim=4", "adversary worst_crash: victim=4, but N = 3"},
    {"foresight:victim=-1", "victim is -1; expected 0 to 4096"},
    {"replay", "adversary replay needs the option file=..."},
    {"replay:file=/no/such/file", "/no/such/file"},
    {"./no/such.so", "the file is missing or unreadable"},
  };
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    struct error e = {0};
    struct client *c = mem_new(1, sizeof *c);
    const struct run_spec spec = {
      .setup = client_setup(c, &(struct request){.algorithm = algorithm_named("glb"), .n = 3}), .adversary = bad[k][0]};
    assert_null(run_create(&spec, &e));
    assert_int_equal(e.code, EXIT_USAGE);
    char text[1200];
    if (strstr(error_string(&e, text, sizeof text), bad[k][1]) == NULL)
      fail_msg("%s: '%s' does not say '%s'", bad[k][0], text, bad[k][1]);
    client_close(c);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_same_seed_same_run),
    cmocka_unit_test(test_seed_matters_to_those_who_draw),
    cmocka_unit_test(test_cost_told_is_cost_paid),
    cmocka_unit_test(test_round_robin),
    cmocka_unit_test(test_solo),
    cmocka_unit_test(test_greedy),
    cmocka_unit_test(test_pct),
    cmocka_unit_test(test_bursty),
    cmocka_unit_test(test_random_is_uniform),
    cmocka_unit_test(test_timed),
    cmocka_unit_test(test_distributions_have_their_means),
    cmocka_unit_test(test_bad_specifications),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
