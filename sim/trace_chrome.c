/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trace_chrome.c: the Trace Event Format in its JSON object form. A slice ("X") is written when it ends, so slices of
 * one process nest. Slices that are still open when the run ends, above all a critical section that two processes
 * share, are written then, marked "open". They are one step longer than the run, so that a section that the last step
 * entered can be seen. A parked process has a slice from its last read to the step that wakes it. A violation is a mark
 * across all processes; the loop of a lasso is a slice on a track of its own. Every string that goes in is text without
 * control characters, as names of plug-ins and texts were checked (base/text.h), so only quotes and backslashes are
 * escaped.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/state.h"
#include "sim/step.h"
#include "sim/trace_internal.h"
#include "version.h"

/* Where nothing may go wrong, nothing is said of it. */
static void print_faults(struct trace *trace, const struct system_spec *setup)
{
  char text[2 * FAULTS_SIZE];
  if (!faults_any(&setup->faults)) return;
  fputs("\"faults\":\"", trace->out);
  trace_escape(trace->out, faults_spelled(&setup->faults, setup->algorithm, text, sizeof text));
  fputs("\",", trace->out);
}

static void chrome_begin(struct trace *trace)
{
  const struct system_spec *setup = &trace->system->spec;
  fputs("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"algorithm\":\"", trace->out);
  trace_escape(trace->out, system_spec_text(setup));
  fprintf(trace->out, "\",\"n\":%u,\"memory\":\"%s\",", setup->n, memory_names[setup->memory]);
  print_faults(trace, setup);
  char order[ORDER_SIZE], time[TIME_SIZE];
  if (setup->order.order != ORDER_SC)
    fprintf(trace->out, "\"order\":\"%s\",", order_text(&setup->order, setup->algorithm, order, sizeof order));
  if (time_passes(&setup->time)) fprintf(trace->out, "\"time\":\"%s\",", time_text(&setup->time, time, sizeof time));
  fprintf(trace->out, "\"seed\":%" PRIu64 ",\"version\":\"%s\"},\n\"traceEvents\":[\n", setup->seed, RMR_VERSION);
  fputs("{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"", trace->out);
  trace_escape(trace->out, system_spec_text(setup));
  fputs("\"}}", trace->out);
  for (uint32_t p = 1; p <= setup->n; p++)
    fprintf(trace->out, ",\n{\"ph\":\"M\",\"pid\":1,\"tid\":%u,\"name\":\"thread_name\",\"args\":{\"name\":\"P%u\"}}",
            p, p);
}

static void print_slice(struct trace *trace, uint32_t process, const char *name, const char *category, uint64_t from,
                        uint64_t to)
{
  fprintf(trace->out,
          ",\n{\"ph\":\"X\",\"pid\":1,\"tid\":%u,\"ts\":%" PRIu64 ",\"dur\":%" PRIu64 ",\"name\":\"%s\",\"cat\":\"%s\"",
          process, from, to - from, name, category);
}

/* A process that is parked no more, if it was. */
static void close_parked(struct trace *trace, uint32_t process, uint64_t to, const char *more)
{
  uint64_t *parked = &trace->open[process].parked;
  if (*parked == 0) return;
  print_slice(trace, process, "parked", "parked", *parked, to);
  fprintf(trace->out, "%s}", more);
  *parked = 0;
}

static void print_parking(struct trace *trace, const struct rmr_event *event)
{
  const struct rmr_view *view = sim_view(trace->sim);
  for (uint32_t k = 0; k < event->woken; k++) close_parked(trace, view->woken[k], event->step, "");
  if (event->action == RMR_STEP && event->parked) trace->open[event->process].parked = event->step;
}

/* The arguments of a passage, up to those that a caller adds. */
static void print_paid(struct trace *trace, const struct open_slices *open)
{
  fprintf(trace->out, ",\"args\":{\"rmr\":%u,\"steps\":%u,\"session\":%u", open->rmr, open->steps, open->session);
}

static void print_sections(struct trace *trace, const struct rmr_event *event)
{
  struct open_slices *open = &trace->open[event->process];
  const bool begins = event->from == RMR_REMAINDER;
  /* the first access of a passage is made in the section of its line, not in the remainder */
  const uint8_t from = begins ? rmr_line_of(trace->system->algorithm, event->line)->section : event->from;
  if (begins) open->passage = open->section = event->step - 1;
  if (from != event->to) {
    print_slice(trace, event->process, rmr_section_text(from), "section", open->section, event->step);
    fputc('}', trace->out);
    open->section = event->step;
  }
  open->at = event->to;
  open->rmr = event->passage_rmr;
  open->steps = event->passage_steps;
  open->session = event->session;
  if (event->to == RMR_REMAINDER) {
    print_slice(trace, event->process, "passage", "passage", open->passage, event->step);
    print_paid(trace, open);
    fputs("}}", trace->out);
  }
}

/* An access, whether it cost an RMR or nothing. */
static void print_access(struct trace *trace, const struct rmr_event *event)
{
  char name[128], value[128];
  fprintf(trace->out, ",\n{\"ph\":\"i\",\"s\":\"t\",\"pid\":1,\"tid\":%u,\"ts\":%" PRIu64 ",\"cat\":\"%s\",\"name\":\"",
          event->process, event->step, event->cause == RMR_FREE ? "free" : "rmr");
  trace_escape(trace->out, event->kind == RMR_LOCAL   ? "local"
                           : event->kind == RMR_FENCE ? "fence"
                           : event->kind == RMR_DELAY
                             ? "delay"
                             : system_register_name(trace->system, event->var, name, sizeof name));
  fputs("\",\"args\":{\"line\":\"", trace->out);
  trace_escape(trace->out, rmr_line_of(trace->system->algorithm, event->line)->label);
  if (event->buffered)
    fputs("\",\"buffered\":true,\"cause\":\"", trace->out);
  else
    fputs("\",\"cause\":\"", trace->out);
  fprintf(trace->out, "%s\",\"value\":\"", rmr_cause_key(event->cause));
  if (rmr_kind_accesses(event->kind))
    trace_escape(trace->out, system_value_text(trace->system, event->var, event->after, value, sizeof value));
  rmr_word age;
  fputc('"', trace->out);
  if (trace_age(trace, event, &age)) fprintf(trace->out, ",\"age\":%" PRId64, age);
  fputs("}}", trace->out);
}

/* An arrow from the write that took the copy away to the read that missed it. */
static void print_arrow(struct trace *trace, const struct rmr_event *event)
{
  const struct loss loss = losses_of(trace->losses, event->var, event->process);
  if (loss.step == 0) return;
  const uint64_t id = ++trace->flows;
  fprintf(trace->out,
          ",\n{\"ph\":\"s\",\"pid\":1,\"tid\":%u,\"ts\":%" PRIu64 ",\"id\":%" PRIu64
          ",\"name\":\"invalidates\",\"cat\":\"coherence\"}"
          ",\n{\"ph\":\"f\",\"bp\":\"e\",\"pid\":1,\"tid\":%u,\"ts\":%" PRIu64 ",\"id\":%" PRIu64
          ",\"name\":\"invalidates\",\"cat\":\"coherence\"}",
          loss.process, loss.step, id, event->process, event->step, id);
}

/* A crash ends the passage there; a recovery begins the next one. */
static void close_passage(struct trace *trace, uint32_t process, uint64_t step)
{
  struct open_slices *open = &trace->open[process];
  if (open->at == RMR_REMAINDER) return;
  close_parked(trace, process, step, "");
  print_slice(trace, process, rmr_section_text(open->at), "section", open->section, step);
  fputc('}', trace->out);
  print_slice(trace, process, "passage", "passage", open->passage, step);
  print_paid(trace, open);
  fputs(",\"crashed\":true}}", trace->out);
  *open = (struct open_slices){
    .passage = step, .section = step, .session = open->session, .at = trace->sim->process[process].section};
}

/* An event that happens by itself is a mark across all processes. */
static void print_change(struct trace *trace, const struct rmr_event *event)
{
  char name[NAMES_SIZE], value[NAMES_SIZE];
  fprintf(trace->out,
          ",\n{\"ph\":\"i\",\"s\":\"p\",\"pid\":1,\"tid\":1,\"ts\":%" PRIu64 ",\"cat\":\"change\",\"name\":\"",
          event->step);
  const bool commit = event->action == RMR_COMMIT;
  const rmr_action action = commit ? rmr_action_of(RMR_COMMIT, event->var, 0) : rmr_event_action(event);
  trace_escape(trace->out, system_change_name(trace->system, action, name, sizeof name));
  if (commit && event->committed != RMR_NOWHERE) {
    trace_escape(trace->out, " ");
    trace_escape(trace->out, system_register_name(trace->system, event->committed, name, sizeof name));
    fputs("\",\"args\":{\"value\":\"", trace->out);
    trace_escape(trace->out, system_value_text(trace->system, event->committed, event->after, value, sizeof value));
    fputs("\"}}", trace->out);
    return;
  }
  if (action_moves(event->action)) {
    const struct befallen whom = action_befallen(event->action, event->var, trace->system->n);
    fputs("\"}", trace->out);
    for (uint32_t p = whom.first; p <= whom.last && action_table[event->action].ends; p++)
      close_passage(trace, p, event->step);
    return;
  }
  if (action_table[event->action].befalls == BEFALLS_CLOCK) {
    fprintf(trace->out, "\",\"args\":{\"now\":%" PRId64 "}}", event->after);
    return;
  }
  fputs("\",\"args\":{\"value\":\"", trace->out);
  trace_escape(trace->out, system_value_text(trace->system, event->var, event->after, value, sizeof value));
  fputs("\"}}", trace->out);
}

static void chrome_step(struct trace *trace, const struct rmr_event *event)
{
  print_parking(trace, event);
  if (event->action != RMR_STEP) {
    print_change(trace, event);
    return;
  }
  print_sections(trace, event);
  print_access(trace, event);
  if (event->cause == RMR_INVALIDATED) print_arrow(trace, event);
}

static void print_open(struct trace *trace, uint32_t process)
{
  const struct open_slices *open = &trace->open[process];
  if (open->at == RMR_REMAINDER) return;
  close_parked(trace, process, trace->steps + 1, ",\"args\":{\"open\":true}");
  print_slice(trace, process, rmr_section_text(open->at), "section", open->section, trace->steps + 1);
  fputs(",\"args\":{\"open\":true}}", trace->out);
  print_slice(trace, process, "passage", "passage", open->passage, trace->steps + 1);
  print_paid(trace, open);
  fputs(",\"open\":true}}", trace->out);
}

static void print_violations(struct trace *trace)
{
  const struct monitor *monitor = run_monitor(trace->run);
  for (uint32_t k = 0; k < monitor->n_violations; k++) {
    const struct violation *v = &monitor->violation[k];
    fprintf(trace->out,
            ",\n{\"ph\":\"i\",\"s\":\"p\",\"pid\":1,\"tid\":%u,\"ts\":%" PRIu64 ",\"cat\":\"violation\",\"name\":\"",
            v->process, v->step);
    char *text = trace_violation_text(v);
    trace_escape(trace->out, text);
    free(text);
    fputs("\"}", trace->out);
  }
}

/* The steps that a lasso makes again and again, on the track of nobody. */
static void print_loop(struct trace *trace)
{
  if (trace->loop == 0 || trace->loop > trace->steps) return;
  fputs(",\n{\"ph\":\"M\",\"pid\":1,\"tid\":0,\"name\":\"thread_name\",\"args\":{\"name\":\"loop\"}}", trace->out);
  print_slice(trace, 0, "again and again", "loop", trace->loop - 1, trace->steps);
  fputc('}', trace->out);
}

static void chrome_end(struct trace *trace)
{
  const uint32_t n = trace->system->n;
  for (uint32_t p = 1; p <= n; p++) print_open(trace, p);
  print_violations(trace);
  print_loop(trace);
  fputs("\n]}\n", trace->out);
}

const struct trace_writer trace_chrome = {chrome_begin, chrome_step, chrome_end, NULL};
