/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The ledger against the events of the same run, and its sums against each other.
 */
#include "sim/state.h"

#include "client.h"

/* Calls `check` for every algorithm, adversary and memory, on a run of its own, with its events. */
static void for_all_runs(void (*check)(const struct client *, const struct events *))
{
  uint64_t seed = 1;
  for (int a = 0; rmr_algorithms[a] != NULL; a++)
    for (int s = 0; s < N_CLIENT_ADVERSARIES; s++)
      for (enum memory m = MEMORY_CC; m < N_MEMORIES; m++, seed++) {
        struct events events = {0};
        struct client *c = client_run(&(struct request){.algorithm = rmr_algorithms[a],
                                                        .n = 1 + seed % 7,
                                                        .memory = m,
                                                        .sessions = seed % 2 != 0 ? "any:2" : "distinct",
                                                        .adversary = client_adversaries[s],
                                                        .passages = 1 + seed % 5,
                                                        .seed = seed,
                                                        .max_steps = 3000,
                                                        .observed = 1},
                                      events_keep, &events);
        check(c, &events);
        events_free(&events);
        client_close(c);
      }
}

/* --- conservation ------------------------------------------------------------------------------------------------- */

static void check_sums(const struct client *c, const struct events *events)
{
  const struct ledger *l = run_ledger(c->run);
  struct error e = {0};
  if (!ledger_balance(l, run_sim(c->run), &e)) fail_msg("%s", e.text);
  uint64_t rmr = 0, by_process = 0, by_line = 0, by_register = 0, causes[RMR_N_CAUSES] = {0};
  for (size_t k = 0; k < events->n; k++) {
    rmr += events->event[k].cause != RMR_FREE;
    causes[events->event[k].cause]++;
  }
  for (uint32_t p = 1; p <= l->n; p++) by_process += ledger_rmr(l, p, 0);
  for (uint16_t line = 1; line < l->n_lines; line++) by_line += ledger_rmr(l, 0, line);
  for (uint32_t var = 0; var < l->n_registers; var++) by_register += l->by_register[var];
  assert_int_equal(rmr, ledger_rmr(l, 0, 0));
  assert_int_equal(rmr, by_process);
  assert_int_equal(rmr, by_line);
  assert_int_equal(rmr, by_register);
  for (int cause = 0; cause < RMR_N_CAUSES; cause++) assert_int_equal(l->cause[cause], causes[cause]);
  assert_int_equal(ledger_steps(l, 0, 0), events->n);
  assert_int_equal(l->total_steps, events->n);
}

static void test_conservation(void **state)
{
  (void)state;
  for_all_runs(check_sums);
}

static void test_cells_are_those_of_the_events(void **state)
{
  (void)state;
  struct events events = {0};
  struct client *c =
    client_run(&(struct request){.algorithm = algorithm_named("glb"), .n = 4, .passages = 3}, events_keep, &events);
  const struct ledger *l = run_ledger(c->run);
  for (uint32_t p = 1; p <= 4; p++)
    for (uint16_t line = 1; line < l->n_lines; line++) {
      uint64_t steps = 0, rmr = 0;
      for (size_t k = 0; k < events.n; k++)
        if (events.event[k].process == p && events.event[k].line == line) {
          steps++;
          rmr += events.event[k].cause != RMR_FREE;
        }
      assert_int_equal(ledger_steps(l, p, line), steps);
      assert_int_equal(ledger_rmr(l, p, line), rmr);
    }
  events_free(&events);
  client_close(c);
}

