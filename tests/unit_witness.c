/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_witness.c: the answers of the explorer can be seen. Every exact cost comes with a schedule; here each one is
 * written to a file and replayed by the simulator, which counts with other code, and must cost the very same. A lasso
 * must cost more each time it is gone around. A lost process does not enter again, under any schedule.
 *
 * ctest: slow
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "client.h"
#include "explore/explore.h"
#include "model/choice.h"
#include "sim/run.h"

enum { NO_END = 0 };

/* With sanitizers one in so many algorithms is tried. */
#ifdef __SANITIZE_ADDRESS__
enum { EVERY = 4 };
#else
enum { EVERY = 1 };
#endif

static size_t n_algorithms(void)
{
  size_t n = 0;
  while (rmr_algorithms[n] != NULL) n++;
  return n;
}

/* The replay of a witness, its loop gone around so many times. */
static struct run *replayed(const struct witness *w, uint32_t repeat)
{
  struct error e = {0};
  char path[] = "/tmp/rmr-witness-XXXXXX", adversary[96];
  const int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  if (!schedule_write(path, &w->schedule, "a witness", &e)) fail_msg("%s", e.text);
  if (w->schedule.n_loop != 0)
    snprintf(adversary, sizeof adversary, "replay:file=%s,repeat=%u", path, repeat);
  else
    snprintf(adversary, sizeof adversary, "replay:file=%s", path);
  const struct run_spec spec = {.setup = schedule_system(&w->schedule), .adversary = adversary};
  struct run *run = run_create(&spec, &e);
  if (run == NULL || !run_go(run, &e))
    fail_msg("%s, %s: %s", w->schedule.algorithm->name, memory_names[w->schedule.memory], e.text);
  remove(path);
  return run;
}

static uint64_t counted(const struct run *run, const struct explore_spec *spec, uint32_t p)
{
  switch (spec->cost) {
  case COST_RMR: return ledger_max_passage(run_ledger(run), p);
  case COST_LINE: return ledger_steps(run_ledger(run), p, spec->lines.first);
  case COST_RMR_AT_LINE: return ledger_rmr(run_ledger(run), p, spec->lines.first);
  case COST_STEPS: return ledger_max_steps(run_ledger(run), p);
  case COST_BYPASS: return ledger_max_bypass(run_ledger(run), p);
  case COST_TICKS: return UINT64_MAX; /* unit_ticks.c */
  case COST_SUPER: return ledger_max_super(run_ledger(run), p);
  case COST_MEALS: return ledger_max_meals(run_ledger(run), p);
  case COST_FENCES:
  case COST_RMR_AND_FENCES: return UINT64_MAX; /* unit_orders.c */
  case COST_NONE: break;
  }
  return UINT64_MAX;
}

static void check_cost(const struct explore_spec *spec, const struct explored_cost *c)
{
  const char *name = spec->setup.algorithm->name;
  if (!c->complete || !c->witness.found) fail_msg("%s, N = %u, P%u: no worst case", name, spec->setup.n, c->process);
  struct run *once = replayed(&c->witness, 1);
  const uint64_t cost = counted(once, spec, c->process);
  run_free(once);
  if (!c->unbounded) {
    if (cost != c->worst)
      fail_msg("%s, N = %u, P%u, %s: the explorer says %lu, its witness costs %lu", name, spec->setup.n, c->process,
               memory_names[spec->setup.memory], (unsigned long)c->worst, (unsigned long)cost);
    return;
  }
  struct run *often = replayed(&c->witness, 5);
  const uint64_t more = counted(often, spec, c->process);
  run_free(often);
  if (more < cost + 4)
    fail_msg("%s, N = %u, P%u, %s: the lasso costs %lu once and %lu five times", name, spec->setup.n, c->process,
             memory_names[spec->setup.memory], (unsigned long)cost, (unsigned long)more);
}

static void check_costs(struct explore_spec *spec, const char *sessions)
{
  struct error e = {0};
  struct sessions rule;
  struct explored x;
  assert_true(sessions_parse(sessions, &rule, &e));
  spec->setup.sessions = &rule;
  spec->limits = (struct explore_limits){.memory = (size_t)1 << 30, .threads = 1};
  if (!explore(spec, &x, &e)) fail_msg("%s: %s", spec->setup.algorithm->name, e.text);
  for (uint32_t k = 0; k < x.n_costs; k++) check_cost(spec, &x.cost[k]);
  explored_free(&x);
}

/* Every shipped algorithm, or some of them, all memories, all processes, N = 2. */
static void test_rmrs(void **state)
{
  static const char *const sessions[] = {"distinct", "same", "any:2"};
  (void)state;
  for (size_t k = 0; k < n_algorithms(); k += EVERY)
    for (size_t s = 0; s < (rmr_algorithms[k]->group ? 3 : 1); s++)
      for (enum memory memory = 0; memory < N_MEMORIES; memory++)
        for (uint32_t passages = client_is_bounded(rmr_algorithms[k]) ? NO_END : 1; passages <= 2; passages++) {
          struct explore_spec spec = {.cost = COST_RMR};
          spec.setup =
            (struct system_spec){.algorithm = rmr_algorithms[k], .n = 2, .memory = memory, .passages = passages};
          check_costs(&spec, sessions[s]);
        }
}

