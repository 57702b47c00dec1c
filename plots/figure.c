/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/figure_plan.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/mem.h"
#include "base/suggest.h"
#include "plots/caption.h"
#include "results/metric_name.h"
#include "results/partition.h"
#include "results/selection.h"

#define WORD(id, name) name,
static const char *const type_names[FIGURE_N_TYPES] = {FIGURE_TYPES(WORD)};
static const char *const spread_names[N_FIGURE_SPREADS] = {FIGURE_SPREADS(WORD)};
static const char *const axes_names[N_FIGURE_AXES] = {FIGURE_AXES(WORD)};
#undef WORD
static const char *const envelope_names[] = {[ENVELOPE_ALL] = "adversaries", [ENVELOPE_NONE] = "none"};

/* ---- words ---- */

char *metric_words(const char *metric)
{
  struct metric_name name;
  struct error ignored = {0};
  char words[METRIC_WORDS];
  return mem_text(metric_name_parse(metric, &name, &ignored) ? metric_name_words(&name, words) : metric);
}

/* A text as part of a file name. */
static char *stem_of(const char *text)
{
  char *stem = mem_text(text);
  for (char *c = stem; *c != '\0'; c++)
    if (!isalnum((unsigned char)*c) && strchr("._-", *c) == NULL) *c = '-';
  return stem;
}

/* A figure for a paper has files with -latex behind its name as well (plots/rendering.h). */
static bool is_latex_of(const char *name, const char *other)
{
  const size_t length = strlen(other);
  return strncmp(name, other, length) == 0 && strcmp(name + length, "-latex") == 0;
}

static bool name_taken(const struct figure_list *list, const char *name, bool paper)
{
  for (size_t k = 0; k < list->n; k++) {
    const struct figure *f = &list->figure[k];
    if (strcmp(f->name, name) == 0 || (f->paper && is_latex_of(name, f->name)) || (paper && is_latex_of(f->name, name)))
      return true;
  }
  return false;
}

/* The name of the entry, or type-metric; with the part that this figure shows, and a number where another has it. */
static char *figure_name(const struct figure_list *list, const struct figure_plan *plan, const char *part)
{
  char *base = plan->name[0] != '\0'        ? mem_text(plan->name)
               : plan->type == FIGURE_LINES ? mem_text(type_names[plan->type])
                                            : mem_format("%s-%s", type_names[plan->type], plan->metric);
  char *whole = mem_format("%s%s%s", base, part[0] != '\0' ? "-" : "", part), *stem = stem_of(whole);
  char *name = mem_text(stem);
  for (unsigned k = 2; name_taken(list, name, plan->paper); k++) {
    free(name);
    name = mem_format("%s-%u", stem, k);
  }
  free(base);
  free(whole);
  free(stem);
  return name;
}

struct figure *figure_add(struct figure_list *list, const struct figure_plan *plan, const char *part)
{
  char *name = figure_name(list, plan, part);
  list->figure = mem_another(list->figure, list->n, sizeof *list->figure);
  struct figure *f = &list->figure[list->n++];
  *f =
    (struct figure){.type = plan->type, .name = name, .spread = plan->spread, .axes = plan->axes, .paper = plan->paper};
  return f;
}

bool figure_plan_full(const struct figure_plan *plan, struct figure_list *out)
{
  const bool full = out->n - plan->first >= FIGURES_MOST;
  out->left_out += full;
  return full;
}

/* ---- which records ---- */

/* Calls `each` with the records of every algorithm, in the order of its first one. */
typedef bool each_fn(const struct results *r, const struct figure_plan *plan, const char *algorithm,
                     struct figure_list *out, struct error *e);

static bool for_each_algorithm(const struct results *r, const struct figure_plan *plan, each_fn *each,
                               struct figure_list *out, struct error *e)
{
  struct results_parts parts;
  results_split(r, PARTS_BY_ALGORITHM, &parts);
  bool ok = true;
  for (size_t k = 0; ok && k < parts.n; k++) ok = each(&parts.part[k], plan, lookup_text(&parts.names, k), out, e);
  results_parts_free(&parts);
  return ok;
}