/* Without listeners the loop settles only the steps that need it; the numbers must be the same. */
static void test_listening_changes_nothing(void **state)
{
  (void)state;
  for (int a = 0; rmr_algorithms[a] != NULL; a++) {
    const struct request r = {
      .algorithm = rmr_algorithms[a], .n = 5, .sessions = "any:2", .passages = 20, .seed = 5, .max_steps = 20000};
    struct events events = {0};
    struct client *heard = client_run(&r, events_keep, &events), *alone = client_run(&r, NULL, NULL);
    const struct ledger *x = run_ledger(heard->run), *y = run_ledger(alone->run);
    assert_int_equal(x->total_steps, y->total_steps);
    assert_int_equal(x->cs_entries, y->cs_entries);
    assert_int_equal(x->passages, y->passages);
    assert_memory_equal(x->cell, y->cell, 6 * x->n_lines * sizeof *x->cell);
    assert_memory_equal(x->max_passage, y->max_passage, 6 * sizeof *x->max_passage);
    assert_memory_equal(x->max_bypass, y->max_bypass, 6 * sizeof *x->max_bypass);
    assert_memory_equal(x->max_meals, y->max_meals, 6 * sizeof *x->max_meals);
    assert_memory_equal(x->blocks, y->blocks, 6 * sizeof *x->blocks);
    events_free(&events);
    client_close(heard);
    client_close(alone);
  }
}

/* --- a counter tampered with -------------------------------------------------------------------------------------- */

static void assert_trips(const struct client *c, uint64_t *counter)
{
  struct error e = {0};
  (*counter)++;
  assert_false(ledger_balance(run_ledger(c->run), run_sim(c->run), &e));
  assert_int_equal(e.code, EXIT_INTERNAL);
  assert_non_null(strstr(e.text, "the ledger does not balance"));
  (*counter)--;
  e = (struct error){0};
  assert_true(ledger_balance(run_ledger(c->run), run_sim(c->run), &e));
}

static void test_tampering_trips(void **state)
{
  (void)state;
  struct client *c =
    client_run(&(struct request){.algorithm = algorithm_named("bakery"), .n = 3, .max_steps = 50}, NULL, NULL);
  struct ledger *l = (struct ledger *)(uintptr_t)run_ledger(c->run);
  assert_trips(c, &l->cell[l->n_lines + 1].rmr);
  assert_trips(c, &l->cell[3 * l->n_lines + 2].steps);
  assert_trips(c, &l->by_register[l->n_registers - 1]);
  for (int cause = RMR_COLD; cause < RMR_N_CAUSES; cause++) assert_trips(c, &l->cause[cause]);
  assert_trips(c, &l->passage_rmr);
  client_close(c);
}

/* --- passages ----------------------------------------------------------------------------------------------------- */

/* Everything that the ledger says of passages, found again from the events alone. */
static void check_passages(const struct client *c, const struct events *events)
{
  const struct ledger *l = run_ledger(c->run);
  uint64_t rmr[8] = {0}, steps[8] = {0}, most_rmr[8] = {0}, most_steps[8] = {0}, passages = 0, sum = 0, entries = 0;
  for (size_t k = 0; k < events->n; k++) {
    const struct rmr_event *event = &events->event[k];
    const uint32_t p = event->process;
    if (event->from == RMR_REMAINDER) rmr[p] = steps[p] = 0;
    rmr[p] += event->cause != RMR_FREE;
    steps[p]++;
    assert_int_equal(event->passage_rmr, rmr[p]);
    assert_int_equal(event->passage_steps, steps[p]);
    if (rmr[p] > most_rmr[p]) most_rmr[p] = rmr[p];
    if (steps[p] > most_steps[p]) most_steps[p] = steps[p];
    entries += event->to == RMR_CS && event->from != RMR_CS;
    passages += event->to == RMR_REMAINDER;
    sum += event->to == RMR_REMAINDER ? rmr[p] : 0;
  }
  assert_int_equal(l->passages, passages);
  assert_int_equal(l->passage_rmr, sum);
  assert_int_equal(l->cs_entries, entries);
  uint64_t most = 0;
  for (uint32_t p = 1; p <= l->n; p++) {
    assert_int_equal(ledger_max_passage(l, p), most_rmr[p]);
    assert_int_equal(ledger_max_steps(l, p), most_steps[p]);
    if (most_rmr[p] > most) most = most_rmr[p];
  }
  assert_int_equal(ledger_max_passage(l, 0), most);
}

static void test_passages(void **state)
{
  (void)state;
  for_all_runs(check_passages);
}

