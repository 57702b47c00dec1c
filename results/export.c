/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/export.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/lookup.h"
#include "base/mem.h"
#include "results/facets.h"
#include "results/json_number.h"
#include "results/manifest.h"

/* ---- records.csv ---- */

/* Quoted where RFC 4180 says so. */
static void write_cell(FILE *out, const char *text)
{
  if (strpbrk(text, ",\"\r\n") == NULL) {
    fputs(text, out);
    return;
  }
  fputc('"', out);
  for (; *text != '\0'; text++) {
    if (*text == '"') fputc('"', out);
    fputc(*text, out);
  }
  fputc('"', out);
}

static void write_number(FILE *out, bool there, json_int_t number)
{
  fputc(',', out);
  if (there) fprintf(out, "%" JSON_INTEGER_FORMAT, number);
}

static void write_text(FILE *out, const char *text)
{
  fputc(',', out);
  write_cell(out, text);
}

/* An exploration has neither an adversary nor repetitions nor a seed, counting not even passages. */
static void write_scope(FILE *out, const struct record *r)
{
  const bool explored = record_is_exploration(r);
  write_text(out, r->drive);
  write_text(out, r->algorithm);
  write_text(out, r->memory);
  write_text(out, explored ? "null" : r->adversary);
  write_text(out, r->sessions);
  write_number(out, !record_is_counted(r), r->passages);
  write_text(out, record_faults(r));
  write_text(out, record_time(r));
  write_text(out, record_order(r));
  write_number(out, r->repetition > 0, r->repetition);
  write_number(out, r->seeded, r->seed);
  write_text(out, r->start);
  write_number(out, true, r->observed);
}

/* The name that `rmr fit` will give the series: algorithm, adversary, all else that may vary, and the metric. */
static char *series_cell(const struct record *r, const char *metric)
{
  char process[FACET_SIZE];
  json_t *alone = facet_value(r, FACET_OBSERVED);
  facet_value_words(FACET_OBSERVED, alone, process);
  json_decref(alone);
  const bool faults = r->faults[0] != '\0', time = r->time[0] != '\0', order = r->order[0] != '\0';
  return mem_format("%s, %s, %s, %s%s%s, %" JSON_INTEGER_FORMAT " passages, %s%s%s%s%s%s%s%s%s%s, %s", r->algorithm,
                    r->memory, r->adversary[0] != '\0' ? r->adversary : "all schedules", process,
                    process[0] != '\0' ? ", " : "", r->sessions, r->passages, faults ? "faults " : "", r->faults,
                    faults ? ", " : "", time ? "time " : "", r->time, time ? ", " : "", order ? "order " : "", r->order,
                    order ? ", " : "", value_kind_names[r->kind], metric);
}

static void write_csv_row(FILE *out, const struct record *r, const char *metric, double value)
{
  char *series = series_cell(r, metric);
  write_cell(out, series);
  free(series);
  fprintf(out, fabs(value) <= 0x1p53 ? ",%" JSON_INTEGER_FORMAT ",%.16g," : ",%" JSON_INTEGER_FORMAT ",%.15g,", r->n,
          value);
  write_cell(out, metric);
  fprintf(out, ",%" JSON_INTEGER_FORMAT, r->index);
  write_scope(out, r);
  write_text(out, value_kind_names[r->kind]);
  write_text(out, record_gave_up(r) ? "true" : "false");
  write_text(out, r->end);
  write_text(out, r->id);
  write_text(out, record_metric_complete(r, metric) ? "true" : "false");
  fputc('\n', out);
}

bool export_csv(const struct results *r, struct error *e)
{
  struct file_writer w;
  if (!file_open_in(&w, r->directory, "records.csv", e)) return false;
  fputs(
    "series,N,value,metric,index,drive,algorithm,memory,adversary,sessions,passages,faults,time,order,repetition,seed,"
    "start,observed,kind,gave_up,end,id,complete\n",
    w.out);
  for (size_t k = 0; k < r->n; k++) {
    const struct record *one = &r->record[k];
    for (size_t m = 0; m < one->form->n_metrics; m++)
      if (!isnan(one->value[m])) write_csv_row(w.out, one, one->form->metric[m], one->value[m]);
  }
  return file_commit(&w, e);
}

/* ---- extrap/ ---- */

/* Series with the same points belong to one file. */
struct grids {
  struct lookup points, names; /* of each file: its points, and its name without -2, -3, ... */
  struct compound key;         /* room for one */
  struct grid {
    const struct series *first;
    unsigned again;     /* how many files have the name so far, with this one */
    size_t last_series; /* number of the last series that was found on it */
  } * grid;             /* [points.n] */
  unsigned *used;       /* [names.n]: how many files have the name */
  size_t *next;         /* [series]: the next one on the same points, or SIZE_MAX */
};

/* "glb, random" is the call path glb->random. */
static char *call_path(const struct series *s)
{
  char *path = mem_new(2 * strlen(s->name) + 1, 1), *to = path;
  for (const char *from = s->name; *from != '\0'; from++) {
    if (strncmp(from, ", ", 2) == 0) {
      *to++ = '-';
      *to++ = '>';
      from++;
    } else {
      *to++ = *from;
    }
  }
  return path;
}