const struct record *figure_task(const struct results *r)
{
  const struct record *best = NULL;
  for (size_t k = 0; k < r->n; k++) {
    const struct record *one = &r->record[k];
    if (!record_is_simulation(one)) continue;
    if (best == NULL || one->n > best->n ||
        (one->n == best->n && record_metric(one, "rmr.max") > record_metric(best, "rmr.max")))
      best = one;
  }
  return best;
}

bool figure_is_filled(const struct series *s)
{
  return s->kind == KIND_EXACT;
}

bool figure_is_exact(const struct series *s, const struct series_point *p)
{
  return figure_is_filled(s) && p->complete;
}

double figure_quotient(const struct figure *f, size_t k, size_t p)
{
  const struct series_point *point = &f->series.series[k].point[p];
  const double by = formula_value(&f->divisor[k].formula, point->x, 0);
  return by > 0 && isfinite(by) && isfinite(point->value) ? point->value / by : NAN;
}

bool figure_any_fewer(const struct series *s)
{
  for (size_t p = 0; p < s->n; p++)
    if (s->point[p].fewer && isfinite(s->point[p].value)) return true;
  return false;
}

/* ---- figures of a listing ---- */

static bool plan_lines(const struct results *r, const struct figure_plan *plan, const char *algorithm,
                       struct figure_list *out, struct error *e)
{
  (void)e;
  const struct record *task = figure_task(r);
  if (task == NULL || !task->listed || figure_plan_full(plan, out)) return true;
  struct figure *f = figure_add(out, plan, algorithm);
  const char *title = text_of(json_object_get(r->algorithms, algorithm), "title");
  f->task = *task;
  f->quantity = mem_text("RMRs");
  f->caption = caption_of_task(r, task);
  f->title = plan->title[0] != '\0' ? mem_text(plan->title)
                                    : mem_format("RMRs of each line: %s, N = %" JSON_INTEGER_FORMAT,
                                                 title[0] != '\0' ? title : algorithm, task->n);
  return true;
}

/* ---- galleries ---- */

static bool several_memories(const struct results *r)
{
  for (size_t k = 1; k < r->n; k++)
    if (strcmp(r->record[k].memory, r->record[0].memory) != 0) return true;
  return false;
}

static void add_gallery(const struct results *r, const struct figure_plan *plan, const char *memory,
                        struct figure_list *out)
{
  json_t *selection = json_pack("{s:s}", "memory", memory);
  struct results view = selection_of(r, selection);
  json_decref(selection);
  struct series_list list;
  results_worst(&view, plan->metric, &list);
  if (list.n > 0) {
    struct figure *f = figure_add(out, plan, several_memories(r) ? memory : "");
    f->series = list;
    f->quantity = metric_words(plan->metric);
    f->caption = caption_of_gallery(&view, &list, plan->metric);
    f->title = plan->title[0] != '\0'
                 ? mem_format("%s%s%s", plan->title, several_memories(r) ? ": " : "", several_memories(r) ? memory : "")
                 : mem_format("Worst cases: %s, %s", f->quantity, memory);
  }
  selection_free(&view, r);
}

/* One for each memory model, in the order of their first records. */
static void plan_galleries(const struct results *r, const struct figure_plan *plan, struct figure_list *out)
{
  struct lookup memories = {0};
  for (size_t k = 0; k < r->n; k++)
    if (lookup_is_new_text(&memories, r->record[k].memory)) add_gallery(r, plan, r->record[k].memory, out);
  lookup_free(&memories);
}

/* ---- the plan ---- */

