/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/page_machine.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/property.h"
#include "language/emit_json.h"
#include "model/names.h"
#include "sim/page_head.h"
#include "sim/schedule.h"
#include "sim/state.h"
#include "version.h"

enum {
  MOST_CHOICES = 64,   /* processes: one chooses from a list of them */
  MORE_PASSAGES = 1000 /* whose sessions are told, where each passage asks for another one */
};

struct printing {
  const struct sim *sim;
  const struct system *system;
  FILE *out;
};

/* NULL: a step can be chosen. */
static const char *why_not(const struct system *system)
{
  const struct system_spec *spec = &system->spec;
  const struct rmr_algorithm *a = spec->algorithm;
  if (a->text == NULL) return "this algorithm is written in C, and the page can carry out texts only";
  if (faults_any(&spec->faults)) return "processes may crash, or leases run out, in this run";
  if (time_passes(&spec->time)) return "a clock ticks in this run";
  if (spec->order.order != ORDER_SC) return "writes wait in buffers in this run";
  if (a->name_held != NULL) return "this is a renaming algorithm, whose names the page does not know";
  if (system_n_changes(system) != 0) return "registers of this algorithm change by themselves";
  if (system->graph != NULL) return "the conflicts of this algorithm are those of a graph";
  if (system->n > MOST_CHOICES) return "there are more than 64 processes";
  for (uint32_t g = 0; g < a->n_shared; g++)
    if (a->shared[g].update != NULL) return "a function of the text updates its registers";
  return NULL;
}

static const char *yes_or_no(bool yes)
{
  return yes ? "true" : "false";
}

static void print_names(const struct printing *p, const char *const *names)
{
  if (names == NULL) {
    fputs("null", p->out);
    return;
  }
  fputc('[', p->out);
  for (uint32_t k = 0; names[k] != NULL; k++) {
    if (k > 0) fputc(',', p->out);
    page_string(p->out, names[k]);
  }
  fputc(']', p->out);
}

/* [name, shift, width, names, largest, smallest]; the one of a plain register has the width 0. */
static void print_fields(const struct printing *p, uint32_t g)
{
  const struct system *s = p->system;
  const struct rmr_shared *shared = &s->algorithm->shared[g];
  const struct rmr_field *first = s->group[g].fields;
  for (const struct rmr_field *f = first; f->name != NULL; f++) {
    fputs(f == first ? "[" : ",[", p->out);
    page_string(p->out, f->name);
    fprintf(p->out, ",%u,%u,", f->shift, f->width);
    print_names(p, f->names);
    if (f->max != NULL)
      fprintf(p->out, ",\"%" PRId64 "\"", f->max(size_for(s->size, shared)));
    else
      fputs(",null", p->out);
    fprintf(p->out, ",%" PRId64 "]", f->min);
  }
}

static void print_groups(const struct printing *p)
{
  const struct system *s = p->system;
  fputs(",\n\"groups\":[", p->out);
  for (uint32_t g = 0; g < s->algorithm->n_shared; g++) {
    const struct rmr_shared *shared = &s->algorithm->shared[g];
    const uint32_t columns = shared->columns != NULL ? shared->columns(size_for(s->size, shared)) : 1;
    fprintf(p->out, "%s{\"first\":%u,\"cells\":%u,\"dimensions\":%d,\"low\":[%d,%d],\"columns\":%u", g > 0 ? ",\n" : "",
            s->group[g].first, s->group[g].n, (shared->cells != NULL) + (shared->columns != NULL), !shared->from_zero,
            !shared->columns_from_zero, columns);
    fputs(",\"fields\":[", p->out);
    print_fields(p, g);
    fputs("]}", p->out);
  }
  fputc(']', p->out);
}

static void print_registers(const struct printing *p)
{
  fputs(",\n\"words\":[", p->out);
  for (uint32_t var = 0; var < p->system->n_registers; var++)
    fprintf(p->out, "%s\"%" PRId64 "\"", var > 0 ? "," : "", p->sim->memory[var]);
  fputs("],\n\"homes\":[", p->out);
  for (uint32_t var = 0; var < p->system->n_registers; var++)
    fprintf(p->out, "%s%u", var > 0 ? "," : "", p->system->home[var]);
  fputc(']', p->out);
}

static void print_memory(const struct printing *p)
{
  const enum memory memory = p->system->memory;
  fprintf(p->out, ",\n\"memory\":{\"caches\":%s,\"owners\":%s,\"writer_holds\":%s}",
          yes_or_no(memory_has_caches(memory)), yes_or_no(memory_has_owners(memory)),
          yes_or_no(memory_writer_holds(memory)));
}

