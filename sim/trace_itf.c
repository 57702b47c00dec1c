/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trace_itf.c: the Informal Trace Format of Apalache (ADR-015), which tools for TLA+ read: the state after each action,
 * as JSON. A variable for each group of registers, a number or, of several registers, a map from their numbers (from
 * 0); and three maps from processes: pc, the label of the line whose access is pending; section; and crashed. The
 * action stands in the "#meta" of the state that it led to. The steps of a lasso come back to the state "loop".
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "sim/state.h"
#include "sim/trace_internal.h"
#include "version.h"

static void print_quoted(FILE *out, const char *text)
{
  fputc('"', out);
  trace_escape(out, text);
  fputc('"', out);
}

static const char *const of_processes[] = {"pc", "section", "crashed"};

static bool is_taken(const struct rmr_algorithm *a, uint32_t g, const char *name)
{
  for (size_t k = 0; k < sizeof of_processes / sizeof *of_processes; k++)
    if (strcmp(name, of_processes[k]) == 0) return true;
  for (uint32_t other = 0; other < a->n_shared; other++)
    if (other != g && strcmp(name, a->shared[other].name) == 0) return true;
  return false;
}

/* The variable of a group: its name, with as many _ as it takes to differ from all others. */
static void print_variable(const struct trace *trace, uint32_t g)
{
  const struct rmr_algorithm *a = trace->system->algorithm;
  char name[NAMES_SIZE];
  snprintf(name, sizeof name, "%s", a->shared[g].name);
  while (is_taken(a, g, name) && strlen(name) + 1 < sizeof name) text_add(name, sizeof name, "_");
  print_quoted(trace->out, name);
}

/* A composite register is a record of its fields. */
static void print_value(FILE *out, const struct rmr_shared *group, rmr_word value)
{
  const struct rmr_field *field = group->fields;
  if (field == NULL || field->name == NULL) {
    fprintf(out, "{\"#bigint\":\"%" PRId64 "\"}", value);
    return;
  }
  for (char before = '{'; field->name != NULL; field++, before = ',') {
    fputc(before, out);
    print_quoted(out, field->name);
    fprintf(out, ":{\"#bigint\":\"%" PRId64 "\"}", rmr_field_of(field, value));
  }
  fputc('}', out);
}

static void print_group(const struct trace *trace, uint32_t g)
{
  const struct rmr_shared *group = &trace->system->algorithm->shared[g];
  const struct rmr_view *view = sim_view(trace->sim);
  const uint32_t first = view->base[g], end = view->base[g + 1];
  fputc(',', trace->out);
  print_variable(trace, g);
  fputc(':', trace->out);
  if (group->cells == NULL) {
    print_value(trace->out, group, view->memory[first]);
    return;
  }
  fputs("{\"#map\":[", trace->out);
  for (uint32_t var = first; var < end; var++) {
    fprintf(trace->out, "%s[{\"#bigint\":\"%u\"},", var == first ? "" : ",", var - first);
    print_value(trace->out, group, view->memory[var]);
    fputc(']', trace->out);
  }
  fputs("]}", trace->out);
}

static const char *pc_of(const struct trace *trace, const struct rmr_process *process)
{
  const struct rmr_line *line = rmr_line_of(trace->system->algorithm, process->pending.line);
  return process->status == RMR_DONE || line == NULL ? "done" : line->label;
}

static void print_processes(const struct trace *trace)
{
  const struct rmr_view *view = sim_view(trace->sim);
  fputs(",\"pc\":{\"#map\":[", trace->out);
  for (uint32_t p = 1; p <= view->n; p++) {
    fprintf(trace->out, "%s[{\"#bigint\":\"%u\"},", p == 1 ? "" : ",", p);
    print_quoted(trace->out, pc_of(trace, &view->process[p]));
    fputc(']', trace->out);
  }
  fputs("]},\"section\":{\"#map\":[", trace->out);
  for (uint32_t p = 1; p <= view->n; p++)
    fprintf(trace->out, "%s[{\"#bigint\":\"%u\"},\"%s\"]", p == 1 ? "" : ",", p,
            rmr_section_key(view->process[p].section));
  fputs("]},\"crashed\":{\"#map\":[", trace->out);
  for (uint32_t p = 1; p <= view->n; p++)
    fprintf(trace->out, "%s[{\"#bigint\":\"%u\"},%s]", p == 1 ? "" : ",", p,
            view->process[p].status == RMR_DEAD ? "true" : "false");
  fputs("]}", trace->out);
}

/* The state as it is; `event` has led to it, NULL: it is the first. */
static void print_state(struct trace *trace, const struct rmr_event *event)
{
  fprintf(trace->out, "%s\n{\"#meta\":{\"index\":%" PRIu64, event == NULL ? "" : ",", trace->steps);
  if (event != NULL) {
    char name[NAMES_SIZE];
    fputs(",\"action\":\"", trace->out);
    if (event->action == RMR_STEP) {
      fprintf(trace->out, "P%u ", event->process);
      trace_escape(trace->out, rmr_line_of(trace->system->algorithm, event->line)->label);
    } else {
      trace_escape(trace->out, system_change_name(trace->system, rmr_event_action(event), name, sizeof name));
    }
    fprintf(trace->out, "\",\"rmr\":%d", event->action == RMR_STEP && event->cause != RMR_FREE);
  }
  fputc('}', trace->out);
  for (uint32_t g = 0; g < trace->system->algorithm->n_shared; g++) print_group(trace, g);
  print_processes(trace);
  fputc('}', trace->out);
}

static void itf_begin(struct trace *trace)
{
  const struct system_spec *setup = &trace->system->spec;
  fputs("{\"#meta\":{\"format\":\"ITF\",\"format-description\":\"https://apalache-mc.org/docs/adr/015adr-trace.html\","
        "\"source\":\"",
        trace->out);
  trace_escape(trace->out, system_spec_text(setup));
  fprintf(trace->out, ", N = %u, memory %s\",\"description\":\"a run of rmr %s\"},\n\"vars\":[", setup->n,
          memory_names[setup->memory], RMR_VERSION);
  for (uint32_t g = 0; g < setup->algorithm->n_shared; g++) {
    print_variable(trace, g);
    fputc(',', trace->out);
  }
  fputs("\"pc\",\"section\",\"crashed\"],\n\"states\":[", trace->out);
  print_state(trace, NULL);
}

static void itf_end(struct trace *trace)
{
  fputs("\n]", trace->out);
  if (trace->loop != 0) fprintf(trace->out, ",\n\"loop\":%" PRIu64, trace->loop - 1);
  fputs("}\n", trace->out);
}

const struct trace_writer trace_itf = {itf_begin, print_state, itf_end, NULL};
