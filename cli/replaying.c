/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/replaying.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "cli/tracing.h"

/* Compares as the run goes, each repetition anew; on the first difference it raises the interrupt flag, which ends the
 * run soon. */
struct comparison {
  const struct schedule *schedule;
  const char *file;
  uint64_t made, all; /* steps */
  atomic_bool differs;
  struct error error;
};

enum { SIDE_SIZE = 128 };

/* "line 8a, value 1, cost cold"; "value 1" of a change. */
static const char *side(const struct rmr_algorithm *a, uint16_t line, rmr_word value, uint8_t cause,
                        char out[SIDE_SIZE])
{
  if (line == 0)
    snprintf(out, SIDE_SIZE, "value %" PRId64, value);
  else
    snprintf(out, SIDE_SIZE, "line %s, value %" PRId64 ", cost %s", rmr_line_of(a, line)->label, value,
             rmr_cause_key(cause));
  return out;
}

static void compare(void *self, const struct rmr_event *event)
{
  struct comparison *c = self;
  if (c->made == c->all || c->error.code != EXIT_OK) return;
  const struct schedule_step *step = schedule_step(c->schedule, schedule_step_at(c->schedule, c->made++), NULL);
  if (!step->said) return;
  if (step->line == event->line && step->value == event->after && step->cause == event->cause) return;
  char is[SIDE_SIZE], was[SIDE_SIZE], who[32] = "";
  if (event->action == RMR_STEP) snprintf(who, sizeof who, "P%u makes ", event->process);
  fail_at(&c->error, EXIT_USAGE, c->file, (int)step->source, 0,
          "the replay differs at step %" PRIu64 ": %s%s; recorded is %s", event->step, who,
          side(c->schedule->algorithm, event->line, event->after, event->cause, is),
          side(c->schedule->algorithm, step->line, step->value, step->cause, was));
  atomic_store(&c->differs, true);
}

/* A run in which everybody has made all his passages is over, whatever the schedule goes on with. */
static bool all_made(const struct comparison *c, const struct run *run, struct error *e)
{
  if (c->made == c->all) return true;
  const struct schedule_step *next = schedule_step(c->schedule, schedule_step_at(c->schedule, c->made), NULL);
  char name[NAMES_SIZE];
  if (rmr_action_kind(next->action) == RMR_STEP)
    snprintf(name, sizeof name, "P%u", rmr_action_who(next->action));
  else
    system_change_name(sim_system(run_sim(run)), next->action, name, sizeof name);
  return fail_at(e, EXIT_USAGE, c->file, (int)next->source, 0,
                 "the run has %s after %" PRIu64 " steps, and the schedule goes on with %s",
                 run_end_name(run_ended(run)), c->made, name);
}

static bool go(struct run *run, const struct replaying *what, struct comparison *comparison, struct error *e)
{
  struct trace *trace = NULL;
  run_observe(run, (struct run_observer){compare, comparison});
  if (what->trace != NULL && (trace = trace_open(what->trace, what->format, run, e)) == NULL) return false;
  const struct schedule *s = what->schedule;
  if (trace != NULL) {
    trace_note(trace, s->note, s->n_loop > 0 ? s->n_steps - s->n_loop + 1 : 0);
    trace_show(trace, what->span);
  }
  const bool ok = run_go(run, e);
  if (comparison->error.code != EXIT_OK) *e = comparison->error;
  const bool whole = ok && e->code == EXIT_OK && all_made(comparison, run, e);
  return tracing_end(what->trace, trace, whole, e);
}

struct run *replay_run(const struct replaying *what, struct error *e)
{
  const struct schedule *s = what->schedule;
  char *adversary = what->repeat > 1 ? mem_format("replay:file=%s,repeat=%" PRIu64, what->file, what->repeat)
                                     : mem_format("replay:file=%s", what->file);
  struct comparison comparison = {
    .schedule = s, .file = what->file, .all = s->n_steps + (what->repeat - 1) * s->n_loop};
  const struct run_spec spec = {.setup = schedule_system(s),
                                .adversary = adversary,
                                .schedule = s,
                                .repeat = what->repeat,
                                .directory = what->directory,
                                .stall = UINT64_MAX, /* a schedule ends by itself */
                                .interrupt = &comparison.differs,
                                .progress = what->progress};
  struct run *run = run_create(&spec, e);
  if (run != NULL && !go(run, what, &comparison, e)) {
    run_free(run);
    run = NULL;
  }
  if (run != NULL) run_forget(run); /* of the comparison, above all */
  free(adversary);
  return run;
}
