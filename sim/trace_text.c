/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trace_text.c: a trace that reads like the paper. One line per step: the process, the line as printed beside its
 * number, its effect, its cost. Changes of section, waiting and violations stand below it, indented. A parked process
 * makes no steps, so a wait takes two lines however long it lasts. Sessions are left out where there are none.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "model/scope_text.h"
#include "sim/state.h"
#include "sim/trace_internal.h"
#include "version.h"

enum { WHO_WIDTH = 16, MOST_PRINTED = 40 }; /* "#123 P12 line 17a"; longer ones push what follows to the right */

static const char *without_indent(const char *text)
{
  return text + strspn(text, " ");
}

static int printed_width(const struct rmr_algorithm *a)
{
  int width = 0;
  for (uint32_t k = 0; k < a->n_rows; k++) {
    const int length = (int)strlen(without_indent(a->lines[k].text));
    if (a->lines[k].line != 0 && length <= MOST_PRINTED && length > width) width = length;
  }
  return width;
}

static void text_begin(struct trace *trace)
{
  const struct system_spec *setup = &trace->system->spec;
  trace->printed = printed_width(setup->algorithm);
  scope_print_title(setup, trace->out);
  fprintf(trace->out, "\n%s\n", setup->algorithm->source);
  scope_print(setup, trace->system, SCOPE_GROUPS, trace->out);
  fprintf(trace->out, ", seed %" PRIu64 ", adversary %s, rmr %s\n\n", setup->seed, run_specification(trace->run),
          RMR_VERSION);
}

static void text_note(struct trace *trace)
{
  if (trace->note == NULL) return;
  trace_print_note(trace->note, trace->out);
  fputs("\n\n", trace->out);
}

/* "read Token[3] = 5": the access of a step. */
static void print_access(struct trace *trace, const struct rmr_event *event)
{
  char name[128], before[128], after[128];
  if (!rmr_kind_accesses(event->kind)) {
    fputs(event->kind == RMR_DELAY   ? "the delay is over"
          : event->kind == RMR_FENCE ? "fence"
                                     : "makes no access",
          trace->out);
    return;
  }
  system_register_name(trace->system, event->var, name, sizeof name);
  system_value_text(trace->system, event->var, event->before, before, sizeof before);
  system_value_text(trace->system, event->var, event->after, after, sizeof after);
  switch ((enum rmr_kind)event->kind) {
  case RMR_READ:
  case RMR_SPIN: fprintf(trace->out, "read %s = %s", name, after); break;
  case RMR_WRITE: fprintf(trace->out, "write %s := %s", name, after); break;
  case RMR_CAS: fprintf(trace->out, "compare-and-swap %s: %s -> %s", name, before, after); break;
  case RMR_FETCH_ADD: fprintf(trace->out, "fetch-and-add %s: %s -> %s", name, before, after); break;
  case RMR_SWAP: fprintf(trace->out, "fetch-and-store %s: %s -> %s", name, before, after); break;
  case RMR_TAS: fprintf(trace->out, "test-and-set %s: %s -> %s", name, before, after); break;
  case RMR_UPDATE: fprintf(trace->out, "update %s: %s -> %s", name, before, after); break;
  case RMR_LOCAL:
  case RMR_DELAY:
  case RMR_FENCE:
  case RMR_N_KINDS: break;
  }
  if (event->buffered) fputs(event->kind == RMR_WRITE ? ", into the buffer" : ", from the buffer", trace->out);
  rmr_word age;
  if (trace_age(trace, event, &age)) fprintf(trace->out, ", %" PRId64 " tick%s old", age, plural(age));
}

static void print_cost(struct trace *trace, const struct rmr_event *event)
{
  if (event->cause == RMR_FREE) return;
  const struct loss loss =
    event->cause == RMR_INVALIDATED ? losses_of(trace->losses, event->var, event->process) : (struct loss){0};
  if (loss.step != 0)
    fprintf(trace->out, "  RMR (invalidated by P%u at #%" PRIu64 ")", loss.process, loss.step);
  else
    fprintf(trace->out, "  RMR (%s)", rmr_cause_text(event->cause));
}

static void print_section(struct trace *trace, const struct rmr_event *event)
{
  const bool group = trace->system->algorithm->group;
  const char *what = NULL;
  switch ((enum rmr_section)event->to) {
  case RMR_REMAINDER: what = "is back in its remainder"; break;
  case RMR_RECOVER: what = "recovers"; break;
  case RMR_DOORWAY: what = "is in its doorway"; break;
  case RMR_WAITING: what = "is in the waiting room"; break;
  case RMR_CS: what = "ENTERS THE CRITICAL SECTION"; break;
  case RMR_EXIT: what = "leaves the critical section"; break;
  case RMR_N_SECTIONS: break;
  }
  fprintf(trace->out, "        P%u %s", event->process, what);
  if (group && event->to == RMR_CS) fprintf(trace->out, ", session %u", event->session);
  if (event->to == RMR_REMAINDER)
    fprintf(trace->out, "; the passage cost %u RMRs in %u steps", event->passage_rmr, event->passage_steps);
  fputc('\n', trace->out);
}

static void print_wait(struct trace *trace, uint32_t p)
{
  const struct sim *sim = trace->sim;
  char name[128];
  fprintf(trace->out, "        P%u waits for ", p);
  for (uint32_t k = 0; k < sim->process[p].watching; k++)
    fprintf(trace->out, "%s%s", k > 0 ? " or " : "",
            system_register_name(trace->system, sim->waiter[p * sim->watch + k].var, name, sizeof name));
  fputc('\n', trace->out);
}

