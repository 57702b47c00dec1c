/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The loops that are made for one algorithm each, against the general loop: the same state, byte by byte, the same
 * ledger, the same violations, the same random numbers.
 */
#include <math.h>

#include "sim/running.h"
#include "sim/state.h"

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

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_run), cmocka_unit_test(test_general_runs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
