/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/proof_witness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/answer/confirm.h"
#include "model/sessions.h"
#include "prove/proved_json.h"
#include "sim/schedule.h"
#include "sim/step.h"

enum { MOST_ROUNDS = 2 };

/* --- the lines of the run, by the simulator ----------------------------------------------------------------------- */

/* NULL: there are no such sessions. */
static struct schedule *schedule_for(const struct proof_answer *a, const struct algorithm_choice *choice,
                                     const char *sessions)
{
  struct error e = {0};
  struct schedule *schedule = mem_new(1, sizeof *schedule);
  schedule->algorithm = choice->algorithm;
  schedule->parameters = choice->parameters;
  schedule->text = choice->text;
  schedule->directory = choice->directory;
  schedule->n = a->range.first;
  schedule->memory = a->spec->memory;
  schedule->seed = 1;
  if (sessions_parse(sessions, &schedule->sessions, &e)) return schedule;
  free(schedule);
  return NULL;
}

static void add_step(struct schedule *to, uint32_t p)
{
  to->step = mem_another(to->step, to->n_steps, sizeof *to->step);
  to->step[to->n_steps++] = (struct schedule_step){.action = p};
}

/* False: the next step of the process is not one of the line with that label. */
static bool make_line(struct sim *sim, uint32_t p, const char *label, struct schedule *out)
{
  struct rmr_event event;
  if (sim->process[p].status != RMR_READY || sim->fault.raised) return false;
  sim_step(sim, p, sim->system->memory, &event);
  add_step(out, p);
  return strcmp(rmr_line_of(sim->system->algorithm, event.line)->label, label) == 0;
}

static bool make_lines(struct sim *sim, const struct machine *machine, const struct prove_run *run, size_t from,
                       size_t to, struct schedule *out)
{
  bool same = true;
  for (size_t k = from; same && k < to; k++) {
    const struct prove_step *step = &run->step[k];
    same = make_line(sim, run->process[step->member], rmr_line_of(&machine->algorithm, step->line)->label, out);
  }
  return same;
}

/* How many passages a process has made says nothing of the next one: there is no end, and all are for one session. */
static void forget_passages(struct sim *sim)
{
  for (uint32_t p = 1; p <= sim->n; p++) sim->process[p].passages = 0;
}

/* False: the simulator makes other lines, or its state is always another one after the loop. The first time around, it
 * may leave other values in variables that nobody reads any more. */
static bool make_run(struct sim *sim, const struct machine *machine, const struct prove_run *run, struct schedule *out)
{
  const size_t before = run->n - run->n_loop;
  bool same = make_lines(sim, machine, run, 0, before, out), closed = run->n_loop == 0;
  void *saved = mem_new(1, sim_state_size(sim));
  for (int round = 0; same && !closed && round < MOST_ROUNDS; round++) {
    const size_t begin = out->n_steps;
    forget_passages(sim);
    sim_state_save(sim, saved);
    same = make_lines(sim, machine, run, before, run->n, out);
    forget_passages(sim);
    closed = sim_state_alike(sim, saved);
    out->n_loop = out->n_steps - begin;
  }
  free(saved);
  return same && closed;
}

/* --- checks of its claim ------------------------------------------------------------------------------------------ */

static struct confirm_claim claim_of(const struct prove_run *run, int property)
{
  const uint8_t last = run->step[run->n - 1].member;
  if (property == PROVE_P1) return (struct confirm_claim){.what = "P1", .property = PROPERTY_P1};
  if (property == PROVE_P5)
    return (struct confirm_claim){
      .what = "P5", .property = PROPERTY_P5, .process = run->process[1 - last], .other = run->process[last]};
  return (struct confirm_claim){
    .what = "the cost", .process = run->process[run->observed], .cost = COST_RMR, .unbounded = true};
}

static const struct prove_run *run_of(const struct proof_answer *a, int property)
{
  const bool cost = property == N_PROVE_PROPERTIES;
  const struct prove_run *run = cost ? &a->proved.cost_run : &a->proved.property[property].run;
  const enum prove_verdict verdict = cost ? a->proved.cost.verdict : a->proved.property[property].verdict;
  const bool has = (cost || property == PROVE_P1 || property == PROVE_P5) && verdict == PROVE_NOT_PROVED;
  return has && run->step != NULL && run->is_honest && run->process[0] != 0 ? run : NULL;
}

/* False: the simulator cannot make the run, or it does not show what it should. */
static bool make(const struct proof_answer *a, int property, struct schedule *out)
{
  struct error e = {0};
  const struct prove_run *run = run_of(a, property);
  const struct system_spec spec = schedule_system(out);
  const struct confirm_claim claim = claim_of(run, property);
  struct system *system = system_create(&spec, &e);
  struct sim *sim = system != NULL ? sim_create(system, &e) : NULL;
  const bool made = sim != NULL && make_run(sim, a->machine, run, out) && confirm(out, &claim, &e);
  sim_free(sim);
  system_free(system);
  return made;
}

/* Sets answer->witness if the run can be made with such sessions. False: the schedule cannot be written. */
static bool try_sessions(struct proof_answer *a, const struct algorithm_choice *choice, int property,
                         const char *sessions, const char *path, struct error *e)
{
  const char *what = property < N_PROVE_PROPERTIES ? prove_names[property] : "rmr";
  char comment[96];
  struct schedule *schedule = schedule_for(a, choice, sessions);
  bool ok = true;
  snprintf(comment, sizeof comment, "%s: the abstract run of rmr prove", what);
  if (schedule != NULL && make(a, property, schedule)) {
    a->witness = (struct proof_witness){path, what};
    ok = schedule_write(path, schedule, comment, e);
  }
  if (schedule != NULL) schedule_free(schedule);
  free(schedule);
  return ok;
}

bool proof_write_witness(struct proof_answer *a, const struct algorithm_choice *choice, const char *path,
                         struct error *e)
{
  static const char *const rules[] = {"distinct", "same"};
  const size_t n_rules = a->machine->algorithm.group ? 2 : 1;
  bool any = false, ok = true;
  for (int property = 0; ok && a->witness.path == NULL && property <= N_PROVE_PROPERTIES; property++) {
    const bool has = run_of(a, property) != NULL;
    any |= has;
    for (size_t k = 0; has && ok && a->witness.path == NULL && k < n_rules; k++)
      ok = try_sessions(a, choice, property, rules[k], path, e);
  }
  if (!ok) a->witness.path = NULL;
  if (!ok || a->witness.path != NULL) return ok;
  return fail(e, EXIT_INCOMPLETE, "--witness: nothing was written, as %s",
              any ? "the simulator cannot make the run: it is one of the abstract system only"
                  : "no run of two processes alone breaks P1 or P5, or makes RMRs without end");
}
