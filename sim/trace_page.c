/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trace_page.c: a run as one page that needs nothing else: lanes, pseudocode, registers and a listing that one goes
 * through step by step. Without scripts it is the text trace.
 *
 * Of each step the page has only the data that cannot be derived from the steps before it: process, line, register,
 * value, cause of the cost, the section and line in which the process is now, and the holders of valid copies of the
 * register afterwards. The rest is made by sim/page/run.js; event.js has the form. Texts come many times, so they are
 * numbered. The page also has the algorithm itself, so that one can go another way than the run (page_machine.h).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "assets.h"
#include "base/lookup.h"
#include "base/mem.h"
#include "base/text.h"
#include "model/scope_text.h"
#include "sim/page_forks.h"
#include "sim/page_head.h"
#include "sim/page_machine.h"
#include "sim/state.h"
#include "sim/step.h"
#include "sim/trace_internal.h"

struct page {
  FILE *text, *events, *head, *waits, *between;
  char *text_bytes, *events_bytes, *head_bytes, *waits_bytes, *between_bytes;
  size_t text_size, events_size, head_size, waits_size, between_size;
  struct lookup texts;
  struct page_forks *forks; /* NULL: there are none */
  struct rmr_op *pending;   /* [p]: the access that its next step makes */
};

static void print_key(FILE *out, const char *key, const char *text)
{
  fprintf(out, ",\n\"%s\":", key);
  page_string(out, text);
}

static size_t value_number(struct trace *trace, uint32_t var, rmr_word value)
{
  char text[NAMES_SIZE];
  return lookup_add_text(&trace->page->texts, system_value_text(trace->system, var, value, text, sizeof text));
}

/* --- the head ----------------------------------------------------------------------------------------------------- */

/* The output of `print`, as a string. */
static void print_key_of(struct trace *trace, const char *key, void (*print)(struct trace *, FILE *))
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = mem_stream(&text, &size);
  print(trace, out);
  mem_stream_end(out);
  print_key(trace->page->head, key, text);
  free(text);
}

static void print_note(struct trace *trace, FILE *out)
{
  if (trace->note != NULL) trace_print_note(trace->note, out);
}

static void print_title(struct trace *trace, FILE *out)
{
  scope_print_title(&trace->system->spec, out);
}

/* Where everything is before the first step. */
static void print_start(struct trace *trace, FILE *out)
{
  char name[NAMES_SIZE];
  fputs(",\n\"registers\":[", out);
  for (uint32_t var = 0; var < trace->system->n_registers; var++) {
    if (var > 0) fputc(',', out);
    page_string(out, system_register_name(trace->system, var, name, sizeof name));
  }
  fputs("],\n\"first\":[", out);
  for (uint32_t var = 0; var < trace->system->n_registers; var++)
    fprintf(out, "%s%zu", var > 0 ? "," : "", value_number(trace, var, trace->sim->memory[var]));
  fputs("],\n\"lines\":[", out);
  for (uint32_t p = 1; p <= trace->system->n; p++)
    fprintf(out, "%s%u", p > 1 ? "," : "", trace->sim->process[p].pending.line);
  fputc(']', out);
}

/* The next operations of P_first to P_last, so that they are known when they have been made. */
static void see_pending(struct trace *trace, uint32_t first, uint32_t last)
{
  for (uint32_t p = first; p <= last; p++) trace->page->pending[p] = trace->sim->process[p].pending;
}

static void page_begin(struct trace *trace)
{
  struct page *page = trace->page = mem_new(1, sizeof *page);
  *page = (struct page){0};
  page->text = mem_stream(&page->text_bytes, &page->text_size);
  page->events = mem_stream(&page->events_bytes, &page->events_size);
  page->head = mem_stream(&page->head_bytes, &page->head_size);
  page->waits = mem_stream(&page->waits_bytes, &page->waits_size);
  page->between = mem_stream(&page->between_bytes, &page->between_size);
  page->forks = page_forks_create(trace->sim);
  page->pending = mem_new(trace->system->n + 1, sizeof *page->pending);
  see_pending(trace, 1, trace->system->n);
  fprintf(page->head, "{\"n\":%u,\n\"cached\":%s", trace->system->n,
          memory_has_caches(trace->system->memory) ? "true" : "false");
  print_key_of(trace, "title", print_title);
  print_key_of(trace, "scope", page_scope);
  const struct order_spec *order = &trace->system->spec.order;
  fprintf(page->head, ",\n\"crash\":%d,\n\"data\":%s", RMR_CRASH,
          order_buffers(order) && !order->no_data ? "true" : "false");
  page_rows(trace->system->algorithm, page->head);
  page_kinds(page->head);
  print_start(trace, page->head);
  fputs(",\n\"forks\":", page->head);
  if (page->forks != NULL)
    page_forks_print(page->forks, page->head);
  else
    fputs("[]", page->head);
  fputs(",\n\"machine\":", page->head);
  page_machine_print(trace->sim, page->head);
  trace->out = page->text;
  trace_text.begin(trace);
}