static bool read_plan(const json_t *entry, struct figure_plan *out, struct error *e)
{
  *out = (struct figure_plan){.metric = text_of(entry, "metric"),
                              .divide_by = text_of(entry, "divide_by"),
                              .title = text_of(entry, "title"),
                              .name = text_of(entry, "name"),
                              .paper = strcmp(text_of(entry, "style"), "paper") == 0,
                              .envelope = (enum envelope)text_among(entry, "envelope", envelope_names, ENVELOPE_FULL),
                              .labels = json_object_get(entry, "labels"),
                              .filter = json_object_get(entry, "series")};
  if (out->metric[0] == '\0') out->metric = "rmr.max";
  const char *type = text_of(entry, "type");
  out->type = (enum figure_type)text_among(entry, "type", type_names, FIGURE_N_TYPES);
  /* where the entry does not tell: the first */
  out->spread = (enum figure_spread)(text_among(entry, "spread", spread_names, N_FIGURE_SPREADS) % N_FIGURE_SPREADS);
  out->axes = (enum figure_axes)(text_among(entry, "axes", axes_names, N_FIGURE_AXES) % N_FIGURE_AXES);
  if (out->type != FIGURE_N_TYPES) return true;
  const char *near = suggest(type, type_names, FIGURE_N_TYPES);
  return fail(e, EXIT_USAGE, "\"%s\" is not a type of plot; expected growth, normalised, lines or gallery%s%s%s", type,
              near != NULL ? "; did you mean \"" : "", near != NULL ? near : "", near != NULL ? "\"?" : "");
}

static bool plan_entry(const struct evaluation *v, const json_t *entry, struct figure_list *out, struct error *e)
{
  struct figure_plan plan;
  if (!read_plan(entry, &plan, e)) return false;
  struct results view = selection_of(&v->results, plan.filter);
  plan.fits = v->fits;
  plan.x_name = results_x_name(&view);
  plan.first = out->n;
  bool ok = true;
  switch (plan.type) {
  case FIGURE_GROWTH:
  case FIGURE_NORMALISED: ok = figure_plan_series(&view, &plan, out, e); break;
  case FIGURE_LINES: ok = for_each_algorithm(&view, &plan, plan_lines, out, e); break;
  case FIGURE_GALLERY: plan_galleries(&view, &plan, out); break;
  case FIGURE_N_TYPES: break;
  }
  selection_free(&view, &v->results);
  return ok;
}

struct figure figure_on_screen(const struct figure *f)
{
  struct figure narrow = *f;
  narrow.paper = narrow.screen = true;
  narrow.screened = false;
  return narrow;
}

/* The first gallery, or else the first figure, where it has a narrow form. */
static void choose_for_screen(struct figure_list *list)
{
  struct figure *first = list->n > 0 ? list->figure : NULL;
  for (size_t k = list->n; k-- > 0;)
    if (list->figure[k].type == FIGURE_GALLERY) first = &list->figure[k];
  if (first != NULL) first->screened = first->type != FIGURE_LINES;
}

bool figures_plan(const struct evaluation *v, struct figure_list *out, struct error *e)
{
  *out = (struct figure_list){.tables = json_object_get(v->tables, "tables")};
  json_t *plots = json_object_get(v->results.config, "plots");
  json_t *list = plots != NULL ? json_incref(plots) : json_pack("[{s:s}, {s:s}]", "type", "growth", "type", "lines");
  bool ok = true;
  for (size_t k = 0; ok && k < json_array_size(list); k++) ok = plan_entry(v, json_array_get(list, k), out, e);
  json_decref(list);
  for (size_t k = 0; ok && k < out->n; k++) out->figure[k].known = v->known;
  choose_for_screen(out);
  if (ok) return true;
  if (e->file[0] == '\0') snprintf(e->file, sizeof e->file, "%s/config.json", v->results.directory);
  figure_list_free(out);
  return false;
}

void figure_list_free(struct figure_list *list)
{
  for (size_t k = 0; k < list->n; k++) {
    struct figure *f = &list->figure[k];
    for (size_t d = 0; f->divisor != NULL && d < f->series.n; d++) free(f->divisor[d].text);
    free(f->divisor);
    series_list_free(&f->series);
    free(f->name);
    free(f->title);
    free(f->caption);
    free(f->quantity);
  }
  free(list->figure);
  *list = (struct figure_list){0};
}
