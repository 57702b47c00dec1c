/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trace.c: opening and closing, and the native format.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "sim/lanes.h"
#include "sim/schedule.h"
#include "sim/state.h"
#include "sim/trace_internal.h"
#include "version.h"

const char *const trace_format_names[TRACE_FORMATS + 1] = {
#define T(id, name, ending) name,
  TRACES(T)
#undef T
};

const char *const trace_endings[TRACE_FORMATS] = {
#define T(id, name, ending) ending,
  TRACES(T)
#undef T
};

enum trace_format trace_format_of(const char *path)
{
  const size_t length = strlen(path);
  enum trace_format format = TRACE_NATIVE;
  size_t longest = 0;
  for (uint32_t k = 0; k < TRACE_FORMATS; k++) {
    const size_t end = strlen(trace_endings[k]);
    if (length <= end || end <= longest || path[length - end - 1] != '.') continue;
    if (strcmp(path + length - end, trace_endings[k]) != 0) continue;
    longest = end;
    format = (enum trace_format)k;
  }
  return format;
}

#define TRACE_KINDS                                                                                    \
  " trace is .txt to read, .html to step through, .json for Perfetto, .itf.json for TLA+, .svg for a " \
  "picture, and .sched or no ending to replay"

/* Whether a name promises a kind of file that no trace is: it ends in letters, such as .docx. */
static bool promises_other(const char *ending)
{
  const size_t length = strlen(ending), letters = strspn(ending, "abcdefghijklmnopqrstuvwxyz");
  bool known = strcmp(ending, "sched") == 0;
  for (uint32_t k = 0; k < TRACE_FORMATS; k++) known = known || strcmp(ending, trace_endings[k]) == 0;
  return !known && length > 0 && letters == length;
}

bool trace_name_check(const char *path, struct error *e)
{
  const char *slash = strrchr(path, '/'), *dot = strrchr(slash != NULL ? slash : path, '.');
  if (*path == '\0') return fail(e, EXIT_USAGE, "'': expected the name of a file");
  if (dot != NULL && strcmp(dot, ".pdf") == 0)
    return fail(e, EXIT_USAGE, "'%s': a picture is .svg, of which a browser or rsvg-convert makes a PDF", path);
  for (uint32_t k = 0; dot != NULL && k < TRACE_FORMATS; k++)
    if (k != TRACE_NATIVE && edit_distance(dot + 1, trace_endings[k]) == 1)
      return fail(e, EXIT_USAGE, "'%s': did you mean .%s? A" TRACE_KINDS, path, trace_endings[k]);
  if (dot != NULL && promises_other(dot + 1))
    return fail(e, EXIT_USAGE, "'%s': no trace is a .%s; a" TRACE_KINDS, path, dot + 1);
  return true;
}

static void observe(void *self, const struct rmr_event *event)
{
  struct trace *trace = self;
  trace->steps++;
  trace->writer->step(trace, event);
  losses_note(trace->losses, event);
}

struct trace *trace_open(const char *path, enum trace_format format, struct run *run, struct error *e)
{
  static const struct trace_writer *const writers[] = {
    [TRACE_NATIVE] = &trace_native, [TRACE_TEXT] = &trace_text, [TRACE_CHROME] = &trace_chrome,
    [TRACE_PAGE] = &trace_page,     [TRACE_ITF] = &trace_itf,   [TRACE_SVG] = &trace_svg};
  struct trace *trace = mem_new(1, sizeof *trace);
  if (!file_open(&trace->file, path, e)) {
    free(trace);
    return NULL;
  }
  trace->out = trace->file.out;
  trace->run = run;
  trace->sim = run_sim(run);
  trace->system = sim_system(trace->sim);
  trace->writer = writers[format];
  trace->losses = losses_create(trace->system);
  trace->open = mem_new(sim_view(trace->sim)->n + 1, sizeof *trace->open);
  trace->writer->begin(trace);
  run_observe(run, (struct run_observer){observe, trace});
  return trace;
}

void trace_note(struct trace *trace, const char *text, uint64_t loop)
{
  trace->note = text != NULL && *text != '\0' ? text : NULL;
  trace->loop = loop;
  if (trace->writer->note != NULL) trace->writer->note(trace);
}

static void release(struct trace *trace)
{
  trace_page_free(trace->page);
  lanes_free(trace->lanes);
  losses_free(trace->losses);
  free(trace->open);
  free(trace);
}

bool trace_is_picture(enum trace_format format)
{
  return format == TRACE_SVG;
}

