/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The loops that are made for one algorithm each, against the general loop: the same state, byte by byte, the same
 * ledger, the same violations, the same random numbers.
 */
#include <math.h>

#include "sim/running.h"
#include "sim/step.h"

#include "client.h"

static void ignore(void *self, const struct rmr_event *event)
{
  (void)self, (void)event;
}

/* A run to its end. The general loop makes it if somebody listens. */
static struct client *run_of(const struct rmr_algorithm *algorithm, uint32_t n, uint64_t seed, bool listen,
                             struct error *e)
{
  struct client *c = client_prepare(&(struct request){.algorithm = algorithm,
                                                      .n = n,
                                                      .sessions = seed % 2 != 0 ? "any:2" : "distinct",
                                                      .passages = seed % 3 == 0 ? ENDLESS : 2,
                                                      .seed = seed,
                                                      .max_steps = 20000,
                                                      .observed = 1});
  if (listen) run_observe(c->run, (struct run_observer){.observe = ignore});
  run_go(c->run, e);
  return c;
}

static void check_ledgers(const struct ledger *a, const struct ledger *b)
{
  const size_t seats = (a->n + 1) * sizeof(uint64_t), registers = a->n_registers * sizeof(uint64_t);
  assert_memory_equal(a->cell, b->cell, (a->n + 1) * a->n_lines * sizeof *a->cell);
  assert_memory_equal(a->by_register, b->by_register, registers);
  assert_memory_equal(a->blocked_on, b->blocked_on, registers);
  assert_memory_equal(a->cause, b->cause, sizeof a->cause);
  assert_memory_equal(a->blocks, b->blocks, seats);
  assert_memory_equal(a->max_passage, b->max_passage, seats);
  assert_memory_equal(a->max_steps, b->max_steps, seats);
  assert_memory_equal(a->max_super, b->max_super, seats);
  assert_memory_equal(a->max_bypass, b->max_bypass, seats);
  assert_memory_equal(a->max_meals, b->max_meals, seats);
  assert_int_equal(a->passages, b->passages);
  assert_int_equal(a->passage_rmr, b->passage_rmr);
  assert_int_equal(a->cs_entries, b->cs_entries);
  assert_int_equal(a->total_steps, b->total_steps);
  assert_true(ledger_quantile(a, 0.9) == ledger_quantile(b, 0.9) || isnan(ledger_quantile(a, 0.9)));
}

static void check_states(const struct sim *a, const struct sim *b)
{
  unsigned char *one = malloc(sim_state_size(a)), *other = malloc(sim_state_size(b));
  assert_int_equal(sim_state_size(a), sim_state_size(b));
  sim_state_save(a, one);
  sim_state_save(b, other);
  assert_memory_equal(one, other, sim_state_size(a));
  assert_int_equal(a->fault.raised, b->fault.raised);
  free(one);
  free(other);
}

static void check_violations(const struct monitor *a, const struct monitor *b)
{
  assert_int_equal(a->n_violations, b->n_violations);
  for (uint32_t k = 0; k < a->n_violations; k++) {
    assert_string_equal(a->violation[k].text, b->violation[k].text);
    assert_int_equal(a->violation[k].step, b->violation[k].step);
  }
}

/* Whether the run has taken the loop that is made for the algorithm. */
static bool check_same_run(const struct rmr_algorithm *algorithm, uint32_t n, uint64_t seed, uint32_t *broken)
{
  struct error e = {0}, other_e = {0};
  struct client *one = run_of(algorithm, n, seed, false, &e), *other = run_of(algorithm, n, seed, true, &other_e);
  const bool own = one->run->loop != NULL;
  assert_null(other->run->loop);
  assert_string_equal(e.text, other_e.text); /* endless passages of merritt_taubenfeld need endless registers */
  check_ledgers(run_ledger(one->run), run_ledger(other->run));
  check_states(run_sim(one->run), run_sim(other->run));
  check_violations(run_monitor(one->run), run_monitor(other->run));
  assert_int_equal(run_ended(one->run), run_ended(other->run));
  assert_int_equal(one->run->scheduler->host.rng, other->run->scheduler->host.rng);
  *broken += run_monitor(one->run)->n_violations != 0;
  client_close(one);
  client_close(other);
  return own;
}

static void test_same_run(void **state)
{
  static const uint32_t sizes[] = {1, 2, 3, 8, 40};
  uint32_t own = 0, runs = 0, broken = 0;
  (void)state;
  for (const struct loop_of *at = rmr_loops; at->algorithm != NULL; at++)
    for (uint64_t seed = 0; seed < 10; seed++, runs++)
      own += check_same_run(at->algorithm, sizes[seed % 5], seed, &broken);
  assert_true(own > runs / 2);
  assert_true(broken > 0); /* else the violations would be compared in vain */
}