static void write_points(FILE *out, const struct series *s)
{
  char *path = call_path(s);
  for (size_t k = 0; k < s->n; k++) {
    if (!isfinite(s->point[k].value) || !s->point[k].complete) continue; /* no model is fitted to such a value */
    json_t *line = json_pack("{s:{s:o}, s:s, s:s, s:o}", "params", s->x_name, json_number(s->point[k].x), "callpath",
                             path, "metric", s->metric, "value", json_number(s->point[k].value));
    json_dumpf(line, out, JSON_COMPACT | JSON_REAL_PRECISION(15));
    fputc('\n', out);
    json_decref(line);
  }
  free(path);
}

/* N-2-to-64-points-6.jsonl; another set of points that would have the name gets -2, -3, ... */
static char *group_name(const struct series *s, unsigned again)
{
  char *number_again = again > 1 ? mem_format("-%u", again) : mem_text("");
  char *name = mem_format("%s-%.15g-to-%.15g-points-%zu%s.jsonl", s->x_name, s->point[0].x, s->point[s->n - 1].x, s->n,
                          number_again);
  free(number_again);
  return name;
}

/* The number of the name that the points give a file. */
static size_t name_number(struct grids *g, const struct series *s)
{
  size_t number;
  compound_begin(&g->key);
  compound_add(&g->key, &s->point[0].x, sizeof s->point[0].x);
  compound_add(&g->key, &s->point[s->n - 1].x, sizeof s->point[0].x);
  compound_add_number(&g->key, (int64_t)s->n);
  if (lookup_is_new(&g->names, g->key.bytes, g->key.length, &number)) {
    g->used = mem_grow(g->used, g->names.n, sizeof *g->used);
    g->used[number] = 0;
  }
  return number;
}

static void add_to_grid(struct grids *g, const struct series_list *list, size_t k)
{
  const struct series *s = &list->series[k];
  size_t number;
  g->next[k] = SIZE_MAX;
  compound_begin(&g->key);
  for (size_t p = 0; p < s->n; p++) compound_add(&g->key, &s->point[p].x, sizeof s->point[p].x);
  if (lookup_is_new(&g->points, g->key.bytes, g->key.length, &number)) {
    g->grid = mem_grow(g->grid, g->points.n, sizeof *g->grid);
    const size_t name = name_number(g, s);
    g->grid[number] = (struct grid){.first = s, .again = ++g->used[name]};
  } else {
    g->next[g->grid[number].last_series] = k;
  }
  g->grid[number].last_series = k;
}

static bool write_grid(struct manifest *m, const struct series_list *list, const struct grids *g,
                       const struct grid *grid, struct error *e)
{
  char *name = group_name(grid->first, grid->again), *path = mem_format("%s/%s%s", m->directory, m->folder, name);
  struct file_writer w;
  const bool open = manifest_add(m, name, e) && file_open(&w, path, e);
  free(name);
  free(path);
  if (!open) return false;
  for (size_t k = (size_t)(grid->first - list->series); k != SIZE_MAX; k = g->next[k])
    write_points(w.out, &list->series[k]);
  return file_commit(&w, e);
}

/* A value that is proved for every N is a function of nothing. */
static bool is_every_n(const struct series *s)
{
  return s->n == 1 && s->point[0].x == 0 && strcmp(s->x_name, "N") == 0;
}

/* The series of every metric, named without it, since Extra-P has a field for the metric. */
static void all_series(const struct results *r, struct series_list *out)
{
  size_t n;
  const char **metrics = results_metrics(r, &n);
  *out = (struct series_list){0};
  for (size_t k = 0; k < n; k++) {
    struct series_list more;
    results_series(r, metrics[k], results_x_name(r), &more);
    out->series = mem_grow(out->series, out->n + more.n, sizeof *out->series);
    if (more.n > 0) memcpy(out->series + out->n, more.series, more.n * sizeof *out->series);
    out->n += more.n;
    free(more.series);
  }
  free(metrics);
}

static void grids_free(struct grids *g)
{
  lookup_free(&g->points);
  lookup_free(&g->names);
  compound_free(&g->key);
  free(g->grid);
  free(g->used);
  free(g->next);
}

bool export_extrap(const struct results *r, struct error *e)
{
  char *directory = mem_format("%s/extrap", r->directory);
  struct manifest m;
  bool ok = file_make_directory(directory, e) && manifest_begin(&m, r->directory, MANIFEST_EXTRAP, e);
  free(directory);
  if (!ok) return false;
  struct series_list list;
  all_series(r, &list);
  struct grids g = {.next = mem_new(list.n, sizeof *g.next)};
  for (size_t k = 0; k < list.n; k++)
    if (!is_every_n(&list.series[k])) add_to_grid(&g, &list, k);
  for (size_t k = 0; ok && k < g.points.n; k++) ok = write_grid(&m, &list, &g, &g.grid[k], e);
  grids_free(&g);
  series_list_free(&list);
  return manifest_end(&m, true, ok, e);
}
