/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
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

static int by_x(const void *a, const void *b)
{
  const struct series_point *p = a, *q = b;
  return (p->x > q->x) - (p->x < q->x);
}

void series_put_in_order(struct series *s)
{
  size_t n = 0;
  if (s->n > 0) qsort(s->point, s->n, sizeof *s->point, by_x);
  for (size_t k = 0; k < s->n; k++) {
    struct series_point *last = n > 0 ? &s->point[n - 1] : NULL;
    if (last == NULL || last->x != s->point[k].x) {
      s->point[n++] = s->point[k];
      continue;
    }
    last->value = fmax(last->value, s->point[k].value);
    last->complete = last->complete && s->point[k].complete;
    last->repetitions++;
  }
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
  if (file_is_directory(path)) return directory_series_load(path, out, e);
  const char *dot = strrchr(path, '.');
  if (dot != NULL && strcmp(dot, ".jsonl") == 0) return jsonl_series_load(path, out, e);
  return csv_series_load(path, out, e);
}