/* Runs that need what such a loop leaves out. */
static void test_general_runs(void **state)
{
  struct error e = {0};
  const struct rmr_algorithm *bakery = algorithm_find("bakery", &e);
  const struct request requests[] = {
    {.algorithm = bakery, .n = 3, .memory = MEMORY_DSM},
    {.algorithm = bakery, .n = 3, .adversary = "round_robin"},
    {.algorithm = bakery, .n = 3, .faults = {.limit = {1}}},
    {.algorithm = bakery, .n = 3, .time = {.slow = 2, .cs = 2}},
    {.algorithm = algorithm_find("two_stage", &e), .n = 3},
  };
  (void)state;
  for (size_t k = 0; k < sizeof requests / sizeof *requests; k++) {
    struct client *c = client_prepare(&requests[k]);
    assert_null(c->run->loop);
    client_close(c);
  }
  struct client *c = client_prepare(&(struct request){.algorithm = bakery, .n = 3});
  assert_non_null(c->run->loop);
  client_close(c);
}

/* --- invariants --------------------------------------------------------------------------------------------------- */

/* A register gets another value when so many steps have been made; so many follow. */
enum { BEFORE = 500, AFTER = 3000 };

struct spoiler {
  struct sim *sim;
  uint32_t var;
  rmr_word value;
};

static void spoil(const struct spoiler *s)
{
  s->sim->memory[s->var] = s->value;
  sim_invalidate(&s->sim->copies[(size_t)s->var * s->sim->row], s->sim->row);
  sim_wake(s->sim, s->var);
}

static void spoil_in_time(void *self, const struct rmr_event *event)
{
  if (event->step == BEFORE) spoil(self);
}

/* The first step at which an invariant was found broken; 0: none. */
static uint64_t broken_at(const struct monitor *monitor)
{
  uint64_t first = 0;
  for (uint32_t k = 0; k < monitor->n_violations; k++) {
    const struct violation *v = &monitor->violation[k];
    if (strcmp(v->property, "invariants") == 0 && (first == 0 || v->step < first)) first = v->step;
  }
  return first;
}

static struct client *spoilt_client(const struct rmr_algorithm *algorithm, uint64_t seed)
{
  return client_prepare(
    &(struct request){.algorithm = algorithm, .n = 4, .passages = ENDLESS, .seed = seed, .max_steps = BEFORE + AFTER});
}

static uint64_t spoilt_in_general(const struct rmr_algorithm *algorithm, struct spoiler s, uint64_t seed)
{
  struct error e = {0};
  struct client *c = spoilt_client(algorithm, seed);
  s.sim = c->run->sim;
  run_observe(c->run, (struct run_observer){.observe = spoil_in_time, .self = &s});
  run_go(c->run, &e);
  const uint64_t step = broken_at(run_monitor(c->run));
  client_close(c);
  return step;
}

/* In its own loop, which leaves the run to the general one where it finds something. */
static uint64_t spoilt_in_loop(const struct rmr_algorithm *algorithm, struct spoiler s, uint64_t seed)
{
  struct error e = {0};
  struct client *c = spoilt_client(algorithm, seed);
  struct run *run = c->run;
  monitor_begin(&run->monitor, run->sim);
  run->loop(run, BEFORE, &e);
  assert_non_null(run->loop);
  s.sim = run->sim;
  if (s.sim->view.step == BEFORE) spoil(&s); /* else nobody can move */
  run->loop(run, AFTER, &e);
  const uint64_t step = broken_at(&run->monitor);
  assert_true((step == 0) == (run->loop != NULL));
  client_close(c);
  return step;
}

static uint32_t spoil_all(const struct rmr_algorithm *algorithm, uint32_t n_registers, uint64_t seed)
{
  uint32_t found = 0;
  for (uint32_t var = 0; var < n_registers; var++)
    for (rmr_word value = 0; value < 6; value++) {
      const struct spoiler s = {.var = var, .value = value};
      const uint64_t step = spoilt_in_loop(algorithm, s, seed);
      assert_int_equal(step, spoilt_in_general(algorithm, s, seed));
      found += step != 0;
    }
  return found;
}

/* A broken invariant is found at the same step, wherever the state is spoilt. */
static void test_spoilt(void **state)
{
  uint32_t found = 0;
  (void)state;
  for (const struct loop_of *at = rmr_loops; at->algorithm != NULL; at++) {
    if (at->algorithm->invariants == NULL) continue;
    struct client *c = spoilt_client(at->algorithm, 1);
    const uint32_t n_registers = c->run->loop != NULL ? c->run->sim->n_registers : 0;
    client_close(c);
    for (uint64_t seed = 1; seed <= 3; seed++) found += spoil_all(at->algorithm, n_registers, seed);
  }
  assert_true(found > 0); /* else nothing would have been compared */
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_run), cmocka_unit_test(test_general_runs),
                                     cmocka_unit_test(test_spoilt)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
