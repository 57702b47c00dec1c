/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/report/evaluation.h"

#include <stdlib.h>

#include "plots/figure.h"
#include "plots/report/report.h"
#include "results/analysis/findings.h"
#include "results/analysis/fits.h"
#include "results/analysis/tables.h"
#include "results/analysis/verdicts.h"
#include "results/contradictions.h"
#include "results/export.h"
#include "results/manifest.h"
#include "results/selection.h"
#include "results/tightness.h"
#include "results/write.h"

static void tell(const struct evaluation_listener *listener, const char *what)
{
  if (listener->tell != NULL) listener->tell(listener->self, what);
}

static json_t *fits_of(const struct results *r, struct analyses *known)
{
  size_t n;
  struct wish *wish = wishes_of(json_object_get(r->config, "fits"), &n);
  struct series_list list;
  results_series_of(r, wish, n, results_x_name(r), &list);
  json_t *json = fits_json(&list, known);
  series_list_free(&list);
  free(wish);
  return json;
}

/* NULL where nothing was both explored and simulated. */
static json_t *nearness_of(const struct results *r)
{
  struct nearness_list list;
  results_nearness(r, &list);
  json_t *nearness = list.n > 0 ? nearness_json(&list) : NULL;
  nearness_list_free(&list);
  return nearness;
}

/* All that there is in the directory itself now: what is not made this time goes. */
static bool own_names(const struct results *r, const json_t *nearness, struct error *e)
{
  const char *const names[] = {MANIFEST_RUN, MANIFEST_MADE, nearness != NULL ? "nearness.json" : NULL,
                               r->tables != NULL ? "tables.json" : NULL};
  struct manifest m;
  if (!manifest_begin(&m, r->directory, MANIFEST_TOP, e)) return false;
  bool ok = true;
  for (size_t k = 0; ok && k < sizeof names / sizeof *names; k++)
    ok = names[k] == NULL || manifest_add(&m, names[k], e);
  return manifest_end(&m, true, ok, e);
}

static bool write_json(const struct results *r, const char *name, const json_t *value, struct error *e)
{
  return value == NULL || results_write_json(r->directory, name, value, e);
}

/* The tables of claims, and what is found of all claims. */
static void judge_claims(struct results *r, struct analyses *known)
{
  struct benches *benches = benches_new(r, known);
  r->tables = tables_json(r, benches);
  r->findings = findings_json(r, benches, r->tables, r->verdicts);
  benches_free(benches);
}

/* Into the directory, and into the results: the figures and the report use them. */
static bool write_analysis(struct results *r, struct analyses *known, const struct evaluation_listener *listener,
                           struct error *e)
{
  tell(listener, "analysing the series");
  json_t *nearness = nearness_of(r);
  r->fits = fits_of(r, known);
  tell(listener, "judging what is expected");
  r->verdicts = verdicts_json(r, known);
  judge_claims(r, known);
  tell(listener, "writing records.csv and extrap/");
  const bool ok = own_names(r, nearness, e) && export_csv(r, e) && export_extrap(r, e) &&
                  write_json(r, "fits.json", r->fits, e) && write_json(r, "nearness.json", nearness, e) &&
                  write_json(r, "verdicts.json", r->verdicts, e) && write_json(r, "tables.json", r->tables, e) &&
                  write_json(r, "findings.json", r->findings, e);
  json_decref(nearness);
  return ok;
}

static bool write_figures(struct evaluation *v, const struct evaluation_listener *listener, struct error *e)
{
  tell(listener, "drawing figures, writing the report");
  struct figure_list figures;
  if (!figures_plan(&v->results, v->known, &figures, e)) return false;
  const bool ok = figures_draw(&v->results, &figures, &v->plots, e) && report_write_section(&v->results, &figures, e);
  figure_list_free(&figures);
  return ok;
}

static bool write_witnesses(const struct results *r, witness_writer *write, const struct evaluation_listener *listener,
                            struct error *e)
{
  if (write == NULL) return true;
  tell(listener, "replaying witnesses");
  return write(r, e);
}

bool evaluate(const char *directory, const struct evaluation_listener *listener, witness_writer *witnesses,
              struct evaluation *out, struct error *e)
{
  *out = (struct evaluation){0};
  tell(listener, "reading the records");
  if (!results_load_records(directory, &out->results, e)) return false;
  struct consistency *consistency = consistency_new();
  const bool consistent = consistency_add(consistency, &out->results, e);
  consistency_free(consistency);
  if (!consistent) {
    evaluation_free(out);
    return false;
  }
  out->known = analyses_new();
  if (write_analysis(&out->results, out->known, listener, e) &&
      write_witnesses(&out->results, witnesses, listener, e) && write_figures(out, listener, e))
    return true;
  evaluation_free(out);
  return false;
}

void evaluation_free(struct evaluation *v)
{
  results_free(&v->results);
  analyses_free(v->known);
  *v = (struct evaluation){0};
}