static void print_step(struct trace *trace, const struct rmr_event *event)
{
  const struct rmr_line *line = rmr_line_of(trace->system->algorithm, event->line);
  const int who = fprintf(trace->out, "#%" PRIu64 " P%u line %s", event->step, event->process, line->label);
  fprintf(trace->out, "%*s  %-*s  ", who < WHO_WIDTH ? WHO_WIDTH - who : 0, "", trace->printed,
          without_indent(line->text));
  print_access(trace, event);
  print_cost(trace, event);
  fputc('\n', trace->out);
  if (event->from != event->to) print_section(trace, event);
  if (event->parked) print_wait(trace, event->process);
  if (trace->sim->process[event->process].status == RMR_DELAYED)
    fprintf(trace->out, "        P%u waits for %" PRId64 " ticks\n", event->process,
            trace->sim->process[event->process].pending.value);
}

static void print_crash(struct trace *trace, const struct rmr_event *event)
{
  fprintf(trace->out, "#%" PRIu64 " ", event->step);
  if (event->var == 0) {
    fputs("ALL CRASH, and start again\n", trace->out);
    return;
  }
  fprintf(trace->out, "P%u CRASHES%s", event->var,
          faults_recover(&trace->system->spec.faults) ? ", and starts again" : "");
  if (event->from == RMR_REMAINDER)
    fputs(" in its remainder\n", trace->out);
  else
    fprintf(trace->out, "; its passage has cost %u RMRs in %u steps\n", event->passage_rmr, event->passage_steps);
}

static void print_commit(struct trace *trace, const struct rmr_event *event)
{
  char name[NAMES_SIZE], before[NAMES_SIZE], after[NAMES_SIZE];
  fprintf(trace->out, "#%" PRIu64 " commit of P%u: ", event->step, event->var);
  if (event->committed == RMR_NOWHERE) {
    fputs("the critical section is over\n", trace->out);
    return;
  }
  fprintf(trace->out, "%s: %s -> %s\n", system_register_name(trace->system, event->committed, name, sizeof name),
          system_value_text(trace->system, event->committed, event->before, before, sizeof before),
          system_value_text(trace->system, event->committed, event->after, after, sizeof after));
}

static void print_change(struct trace *trace, const struct rmr_event *event)
{
  char name[NAMES_SIZE], before[NAMES_SIZE], after[NAMES_SIZE];
  if (event->action == RMR_CRASH) {
    print_crash(trace, event);
    return;
  }
  if (event->action == RMR_COMMIT) {
    print_commit(trace, event);
    return;
  }
  const struct action *action = &action_table[event->action];
  if (action->told != NULL) {
    fprintf(trace->out, "#%" PRIu64 " %s P%u\n", event->step, action->told, event->var);
    return;
  }
  if (action->befalls == BEFALLS_CLOCK) {
    fprintf(trace->out, "#%" PRIu64 " %s: %" PRId64 " so far\n", event->step,
            system_change_name(trace->system, rmr_event_action(event), name, sizeof name), event->after);
    return;
  }
  fprintf(trace->out, "#%" PRIu64 " by itself: %s: %s -> %s\n", event->step,
          system_change_name(trace->system, rmr_event_action(event), name, sizeof name),
          system_value_text(trace->system, event->var, event->before, before, sizeof before),
          system_value_text(trace->system, event->var, event->after, after, sizeof after));
}

/* Those of this step. */
static void print_violations(struct trace *trace, uint64_t step)
{
  const struct monitor *monitor = run_monitor(trace->run);
  for (uint32_t k = 0; k < monitor->n_violations; k++) {
    if (monitor->violation[k].step != step) continue;
    fputs("    !!! ", trace->out);
    trace_print_violation(&monitor->violation[k], trace->out);
    fputc('\n', trace->out);
  }
}

static void text_step(struct trace *trace, const struct rmr_event *event)
{
  const struct rmr_view *view = sim_view(trace->sim);
  if (trace->loop != 0 && trace->steps == trace->loop) fputs("---- the steps below repeat forever\n", trace->out);
  if (event->action != RMR_STEP)
    print_change(trace, event);
  else
    print_step(trace, event);
  for (uint32_t k = 0; k < event->woken; k++)
    fprintf(trace->out, "        P%u %s\n", view->woken[k],
            view->process[view->woken[k]].pending.kind == RMR_DELAY ? "has waited long enough" : "looks again");
  print_violations(trace, event->step);
}

static void text_end(struct trace *trace)
{
  const struct monitor *monitor = run_monitor(trace->run);
  if (trace->loop != 0 && trace->steps >= trace->loop) fputs("---- and so on\n", trace->out);
  const uint64_t own = run_ledger(trace->run)->total_steps;
  fprintf(trace->out, "\n%s after %" PRIu64 " %s", run_end_name(run_ended(trace->run)), trace->steps,
          trace->steps == own ? "steps" : "actions");
  if (trace->steps != own) fprintf(trace->out, ", of which %" PRIu64 " are steps of processes", own);
  fputc('\n', trace->out);
  for (uint32_t k = 0; k < monitor->n_violations; k++) {
    fprintf(trace->out, "at #%" PRIu64 " ", monitor->violation[k].step);
    trace_print_violation(&monitor->violation[k], trace->out);
    fputc('\n', trace->out);
  }
}

const struct trace_writer trace_text = {text_begin, text_step, text_end, text_note};
