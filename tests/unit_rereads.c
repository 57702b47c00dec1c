/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The schedules that parking leaves out (docs/model.md, "Waiting"): every schedule of a small system is tried, once
 * with the ready processes only and once with the parked ones too, who then read again. Where waits read one register,
 * both find the same worst passage; where they read two, the second can find a dearer one. The schedule that it finds
 * is written down and replayed.
 */
#include "sim/schedule.h"
#include "sim/step.h"

#include "client.h"

enum { BUCKETS = 1 << 17 };

struct search {
  struct schedule *system;
  struct client *client;
  bool rereads;
  uint64_t *seen; /* BUCKETS hashes of states; 0: none */
  uint32_t n_seen;
  uint16_t path[512], best_path[512]; /* the movers of the steps */
  size_t depth, best_depth;
  uint32_t best; /* the worst cost of a passage of P1 */
};

static uint64_t mix(uint64_t hash, uint64_t word)
{
  uint64_t state = hash ^ word;
  return rng_next(&state) * 31;
}

static uint64_t mix_bytes(uint64_t hash, const unsigned char *bytes, size_t n)
{
  for (size_t k = 0; k < n; k++) hash = mix(hash, bytes[k]);
  return hash;
}

/* All that the future depends on, and what P1 has paid. */
static uint64_t state_hash(const struct sim *sim)
{
  uint64_t hash = 1;
  for (uint32_t p = 1; p <= sim->n; p++) {
    const struct rmr_process *me = &sim->process[p];
    hash = mix_bytes(hash, sim->local + (size_t)p * sim->stride, sim->stride);
    hash = mix(mix(mix(hash, me->section), me->status), me->passages);
    hash = mix(mix(hash, me->spinning), me->blocked);
    for (uint32_t var = 0; var < sim->n_registers; var++) hash = mix(hash, sim_holds(sim, p, var));
  }
  for (uint32_t var = 0; var < sim->n_registers; var++) hash = mix(hash, (uint64_t)sim->memory[var]);
  return mix(hash, sim->process[1].rmr) | 1;
}

static bool is_new(struct search *s, uint64_t hash)
{
  size_t k = hash >> 2 & (BUCKETS - 1);
  while (s->seen[k] != 0 && s->seen[k] != hash) k = (k + 1) & (BUCKETS - 1);
  if (s->seen[k] == hash) return false;
  s->seen[k] = hash;
  assert_true(++s->n_seen < BUCKETS / 2);
  return true;
}

static void note(struct search *s, uint32_t cost)
{
  if (cost <= s->best) return;
  s->best = cost;
  s->best_depth = s->depth;
  memcpy(s->best_path, s->path, sizeof s->path);
}

static void explore(struct search *s)
{
  struct sim *sim = s->client->sim;
  if (!is_new(s, state_hash(sim))) return;
  void *here = mem_new(1, sim_state_size(sim));
  sim_state_save(sim, here);
  for (uint32_t p = 1; p <= sim->n; p++) {
    if (sim->process[p].status == RMR_DONE || (sim->process[p].status == RMR_PARKED && !s->rereads)) continue;
    assert_true(s->depth < sizeof s->path / sizeof *s->path);
    s->path[s->depth++] = (uint16_t)p;
    const struct rmr_event event = client_any_step(s->client, p);
    if (p == 1) note(s, event.passage_rmr);
    explore(s);
    s->depth--;
    sim_state_load(sim, here);
  }
  free(here);
}

/* All schedules from the header in `text`. */
static struct search *search(const char *text, bool rereads)
{
  struct error e = {0};
  struct search *s = mem_new(1, sizeof *s);
  s->system = mem_new(1, sizeof *s->system);
  if (!schedule_parse(text, strlen(text), "header", NULL, s->system, &e)) fail_msg("%s", e.text);
  const struct system_spec setup = schedule_system(s->system);
  s->rereads = rereads;
  s->seen = mem_new(BUCKETS, sizeof *s->seen);
  s->client = mem_new(1, sizeof *s->client);
  client_sim(s->client, &setup, &e);
  if (s->client->sim == NULL) fail_msg("%s", e.text);
  explore(s);
  return s;
}

static void search_free(struct search *s)
{
  client_close(s->client);
  schedule_free(s->system);
  free(s->system);
  free(s->seen);
  free(s);
}

#define HEADER(algorithm, others) "rmr-schedule 1\nalgorithm " algorithm "\nn 2\npassages " others "\npassages P1 1\n"

/* The worst cost of a passage of P1 without rereads and with them. True if the same states were seen. */
static bool compare_costs(const char *header, uint32_t ready_only, uint32_t all)
{
  struct search *without = search(header, false), *with = search(header, true);
  assert_int_equal(without->best, ready_only);
  assert_int_equal(with->best, all);
  assert_true(with->n_seen >= without->n_seen);
  const bool same = with->n_seen == without->n_seen;
  search_free(without);
  search_free(with);
  return same;
}

static void test_one_register(void **state)
{
  (void)state;
  assert_true(compare_costs(HEADER("burns_lamport", "1"), 4, 4));
  assert_true(compare_costs(HEADER("burns_lamport", "3"), 5, 5));
  assert_true(compare_costs(HEADER("bwbgme_repaired", "2") "sessions same\n", 14, 14)); /* nobody ever waits */
}

/* More can happen; that it need not be dearer is seen too. */
static void test_several_registers(void **state)
{
  (void)state;
  assert_false(compare_costs(HEADER("bakery", "2"), 12, 12));
  assert_false(compare_costs(HEADER("glb", "2"), 16, 16));
  assert_false(compare_costs(HEADER("bwbgme_repaired", "2"), 16, 16));
  assert_false(compare_costs(HEADER("bwbgme", "3"), 18, 19));
  assert_false(compare_costs(HEADER("bwbgme", "3") "initially GlobalColor 1\n", 18, 19));
}

static uint32_t cost_of_replay(const char *path)
{
  struct error e = {0};
  struct schedule *s = mem_new(1, sizeof *s);
  if (!schedule_read(path, NULL, s, &e)) fail_msg("%s", e.text);
  char *adversary = mem_format("replay:file=%s", path);
  const struct run_spec spec = {.setup = schedule_system(s), .adversary = adversary};
  struct run *run = run_create(&spec, &e);
  if (run == NULL || !run_go(run, &e)) fail_msg("%s", e.text);
  const uint32_t cost = (uint32_t)ledger_max_passage(run_ledger(run), 1);
  assert_int_equal(sim_view(run_sim(run))->step, s->n_steps);
  run_free(run);
  free(adversary);
  schedule_free(s);
  free(s);
  return cost;
}

/* The witness of the search, written down and replayed, costs the same. */
static void test_witness(void **state)
{
  (void)state;
  struct error e = {0};
  struct search *s = search(HEADER("bwbgme", "3"), true);
  char path[] = "/tmp/rmr-witness-XXXXXX";
  const int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  s->system->n_steps = s->best_depth;
  s->system->step = mem_new(s->best_depth, sizeof *s->system->step);
  for (size_t k = 0; k < s->best_depth; k++) s->system->step[k].action = s->best_path[k];
  if (!schedule_write(path, s->system, "a dearest passage of P1", &e)) fail_msg("%s", e.text);
  assert_int_equal(cost_of_replay(path), s->best);
  remove(path);
  search_free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_one_register),
    cmocka_unit_test(test_several_registers),
    cmocka_unit_test(test_witness),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