static void test_other_costs(void **state)
{
  static const enum cost_id costs[] = {COST_STEPS, COST_BYPASS};
  (void)state;
  for (size_t k = 0; k < n_algorithms(); k += EVERY) {
    const struct rmr_algorithm *a = rmr_algorithms[k];
    for (size_t c = 0; c < 2; c++) {
      struct explore_spec spec = {.cost = costs[c], .setup = {.algorithm = a, .n = 2, .passages = 2}};
      check_costs(&spec, "distinct");
    }
    for (uint16_t line = 1; line < a->n_lines; line++)
      for (enum cost_id cost = COST_LINE; cost <= COST_RMR_AT_LINE; cost++) {
        struct explore_spec spec = {
          .cost = cost, .lines = {.first = line, .last = line}, .setup = {.algorithm = a, .n = 2, .passages = 1}};
        check_costs(&spec, "distinct");
      }
  }
}

static void test_larger(void **state)
{
  (void)state;
  struct error e = {0};
  struct explore_spec spec = {.cost = COST_RMR, .setup = {.n = 4, .passages = 1}};
  spec.setup.algorithm = algorithm_find("burns_lamport", &e);
  check_costs(&spec, "distinct");
  spec.setup.n = 3;
  spec.setup.passages = 2;
  check_costs(&spec, "distinct");
  spec.setup.algorithm = algorithm_find("glb", &e);
  spec.setup.passages = 1;
  check_costs(&spec, "any:2");
}

/* --- lost processes ----------------------------------------------------------------------------------------------- */

static struct rmr_event step_of(struct client *c, uint32_t p)
{
  const struct rmr_event event = client_any_step(c, p);
  assert_true(event.process == p);
  return event;
}

/* After the witness of P7, random steps of all do not bring the process into the critical section. */
static void check_lost(const struct explored_property *lost)
{
  struct error e = {0};
  struct client c = {0};
  uint64_t rng = 1;
  const struct schedule *witness = &lost->witness.schedule;
  const struct system_spec setup = schedule_system(witness);
  const struct rmr_process *process;
  if (client_sim(&c, &setup, &e) == NULL) fail_msg("%s", e.text);
  for (size_t k = 0; k < witness->n_steps; k++) step_of(&c, rmr_action_who(witness->step[k].action));
  process = client_process(&c, lost->process);
  assert_int_not_equal(process->section, RMR_REMAINDER);
  for (uint32_t k = 0, p; k < 5000 && (p = client_pick(&c, &rng)) != 0; k++) {
    const struct rmr_event event = step_of(&c, p);
    assert_false(p == lost->process && event.from != RMR_CS && event.to == RMR_CS);
  }
  sim_free(c.sim);
  system_free(c.system);
}

static void test_lost(void **state)
{
  static const struct {
    const char *name; /* of a shipped one, with parameters, or NULL */
    const struct rmr_algorithm *toy;
    uint32_t n, passages;
    bool rests;
    size_t steps; /* the fewest that lose somebody */
  } cases[] = {
    {"philosophers:order=left", NULL, 3, NO_END, false, 3},
    {"philosophers:graph=ring,order=left", NULL, 5, 1, false, 5},
    {"philosophers_rw:order=left", NULL, 3, NO_END, false, 0},
    {NULL, &rmr_algorithm_embrace, 3, NO_END, false, 3},
    {NULL, &rmr_algorithm_oubliette, 2, NO_END, false, 1},
    {NULL, &rmr_algorithm_relay, 3, 2, true, 0},
  };
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct error e = {0};
    struct sessions rule;
    struct explored x;
    struct algorithm_choice *choice = NULL;
    assert_true(sessions_parse("distinct", &rule, &e));
    struct explore_spec spec = {.setup = {.algorithm = cases[k].toy, .n = cases[k].n, .passages = cases[k].passages},
                                .check = {[7] = true},
                                .limits = {.memory = (size_t)1 << 30, .threads = 1}};
    spec.setup.sessions = &rule;
    if (cases[k].name != NULL && (choice = algorithm_choose(cases[k].name, NULL, &e)) != NULL)
      algorithm_ask(choice, &spec.setup);
    if (!explore(&spec, &x, &e)) fail_msg("%s", e.text);
    assert_int_equal(x.property[7].verdict, VERDICT_FAILS);
    assert_int_equal(x.property[7].rests, cases[k].rests);
    if (cases[k].steps != 0) assert_int_equal(x.property[7].witness.schedule.n_steps, cases[k].steps);
    check_lost(&x.property[7]);
    explored_free(&x);
    algorithm_release(choice);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rmrs), cmocka_unit_test(test_other_costs),
                                     cmocka_unit_test(test_larger), cmocka_unit_test(test_lost)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