static int compare_words(const void *a, const void *b)
{
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void test_quantiles(void **state)
{
  (void)state;
  struct events events = {0};
  struct client *c =
    client_run(&(struct request){.algorithm = algorithm_named("burns_lamport"), .n = 5, .passages = 7, .seed = 4},
               events_keep, &events);
  uint64_t costs[35], n = 0, sum = 0;
  for (size_t k = 0; k < events.n; k++)
    if (events.event[k].to == RMR_REMAINDER) sum += costs[n++] = events.event[k].passage_rmr;
  assert_int_equal(n, 35);
  qsort(costs, n, sizeof *costs, compare_words);
  const struct ledger *l = run_ledger(c->run);
  assert_true(costs[0] < costs[34]);
  assert_true(ledger_quantile(l, 0) == (double)costs[0]);
  assert_true(ledger_quantile(l, 1) == (double)costs[34]);
  for (uint64_t k = 0; k < n; k++) assert_true(ledger_quantile(l, ((double)k + 0.5) / 35) == (double)costs[k]);
  assert_true(ledger_quantile(l, 0.5) == (double)costs[17]);
  assert_true(fabs(ledger_mean(l) - (double)sum / 35) < 1e-9);
  events_free(&events);
  client_close(c);
}

static void test_no_passage_no_quantile(void **state)
{
  (void)state;
  struct client *c =
    client_run(&(struct request){.algorithm = algorithm_named("glb"), .n = 2, .max_steps = 3}, NULL, NULL);
  assert_true(isnan(ledger_mean(run_ledger(c->run))));
  assert_true(isnan(ledger_quantile(run_ledger(c->run), 0.5)));
  client_close(c);
}

/* --- bypasses and blocks ------------------------------------------------------------------------------------------ */

/* CS entries of processes in conflict between the end of the doorway (or the first step where there is none) and one's
 * own. */
static void check_bypasses(const struct client *c, const struct events *events)
{
  const struct ledger *l = run_ledger(c->run);
  const struct system *s = sim_system(run_sim(c->run));
  for (uint32_t p = 1; p <= l->n; p++) {
    uint64_t most = 0, passed = 0;
    uint32_t session = 0;
    bool waits = false;
    for (size_t k = 0; k < events->n; k++) {
      const struct rmr_event *event = &events->event[k];
      const bool enters = event->to == RMR_CS && event->from != RMR_CS;
      if (event->process == p && event->to == RMR_WAITING && event->from != RMR_WAITING) waits = true, passed = 0;
      if (event->process == p && enters) waits = false;
      if (event->process == p) session = event->session;
      passed += enters && waits && system_conflict(s, event->process, event->session, p, session);
      if (waits && passed > most) most = passed;
    }
    assert_int_equal(ledger_max_bypass(l, p), most);
  }
}

static void test_bypasses(void **state)
{
  (void)state;
  for_all_runs(check_bypasses);
}

/* Where no register has a holder nobody has a blocking path, and there is one's own meal only. */
static void check_meals(const struct client *c, const struct events *events)
{
  const struct ledger *l = run_ledger(c->run);
  for (uint32_t p = 1; p <= l->n; p++) {
    bool eaten = false;
    for (size_t k = 0; k < events->n; k++) {
      const struct rmr_event *event = &events->event[k];
      eaten |= event->process == p && event->from == RMR_CS && event->to != RMR_CS;
    }
    if (!l->anybody_blocks) assert_int_equal(ledger_max_meals(l, p), eaten);
    if (eaten) assert_true(ledger_max_meals(l, p) > 0);
  }
}

static void test_meals(void **state)
{
  (void)state;
  for_all_runs(check_meals);
}

/* The processes of two sets: bit p of the value, or of the argument, is P_p. Register 0 is held by P1, always. */
static uint32_t members(uint32_t after, uint32_t cell, rmr_word value, rmr_word argument, struct rmr_size s)
{
  if (cell == 0) return after < 1;
  for (uint32_t p = after + 1; p <= s.n; p++)
    if (((value | argument) >> p & 1) != 0) return p;
  return 0;
}

/* P1 eats while P2 waits at a register for an argument: whether that is a meal for P2 as well. `before`: the value that
 * the last access of P1 found in register 1. */
static bool counts_meal(struct ledger *ledger, struct sim *sim, uint32_t var, rmr_word argument, rmr_word before)
{
  const uint64_t meals = ledger->meals[2], own = ledger->meals[1];
  sim->process[2].pending = (struct rmr_op){.kind = RMR_SPIN, .var = var, .value = argument, .line = 1};
  sim->process[2].section = RMR_WAITING;
  const struct rmr_event event = {.process = 1, .from = RMR_CS, .to = RMR_EXIT, .var = 1, .before = before};
  ledger_meal(ledger, sim, &event);
  assert_int_equal(ledger->meals[1], own + 1);
  return ledger->meals[2] != meals;
}

/* Whom one waits for depends on the register, on its value and on the argument, at each meal anew. */
static void test_whom_one_waits_for(void **state)
{
  (void)state;
  enum { P1 = 1 << 1, P3 = 1 << 3 };
  struct rmr_algorithm a = rmr_algorithm_tally;
  struct rmr_shared flags = a.shared[0];
  flags.holder = members;
  a.shared = &flags;
  struct error e = {0};
  struct ledger ledger;
  struct client *c = client_open(&(struct request){.algorithm = &a, .n = 3});
  assert_true(ledger_init(&ledger, c->sim, 0, &e));
  assert_true(counts_meal(&ledger, c->sim, 0, 0, 0));
  assert_false(counts_meal(&ledger, c->sim, 2, 0, 0)); /* at another register */
  c->sim->memory[2] = P1;
  assert_true(counts_meal(&ledger, c->sim, 2, 0, 0));
  assert_true(counts_meal(&ledger, c->sim, 2, 0, 0));
  c->sim->memory[2] = P3;
  assert_false(counts_meal(&ledger, c->sim, 2, 0, 0)); /* held by another one */
  assert_true(counts_meal(&ledger, c->sim, 2, P1, 0)); /* held by two */
  assert_false(counts_meal(&ledger, c->sim, 2, 0, 0));
  assert_false(counts_meal(&ledger, c->sim, 1, 0, P3));
  assert_true(counts_meal(&ledger, c->sim, 1, 0, P1)); /* P1 has just given it away */
  assert_true(counts_meal(&ledger, c->sim, 1, 0, P1 | P3));
  assert_false(counts_meal(&ledger, c->sim, 1, 0, 0));
  ledger_fini(&ledger);
  client_close(c);
}

/* Whether P1 is at the end of a way from P_i, along all whom processes wait for. */
static void find_ways(const struct sim *sim, rmr_word before, bool reaches[])
{
  bool more = true;
  for (uint32_t p = 1; p <= sim->n; p++) reaches[p] = p == 1;
  while (more) {
    more = false;
    for (uint32_t p = 2; p <= sim->n; p++) {
      const struct rmr_op *op = &sim->process[p].pending;
      if (reaches[p] || sim->process[p].section != RMR_WAITING) continue;
      const rmr_word value = op->var == 1 ? before : sim->memory[op->var];
      for (uint32_t q = 1; q <= sim->n; q++) reaches[p] |= reaches[q] && ((value | op->value) >> q & 1) != 0;
      more |= reaches[p];
    }
  }
}

/* Waits drawn at random, for nobody, for one or for several: a meal of P1 counts for all who wait for it, at once or
 * through others. Every other one is parked, and has made a step since the last meal. */
static void test_ways_of_any_shape(void **state)
{
  (void)state;
  enum { MANY = 8, TRIALS = 3000 };
  struct rmr_algorithm a = rmr_algorithm_tally;
  struct rmr_shared flags = a.shared[0];
  flags.holder = members;
  a.shared = &flags;
  struct error e = {0};
  struct ledger ledger;
  struct client *c = client_open(&(struct request){.algorithm = &a, .n = MANY});
  struct sim *sim = c->sim;
  uint64_t rng = 1;
  uint32_t through = 0;
  assert_true(ledger_init(&ledger, sim, 0, &e));
  for (uint32_t trial = 1; trial <= TRIALS; trial++) {
    const struct rmr_event event = {
      .process = 1, .from = RMR_CS, .to = RMR_EXIT, .var = 1, .before = 2u << trial % MANY};
    bool reaches[MANY + 1];
    uint64_t before[MANY + 1];
    for (uint32_t p = 2; p <= MANY; p++) {
      const uint32_t var = 1 + (uint32_t)rng_below(&rng, MANY - 1);
      sim->memory[var] = 2u << rng_below(&rng, MANY);
      sim->process[p].pending = (struct rmr_op){.kind = RMR_SPIN, .var = var, .line = 1};
      sim->process[p].pending.value = rng_below(&rng, 3) == 0 ? 2u << rng_below(&rng, MANY) : 0;
      sim->process[p].section = rng_below(&rng, 8) == 0 ? RMR_REMAINDER : RMR_WAITING;
      sim->process[p].status = p % 2 == 0 ? RMR_PARKED : RMR_READY;
      sim->process[p].steps = trial;
    }
    memcpy(before, ledger.meals, sizeof before);
    find_ways(sim, event.before, reaches);
    ledger_meal(&ledger, sim, &event);
    for (uint32_t p = 1; p <= MANY; p++) {
      assert_int_equal(ledger.meals[p] - before[p], reaches[p]);
      through += reaches[p] && p != 1;
    }
  }
  assert_true(through > TRIALS / 2);
  ledger_fini(&ledger);
  client_close(c);
}

static void check_blocks(const struct client *c, const struct events *events)
{
  const struct ledger *l = run_ledger(c->run);
  uint64_t total = 0, on = 0, of_the_observed = 0;
  for (size_t k = 0; k < events->n; k++) {
    total += events->event[k].blocked;
    of_the_observed += events->event[k].blocked && events->event[k].process == l->observed;
  }
  for (uint32_t var = 0; var < l->n_registers; var++) on += l->blocked_on[var];
  assert_int_equal(ledger_blocks(l, 0), total);
  assert_int_equal(ledger_blocks(l, l->observed), of_the_observed);
  assert_int_equal(on, of_the_observed);
}

static void test_blocks(void **state)
{
  (void)state;
  for_all_runs(check_blocks);
}

/* P2 finds Competing[1] up at line 5, three times over: one block. After writing, the same again is another one. */
static void test_a_wait_is_one_block(void **state)
{
  (void)state;
  struct client *c = client_open(
    &(struct request){.algorithm = algorithm_named("burns_lamport"), .n = 2, .memory = MEMORY_DSM, .passages = 9});
  for (int round = 0; round < 2; round++) {
    int blocks = 0;
    client_step(c, 1);                                               /* line 1: up */
    for (int k = 0; k < 6; k++) blocks += client_step(c, 2).blocked; /* lines 1, 3, 4, 5, 5, 5 */
    assert_int_equal(blocks, 1);
    client_step(c, 1);
    client_step(c, 1);                       /* lines 10, 12: down */
    assert_false(client_step(c, 2).blocked); /* line 5: on to line 1 */
  }
  client_close(c);
}

static void test_observed_process(void **state)
{
  (void)state;
  struct error e = {0};
  struct client *c = mem_new(1, sizeof *c);
  const struct request r = {.algorithm = algorithm_named("glb"), .n = 3};
  const struct run_spec spec = {.setup = client_setup(c, &r), .observed = 4};
  assert_null(run_create(&spec, &e));
  assert_non_null(strstr(e.text, "the observed process is 4, but N = 3"));
  client_close(c);
  c = client_prepare(&r);
  assert_int_equal(run_ledger(c->run)->observed, 3);
  client_close(c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_conservation),
    cmocka_unit_test(test_cells_are_those_of_the_events),
    cmocka_unit_test(test_listening_changes_nothing),
    cmocka_unit_test(test_tampering_trips),
    cmocka_unit_test(test_passages),
    cmocka_unit_test(test_quantiles),
    cmocka_unit_test(test_no_passage_no_quantile),
    cmocka_unit_test(test_bypasses),
    cmocka_unit_test(test_meals),
    cmocka_unit_test(test_ways_of_any_shape),
    cmocka_unit_test(test_whom_one_waits_for),
    cmocka_unit_test(test_blocks),
    cmocka_unit_test(test_a_wait_is_one_block),
    cmocka_unit_test(test_observed_process),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
