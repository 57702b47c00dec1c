/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/evaluation.h"

#include <stdlib.h>

#include "analysis/fits.h"
#include "analysis/tables.h"
#include "analysis/verdicts.h"
#include "base/mem.h"
#include "plots/figure.h"
#include "report/report.h"
#include "results/export.h"
#include "results/nearness.h"
#include "results/write.h"

static json_t *fits_of(const struct results *r, struct analyses *known)
{
  const json_t *fits = json_object_get(r->config, "fits");
  const size_t n = json_array_size(fits);
  const char **metrics = mem_new(n, sizeof *metrics);
  struct series_list list;
  for (size_t k = 0; k < n; k++) metrics[k] = json_string_value(json_array_get(fits, k));
  results_series_of(r, metrics, n, results_x_name(r), &list);
  json_t *json = fits_json(&list, known);
  series_list_free(&list);
  free(metrics);
  return json;
}

/* Only where something was both explored and simulated. */
static bool write_nearness(const struct results *r, struct error *e)
{
  struct nearness_list list;
  results_nearness(r, &list);
  json_t *nearness = nearness_json(&list);
  const bool ok = list.n == 0 || results_write_json(r->directory, "nearness.json", nearness, e);
  json_decref(nearness);
  nearness_list_free(&list);
  return ok;
}

/* Into the directory, and into the results: the figures and the report use them. */
static bool write_analysis(struct results *r, struct analyses *known, struct error *e)
{
  r->fits = fits_of(r, known);
  r->verdicts = verdicts_json(r, known);
  r->tables = tables_json(r, known);
  return export_csv(r, e) && export_extrap(r, e) && results_write_json(r->directory, "fits.json", r->fits, e) &&
         write_nearness(r, e) && results_write_json(r->directory, "verdicts.json", r->verdicts, e) &&
         (r->tables == NULL || results_write_json(r->directory, "tables.json", r->tables, e));
}

static bool write_figures(struct evaluation *v, struct error *e)
{
  struct figure_list figures;
  if (!figures_plan(&v->results, v->known, &figures, e)) return false;
  const bool ok = figures_draw(&v->results, &figures, &v->plots, e) && report_write_section(&v->results, &figures, e);
  figure_list_free(&figures);
  return ok;
}

bool evaluate(const char *directory, struct evaluation *out, struct error *e)
{
  *out = (struct evaluation){0};
  results_forget(directory); /* so that no damaged one is read */
  if (!results_load(directory, &out->results, e)) return false;
  out->known = analyses_new();
  if (write_analysis(&out->results, out->known, e) && write_figures(out, e)) return true;
  evaluation_free(out);
  return false;
}

void evaluation_free(struct evaluation *v)
{
  results_free(&v->results);
  analyses_free(v->known);
  *v = (struct evaluation){0};
}