/* Reads the number of a step, or 0 where none stands; returns the text behind it. */
static const char *parse_step(const char *text, uint64_t *step)
{
  for (*step = 0; *text >= '0' && *text <= '9' && *step < UINT64_MAX / 16; text++)
    *step = *step * 10 + (uint64_t)(*text - '0');
  return text;
}

bool trace_span_parse(const char *text, struct trace_span *span, struct error *e)
{
  const bool open = *text == '-';
  const char *rest = parse_step(text, &span->from);
  const bool range = *rest == '-';
  rest = range ? parse_step(rest + 1, &span->to) : rest;
  if (!range) span->to = span->from;
  const bool given = span->from != 0 || (open && span->to != 0), ends = !range || rest[-1] == '-' || span->to != 0;
  if (*rest != '\0' || !given || !ends)
    return fail(e, EXIT_USAGE, "--steps %s: expected steps from 1, such as 20-60, 20- or 20", text);
  const uint64_t from = span->from != 0 ? span->from : 1;
  if (span->to != 0 && span->to < from)
    return fail(e, EXIT_USAGE, "--steps %s: the last step comes before the first", text);
  if (span->to != 0 && span->to - from >= TRACE_PICTURE_MOST)
    return fail(e, EXIT_USAGE, "--steps %s: a picture has at most %d steps", text, TRACE_PICTURE_MOST);
  return true;
}

void trace_show(struct trace *trace, struct trace_span span)
{
  trace->span = span;
}

/* A span without an end may turn out to be too long, or to begin behind the last step. */
static bool span_fits(const struct trace *trace, struct error *e)
{
  const uint64_t from = trace->span.from;
  if (from > trace->steps)
    return fail(e, EXIT_USAGE, "--steps: the run has %" PRIu64 " steps, so there is no step %" PRIu64, trace->steps,
                from);
  if (from != 0 && trace->span.to == 0 && trace->steps - from >= TRACE_PICTURE_MOST)
    return fail(e, EXIT_USAGE, "--steps %" PRIu64 "-: a picture has at most %d steps, and the run %" PRIu64, from,
                TRACE_PICTURE_MOST, trace->steps);
  return true;
}

bool trace_close(struct trace *trace, struct error *e)
{
  if (!span_fits(trace, e)) {
    trace_abandon(trace);
    return false;
  }
  trace->writer->end(trace);
  const bool ok = file_commit(&trace->file, e);
  release(trace);
  return ok;
}

void trace_abandon(struct trace *trace)
{
  if (trace == NULL) return;
  file_abandon(&trace->file);
  release(trace);
}

bool trace_age(const struct trace *trace, const struct rmr_event *event, rmr_word *age)
{
  if (trace->sim->clock == NULL || !rmr_kind_accesses(event->kind)) return false;
  const struct rmr_field *field = system_time_field(trace->system, event->var);
  const rmr_word time = field != NULL ? system_part(field, event->after) : 0;
  *age = sim_local_time(trace->sim, event->process) - time;
  return time != 0;
}

void trace_escape(FILE *out, const char *text)
{
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', out);
    fputc(*text, out);
  }
}

/* --- the native format: see sim/schedule.h ------------------------------------------------------------------------ */

static void native_begin(struct trace *trace)
{
  schedule_print_scope(trace->system, trace->out);
  fprintf(trace->out, "seed %" PRIu64 "\nversion %s\n", trace->system->spec.seed, RMR_VERSION);
  schedule_print_given(trace->system, trace->out);
}

static bool has_register(const struct rmr_event *event)
{
  return event->action != RMR_STEP && action_table[event->action].befalls == BEFALLS_REGISTER;
}

static void native_step(struct trace *trace, const struct rmr_event *event)
{
  const rmr_action action = rmr_event_action(event);
  const bool goes_on = action == trace->current && event->action == RMR_STEP; /* in the same line */
  if (!goes_on && trace->current != RMR_STOP) fputc('\n', trace->out);
  if (event->action != RMR_STEP)
    schedule_print_change(trace->system, action, has_register(event) ? &event->after : NULL, trace->out);
  else if (!goes_on)
    fprintf(trace->out, "P%u", event->process);
  trace->current = action;
  if (event->action == RMR_STEP)
    schedule_print_step(trace->system->algorithm, event->line, event->after, event->cause, trace->out);
}

static void native_end(struct trace *trace)
{
  fprintf(trace->out, "%ssteps %" PRIu64 "\n", trace->steps != 0 ? "\n" : "", trace->steps);
}

const struct trace_writer trace_native = {native_begin, native_step, native_end, NULL};
