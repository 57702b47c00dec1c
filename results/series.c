/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "results/metric_name.h"
#include "results/read.h"
#include "results/selection.h"

#define X(kind, name) name,
const char *const value_kind_names[N_VALUE_KINDS] = {VALUE_KINDS(X)};
#undef X

struct series *series_list_add(struct series_list *list)
{
  list->series = mem_another(list->series, list->n, sizeof *list->series);
  list->series[list->n] = (struct series){0};
  return &list->series[list->n++];
}

struct series series_plain(const char *name, const char *metric, const char *x_name, enum value_kind kind)
{
  return (struct series){.name = mem_text(name),
                         .metric = mem_text(metric),
                         .x_name = mem_text(x_name),
                         .kind = kind,
                         .scope = mem_text(""),
                         .algorithm = mem_text(""),
                         .adversary = mem_text(""),
                         .memory = mem_text(""),
                         .sessions = mem_text(""),
                         .faults = mem_text(""),
                         .time = mem_text(""),
                         .order = mem_text("")};
}

void series_add_point(struct series *s, double x, double value)
{
  s->point = mem_another(s->point, s->n, sizeof *s->point);
  s->point[s->n++] = (struct series_point){
    .x = x, .value = value, .mean = NAN, .low = NAN, .high = NAN, .repetitions = 1, .complete = true};
}

struct placed {
  size_t place;
  struct series_point point;
};

static int by_x(const void *a, const void *b)
{
  const struct placed *p = a, *q = b;
  if (p->point.x != q->point.x) return p->point.x < q->point.x ? -1 : 1;
  return (p->place > q->place) - (p->place < q->place);
}

/* Stable: sums of the values at one x do not depend on the sort. */
static void sort_by_x(struct series *s)
{
  struct placed *all = mem_new(s->n, sizeof *all);
  for (size_t k = 0; k < s->n; k++) all[k] = (struct placed){k, s->point[k]};
  if (s->n > 0) qsort(all, s->n, sizeof *all, by_x);
  for (size_t k = 0; k < s->n; k++) s->point[k] = all[k].point;
  free(all);
}

/* Takes one more value into a point. A mean is their sum as long as there may be more. */
static void pool(struct series_point *p, const struct series_point *other, enum metric_pooling pooling)
{
  switch (pooling) {
  case POOLED_MEAN: p->value += other->value; break;
  case POOLED_LEAST: p->value = fmin(p->value, other->value); break;
  case POOLED_LARGEST: p->value = fmax(p->value, other->value); break;
  }
  p->complete = p->complete && other->complete;
  p->repetitions++;
}

void series_put_in_order(struct series *s)
{
  const enum metric_pooling pooling = metric_pooling_of(s->metric);
  size_t n = 0;
  sort_by_x(s);
  for (size_t k = 0; k < s->n; k++) {
    if (n > 0 && s->point[n - 1].x == s->point[k].x)
      pool(&s->point[n - 1], &s->point[k], pooling);
    else
      s->point[n++] = s->point[k];
  }
  for (size_t k = 0; k < n && pooling == POOLED_MEAN; k++) s->point[k].value /= s->point[k].repetitions;
  s->n = n;
}

void series_free(struct series *s)
{
  char *const texts[] = {s->name,   s->metric,   s->x_name, s->scope, s->algorithm, s->adversary,
                         s->memory, s->sessions, s->faults, s->time,  s->order};
  for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) free(texts[k]);
  json_decref(s->fields);
  free(s->point);
}

void series_list_free(struct series_list *list)
{
  for (size_t k = 0; k < list->n; k++) series_free(&list->series[k]);
  free(list->series);
  *list = (struct series_list){0};
}

/* The metrics that "fits" of the config names; all metrics where it names none. */
static struct wish *wanted(const struct results *r, size_t *n)
{
  const json_t *fits = json_object_get(r->config, "fits");
  if (json_array_size(fits) > 0) return wishes_of(fits, n);
  const char **metrics = results_metrics(r, n);
  struct wish *wish = wishes_for(metrics, *n);
  free(metrics);
  return wish;
}

static void series_from(const struct results *r, struct series_list *out)
{
  size_t n;
  struct wish *wish = wanted(r, &n);
  results_series_of(r, wish, n, results_x_name(r), out);
  free(wish);
}

/* config.json in the folder of a file, if any. */
static bool config_beside(const char *path, json_t **config, struct error *e)
{
  const char *slash = strrchr(path, '/');
  char *beside = slash != NULL ? mem_format("%.*s/config.json", (int)(slash - path), path) : mem_text("config.json");
  const bool ok = json_read(beside, config, e);
  free(beside);
  return ok;
}

static bool jsonl_series_load(const char *path, struct series_list *out, struct error *e)
{
  struct results r = {0};
  const bool ok = config_beside(path, &r.config, e) && records_read(path, &r, e);
  if (ok) series_from(&r, out);
  results_free(&r);
  return ok;
}

static bool directory_series_load(const char *path, struct series_list *out, struct error *e)
{
  struct results r;
  if (!results_load(path, &r, e)) return false;
  series_from(&r, out);
  results_free(&r);
  return true;
}

bool series_load(const char *path, struct series_list *out, struct error *e)
{
  *out = (struct series_list){0};
  const char *dot = strrchr(path, '.');
  const bool ok = file_is_directory(path)                     ? directory_series_load(path, out, e)
                  : dot != NULL && strcmp(dot, ".jsonl") == 0 ? jsonl_series_load(path, out, e)
                                                              : csv_series_load(path, out, e);
  return ok && (out->n != 0 || fail_at(e, EXIT_USAGE, path, 0, 0, "there are no values; expected one for each N"));
}