static void print_words(const struct printing *p)
{
  static const char *const kinds[] = {
#define KIND(name, text, reads, writes) #name,
    RMR_KINDS(KIND)
#undef KIND
  };
  fputs(",\n\"kinds\":[", p->out);
  for (uint8_t k = 0; k < RMR_N_KINDS; k++) fprintf(p->out, "%s\"%s\"", k > 0 ? "," : "", kinds[k]);
  fputs("],\n\"after\":[", p->out);
  for (uint8_t done = 0; done < RMR_N_SECTIONS; done++)
    for (uint8_t next = 0; next < RMR_N_SECTIONS; next++)
      fprintf(p->out, "%s%u%s",
              next > 0   ? ","
              : done > 0 ? ",["
                         : "[",
              p->system->after[done][next], next + 1 == RMR_N_SECTIONS ? "]" : "");
  fputc(']', p->out);
}

/* How many passages each process makes, 0: no end; and the sessions of the first ones, of which the last one stays. */
static void print_passages(const struct printing *p)
{
  const struct system_spec *spec = &p->system->spec;
  fputs(",\n\"passages\":[0", p->out);
  for (uint32_t i = 1; i <= p->system->n; i++) fprintf(p->out, ",%u", system_passages_of(spec, i));
  fputs("],\n\"sessions\":[[]", p->out);
  for (uint32_t i = 1; i <= p->system->n; i++) {
    const uint32_t asked = spec->asks != NULL ? spec->asks[i].n : 0;
    const uint32_t n = spec->sessions->rule == SESSIONS_ANY ? asked + MORE_PASSAGES : asked + 1;
    for (uint32_t k = 1; k <= n; k++) fprintf(p->out, "%s%u", k > 1 ? "," : ",[", system_session(spec, i, k));
    fputc(']', p->out);
  }
  fprintf(p->out, "],\n\"largest_session\":%u", p->system->size.sessions);
}

static void print_header(const struct printing *p)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = mem_stream(&text, &size);
  schedule_print_scope(p->system, out);
  fprintf(out, "seed %" PRIu64 "\nversion %s\n", p->system->spec.seed, RMR_VERSION);
  schedule_print_given(p->system, out);
  mem_stream_end(out);
  fputs(",\n\"header\":", p->out);
  page_string(p->out, text);
  free(text);
}

/* Which bounds on own steps are judged, all but those that the algorithm does not claim to keep; the words of all. */
static void print_judged(const struct printing *p)
{
  static const enum property_id judged[] = {PROPERTY_INVARIANTS, PROPERTY_P1, PROPERTY_P2, PROPERTY_P3,
                                            PROPERTY_P4,         PROPERTY_P5, PROPERTY_P6};
  const char *comma = "";
  fputs(",\n\"bounds\":[", p->out);
  for (size_t k = 0; k < sizeof judged / sizeof *judged; k++) {
    if (property_table[judged[k]].kind != PROPERTY_BOUND || p->system->algorithm->claims.p[judged[k]] == RMR_NO)
      continue;
    fprintf(p->out, "%s\"%s\"", comma, property_key(judged[k]));
    comma = ",";
  }
  fputs("],\n\"words_of\":{", p->out);
  for (size_t k = 0; k < sizeof judged / sizeof *judged; k++) {
    fprintf(p->out, "%s\"%s\":", k > 0 ? "," : "", property_key(judged[k]));
    page_string(p->out, property_table[judged[k]].words);
  }
  fputc('}', p->out);
}

static void print_machine(const struct printing *p, const struct machine *m)
{
  const struct rmr_algorithm *a = p->system->algorithm;
  fputs("{\"graph\":", p->out);
  emit_json(m, p->system->spec.parameters, p->out);
  print_groups(p);
  print_registers(p);
  print_memory(p);
  print_words(p);
  print_passages(p);
  fprintf(p->out, ",\n\"watch\":%u,\"group\":%s,\"fcfs\":%s", p->system->watch, yes_or_no(a->group),
          yes_or_no(algorithm_has_doorway(a) && a->claims.p[PROPERTY_P5] == RMR_YES));
  print_judged(p);
  print_header(p);
  fputs("}", p->out);
}

void page_machine_print(const struct sim *sim, FILE *out)
{
  const struct printing p = {sim, sim_system(sim), out};
  const char *why = why_not(p.system);
  struct error e = {0};
  struct machine *m = why == NULL ? machine_of(p.system->spec.algorithm, &e) : NULL;
  if (m != NULL)
    print_machine(&p, m);
  else
    page_string(out, why != NULL ? why : "its text cannot be read again");
  machine_free(m);
}
