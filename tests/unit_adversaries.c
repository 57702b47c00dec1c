/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each built-in adversary against the rule that its file states, choice by choice; and that a run is a function of its
 * description.
 */
#include "sim/scheduler.h"

#include "client.h"

enum { MOST = 130 };

/* What the adversary saw before each choice: the processes as they were after the step before. */
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
                                   .memory = (enum sim_memory)(n % SIM_N_MEMORIES),
                                   .sessions = "any:2",
                                   .passages = 3,
                                   .max_steps = 600},
                 check, NULL);
}

/* --- determinism ---------------------------------------------------------------------------------------------------- */

static void test_same_seed_same_run(void **state)
{
  (void)state;
  for (int a = 0; rmr_algorithms[a] != NULL; a++)
    for (int s = 0; s < N_CLIENT_ADVERSARIES; s++) {
      struct events first = {0}, second = {0};
      const struct request r = {.algorithm = rmr_algorithms[a],
                                .n = 5,
                                .adversary = client_adversaries[s],
                                .sessions = "any:3",
                                .passages = 3,
                                .seed = 11,
                                .max_steps = 1000};
      client_close(client_run(&r, events_keep, &first));
      client_close(client_run(&r, events_keep, &second));
      assert_true(first.n > 20);
      assert_same_events(&first, &second);
      events_free(&first);
      events_free(&second);
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

/* What the host says that a pending access would cost is what it costs. */
static void test_cost_told_is_cost_paid(void **state)
{
  (void)state;
  uint64_t rng = 1;
  for (int a = 0; rmr_algorithms[a] != NULL; a++)
    for (enum sim_memory m = SIM_CC; m < SIM_N_MEMORIES; m++) {
      struct error e = {0};
      struct client *c =
        client_open(&(struct request){.algorithm = rmr_algorithms[a], .n = 4, .memory = m, .passages = 9});
      struct scheduler *s = scheduler_create("random", NULL, c->sim, 1, &e);
      uint32_t p;
      for (int k = 0; k < 400 && (p = client_pick(c, &rng)) != 0; k++) {
        const uint32_t told = s->host.cost(&s->host, p);
        assert_int_equal(told, client_step(c, p).cause != RMR_FREE);
      }
      scheduler_free(s);
      client_close(c);
    }
}

/* --- the rules ------------------------------------------------------------------------------------------------------ */

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

/* What p's pending access costs, found by making it on a copy of the state. */
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
    for (enum sim_memory m = SIM_CC; m < SIM_N_MEMORIES; m++) {
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

/* --- timed ---------------------------------------------------------------------------------------------------------- */

/* The same schedule with constant times, as a list that is searched: who is due first, of those the one who was set first. */
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
  static const char *const measures[] = {"time.total", "time.passage_mean", "time.passage_max"};
  struct timetable table = {.next = 0};
  const struct request r = {.algorithm = a,
                            .n = 5,
                            .sessions = "any:2",
                            .passages = 4,
                            .max_steps = 4000,
                            .adversary = "timed:hit=const/1,rmr=const/10,cs=const/5,remainder=const/3"};
  check_rule(&r, check_timed, &table);
  assert_true(table.passages > 10 || a->claims.wrong != NULL);
  struct client *c = client_prepare(&r);
  for (int k = 0; k < 3; k++) assert_string_equal(run_adversary(c->run)->measures[k], measures[k]);
  assert_null(run_adversary(c->run)->measures[3]);
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
  static const char *const remainders[] = {"const/50", "uniform/20/80", "exp/50", "erlang/4/50"};
  for (size_t k = 0; k < sizeof remainders / sizeof *remainders; k++) {
    char adversary[128];
    snprintf(adversary, sizeof adversary, "timed:hit=const/0,rmr=const/0,cs=const/0,remainder=%s", remainders[k]);
    const double total = total_time(adversary) / 3000;
    assert_true(total > 50 * 0.92 && total < 50 * 1.08);
  }
}

/* --- replay --------------------------------------------------------------------------------------------------------- */

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

/* What stands behind `loop` is made as often as is asked for; then somebody else goes on, or nobody. */
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

/* Whoever takes over has seen all that happened before, and goes on from any place, also where somebody is parked, to the end. */
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
        const bool stuck = r.algorithm->claims.wrong != NULL && run_ended(c->run) == RUN_DEADLOCK;
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

/* --- imagined worlds ------------------------------------------------------------------------------------------------ */

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

/* Twenty steps tried in a world, and in a copy of it made half way, are those that follow in reality; until then nothing has changed. */
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
  assert_memory_equal(real->memory, view->memory, sim_n_registers(c->sim) * sizeof *real->memory);
  free(before);
}

static void test_what_is_imagined_is_what_would_be(void **state)
{
  (void)state;
  uint64_t rng = 1;
  for (int a = 0; rmr_algorithms[a] != NULL; a++)
    for (enum sim_memory m = SIM_CC; m < SIM_N_MEMORIES; m++) {
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

/* --- foresight ------------------------------------------------------------------------------------------------------ */

/* The most that a passage of P_p, or of anybody (p = 0), has cost in runs with the seeds 1 .. seeds, or up to one with so much. */
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

/* Where the Burns-Lamport algorithm is a module of another its schedule still finds it: beyond N^2, where chance stays far below. */
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

/* The dearest passage is the victim's, whoever it is; and where none is named, everybody's turn comes. */
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
      uint32_t dearest = 1;
      for (uint32_t p = 2; p <= 4; p++)
        if (ledger_max_passage(run_ledger(c->run), p) > ledger_max_passage(run_ledger(c->run), dearest)) dearest = p;
      if (victim == 0)
        hit[dearest]++;
      else
        assert_int_equal(dearest, victim);
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
  struct request r = {.algorithm = algorithm_named("tas"), .n = 3, .memory = SIM_DSM, .passages = 2};
  r.adversary = "foresight:effort=200,limit=40";
  assert_in_range(most_paid(r, 0, 10, UINT64_MAX), 40, 80);
  r.adversary = "foresight:effort=200";
  assert_in_range(most_paid(r, 0, 10, UINT64_MAX), 16 * 3 * 3, 16 * 3 * 3 + 40);
}

/* All algorithms, to the end; twice the same; and from any state in which it takes over, also when somebody else keeps choosing. */
static void test_foresight_everywhere(void **state)
{
  (void)state;
  for (int a = 0; rmr_algorithms[a] != NULL; a++)
    for (enum sim_memory m = SIM_CC; m < SIM_N_MEMORIES; m++) {
      struct events first = {0}, second = {0};
      const struct request r = {.algorithm = rmr_algorithms[a],
                                .n = 3,
                                .memory = m,
                                .sessions = "any:2",
                                .passages = 2,
                                .seed = 5,
                                .adversary = "foresight:effort=300,limit=60"};
      struct client *c = client_run(&r, events_keep, &first);
      if (run_ended(c->run) != RUN_COMPLETED && rmr_algorithms[a]->claims.wrong == NULL)
        fail_msg("%s: %s", r.algorithm->name, run_end_name(run_ended(c->run)));
      client_close(c);
      client_close(client_run(&r, events_keep, &second));
      assert_same_events(&first, &second);
      events_free(&first);
      events_free(&second);
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

/* --- specifications ------------------------------------------------------------------------------------------------- */

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
    cmocka_unit_test(test_replay_makes_the_steps_and_stops),
    cmocka_unit_test(test_replay_then_goes_on),
    cmocka_unit_test(test_solo_after_replay),
    cmocka_unit_test(test_replay_repeats),
    cmocka_unit_test(test_replay_has_the_parked_read_again),
    cmocka_unit_test(test_replay_goes_on_in_a_deadlock),
    cmocka_unit_test(test_others_take_over),
    cmocka_unit_test(test_replay_refuses_what_cannot_be),
    cmocka_unit_test(test_what_is_imagined_is_what_would_be),
    cmocka_unit_test(test_there_are_no_other_worlds),
    cmocka_unit_test(test_foresight_meets_the_worst_case),
    cmocka_unit_test(test_blocks_in_a_module),
    cmocka_unit_test(test_foresight_has_a_victim),
    cmocka_unit_test(test_effort_pays),
    cmocka_unit_test(test_foresight_has_a_limit),
    cmocka_unit_test(test_foresight_everywhere),
    cmocka_unit_test(test_foresight_is_disturbed),
    cmocka_unit_test(test_bad_specifications),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