/* The text is for those who have no scripts. */
static void page_note(struct trace *trace)
{
  trace_text.note(trace);
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

/* The holders of a valid copy: bit p-1 of a hexadecimal number. */
static void print_copies(struct trace *trace, uint32_t var, FILE *out)
{
  uint32_t digit = (trace->system->n + 3) / 4;
  bool any = false;
  fputs(",\"", out);
  while (digit-- > 0) {
    unsigned bits = 0;
    for (uint32_t k = 0; k < 4 && digit * 4 + k + 1 <= trace->system->n; k++)
      bits |= (unsigned)sim_holds(trace->sim, digit * 4 + k + 1, var) << k;
    if (bits != 0 || any || digit == 0) fprintf(out, "%x", bits);
    any = any || bits != 0;
  }
  fputc('"', out);
}

static void print_woken(struct trace *trace, const struct rmr_event *event, FILE *out)
{
  fputs(",[", out);
  for (uint32_t k = 0; k < event->woken; k++) fprintf(out, "%s%u", k > 0 ? "," : "", sim_view(trace->sim)->woken[k]);
  fputc(']', out);
}

/* Of a read-modify-write also what the register held, which is the reply. */
static void print_value(struct trace *trace, const struct rmr_event *event, FILE *out)
{
  const size_t after = value_number(trace, event->var, event->after);
  if (rmr_kind_is_atomic(event->kind))
    fprintf(out, "[%zu,%zu]", value_number(trace, event->var, event->before), after);
  else
    fprintf(out, "%zu", after);
}

static void print_step(struct trace *trace, const struct rmr_event *event, FILE *out)
{
  const bool access = rmr_kind_accesses(event->kind);
  const struct rmr_op *made = &trace->page->pending[event->process];
  const bool failed = event->kind == RMR_CAS && !system_overwrites(made, event->before);
  const unsigned how = event->cause | (unsigned)event->kind << 3 | (unsigned)event->to << 7 |
                       (unsigned)event->parked << 10 | (unsigned)event->buffered << 11 | (unsigned)event->merged << 12 |
                       (unsigned)failed << 13;
  fprintf(out, "[%u,%u,%d,", event->process, event->line, access ? (int)event->var : -1);
  if (access)
    print_value(trace, event, out);
  else
    fputs("-1", out);
  fprintf(out, ",%u,%u", how, trace->sim->process[event->process].pending.line);
  const bool copies = access && memory_has_caches(trace->system->memory);
  rmr_word age;
  const bool aged = trace_age(trace, event, &age);
  if (copies)
    print_copies(trace, event->var, out);
  else if (event->woken > 0 || aged)
    fputs(",0", out);
  if (event->woken > 0 || aged) print_woken(trace, event, out);
  if (aged) fprintf(out, ",%" PRId64, age);
  fputc(']', out);
}

/* The processes that a crash has moved, or that take a place. */
static void print_moved(struct trace *trace, const struct rmr_event *event, FILE *out)
{
  const struct befallen whom = action_befallen(event->action, event->var, trace->system->n);
  fputs(",[", out);
  for (uint32_t p = whom.first; p <= whom.last; p++) {
    const struct rmr_process *me = &trace->sim->process[p];
    fprintf(out, "%s[%u,%u,%u,%d]", p > whom.first ? "," : "", p, me->section, me->pending.line,
            me->status == RMR_DEAD);
  }
  fputc(']', out);
}

static void print_commit(struct trace *trace, const struct rmr_event *event, FILE *out)
{
  char name[NAMES_SIZE];
  const bool data = event->committed == RMR_NOWHERE;
  system_change_name(trace->system, rmr_action_of(RMR_COMMIT, event->var, 0), name, sizeof name);
  fprintf(out, "[0,%zu,%d,%d,%u,[]", lookup_add_text(&trace->page->texts, name), data ? -1 : (int)event->committed,
          data ? -1 : (int)value_number(trace, event->committed, event->after), event->action);
  print_woken(trace, event, out);
  fprintf(out, ",[%u", event->var);
  if (data)
    fputs(",\"0\"", out);
  else
    print_copies(trace, event->committed, out);
  fputs("]]", out);
}

static void print_change(struct trace *trace, const struct rmr_event *event, FILE *out)
{
  char name[NAMES_SIZE];
  const enum action_befalls befalls = action_table[event->action].befalls;
  if (event->action == RMR_COMMIT) {
    print_commit(trace, event, out);
    return;
  }
  const bool access = befalls == BEFALLS_REGISTER && (event->action == RMR_CHANGE || event->choice == 0);
  system_change_name(trace->system, rmr_event_action(event), name, sizeof name);
  fprintf(out, "[0,%zu,%d,%d,%u", lookup_add_text(&trace->page->texts, name), access ? (int)event->var : -1,
          access ? (int)value_number(trace, event->var, event->after) : -1, event->action);
  if (befalls == BEFALLS_PROCESS)
    print_moved(trace, event, out);
  else if (befalls == BEFALLS_CLOCK)
    fprintf(out, ",%u", event->var);
  else if (event->woken > 0)
    fputs(",[]", out);
  if (event->woken > 0) print_woken(trace, event, out);
  fputc(']', out);
}

/* The registers of which one must change before the process goes on. */
static void print_wait(struct trace *trace, const struct rmr_event *event, FILE *out)
{
  const struct sim *sim = trace->sim;
  fprintf(out, ",[%" PRIu64, trace->steps);
  for (uint32_t k = 0; k < sim->process[event->process].watching; k++)
    fprintf(out, ",%u", sim->waiter[event->process * sim->watch + k].var);
  fputc(']', out);
}

static void page_step(struct trace *trace, const struct rmr_event *event)
{
  FILE *out = trace->page->events;
  if (trace->steps > 1) fputs(",\n", out);
  if (event->action == RMR_STEP)
    print_step(trace, event, out);
  else
    print_change(trace, event, out);
  if (event->action == RMR_STEP && event->parked) print_wait(trace, event, trace->page->waits);
  if (event->action == RMR_STEP)
    see_pending(trace, event->process, event->process);
  else
    see_pending(trace, 1, trace->system->n);
  if (trace->page->forks != NULL) page_forks_see(trace->page->forks, trace->steps, trace->page->between);
  trace_text.step(trace, event);
}

/* --- the end ------------------------------------------------------------------------------------------------------ */

static void print_violations(struct trace *trace, FILE *out)
{
  const struct monitor *monitor = run_monitor(trace->run);
  fputs(",\n\"violations\":[", out);
  for (uint32_t k = 0; k < monitor->n_violations; k++) {
    const struct violation *v = &monitor->violation[k];
    char *text = trace_violation_text(v);
    fprintf(out, "%s{\"step\":%" PRIu64 ",\"process\":%u,\"other\":%u", k > 0 ? "," : "", v->step, v->process,
            v->other);
    print_key(out, "property", v->property);
    print_key(out, "text", text);
    free(text);
    fputc('}', out);
  }
  fputc(']', out);
}

static void print_texts(const struct lookup *texts, FILE *out)
{
  fputs(",\n\"texts\":[", out);
  for (size_t k = 0; k < texts->n; k++) {
    if (k > 0) fputc(',', out);
    page_string(out, lookup_text(texts, k));
  }
  fputc(']', out);
}

/* Each item has a comma before it. */
static void print_list(const char *key, const char *items, FILE *out)
{
  fprintf(out, "\"%s\":[%s]", key, *items == ',' ? items + 1 : items);
}

static void print_page(const struct page *page, FILE *out)
{
  fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>A run</title>\n<style>\n",
        out);
  fprintf(out, "%s</style></head>\n<body>\n%s<pre id=\"text\">\n", page_css, page_html);
  text_markup(out, page->text_bytes);
  fprintf(out, "</pre>\n<script type=\"application/json\" id=\"data\">\n%s,\n\"events\":[\n%s\n],\n", page->head_bytes,
          page->events_bytes);
  print_list("waits", page->waits_bytes, out);
  fputs(",\n", out);
  print_list("between", page->between_bytes, out);
  fputs("}\n</script>\n", out);
  const char *const scripts[] = {event_js, run_js,    machine_js, system_js, loop_js, walk_js,
                                 lanes_js, tables_js, forks_js,   panel_js,  page_js};
  fputs("<script>\n", out);
  for (size_t k = 0; k < sizeof scripts / sizeof *scripts; k++) fprintf(out, "%s\n", scripts[k]);
  fputs("</script>\n</body></html>\n", out);
}

static void close_streams(struct page *page)
{
  mem_stream_end(page->text);
  mem_stream_end(page->events);
  mem_stream_end(page->head);
  mem_stream_end(page->waits);
  mem_stream_end(page->between);
  page->text = NULL;
}

static void page_end(struct trace *trace)
{
  struct page *page = trace->page;
  trace_text.end(trace);
  trace->out = trace->file.out;
  print_key(page->head, "end", run_end_name(run_ended(trace->run)));
  print_key_of(trace, "note", print_note);
  fprintf(page->head, ",\n\"loop\":%" PRIu64, trace->loop);
  print_violations(trace, page->head);
  print_texts(&page->texts, page->head);
  close_streams(page);
  print_page(page, trace->out);
}

void trace_page_free(struct page *page)
{
  if (page == NULL) return;
  if (page->text != NULL) close_streams(page);
  page_forks_free(page->forks);
  free(page->pending);
  free(page->waits_bytes);
  free(page->between_bytes);
  free(page->text_bytes);
  free(page->events_bytes);
  free(page->head_bytes);
  lookup_free(&page->texts);
  free(page);
}

const struct trace_writer trace_page = {page_begin, page_step, page_end, page_note};
