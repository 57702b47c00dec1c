/* SPDX-License-Identifier: GPL-3.0-or-later */
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
  if ((list->n & (list->n - 1)) == 0)
    list->series = mem_grow(list->series, list->n > 0 ? 2 * list->n : 1, sizeof *list->series);
  list->series[list->n] = (struct series){0};
  return &list->series[list->n++];
}

static void series_free(struct series *s)
{
  char *const texts[] = {s->name,      s->metric, s->x_name,   s->scope,  s->algorithm,
                         s->adversary, s->memory, s->sessions, s->faults, s->time};
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

/* What "fits" of the config names; all metrics where it names none. */
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
