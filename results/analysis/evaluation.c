/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/evaluation.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/analysis/findings.h"
#include "results/analysis/fits.h"
#include "results/analysis/matrix.h"
#include "results/analysis/tables.h"
#include "results/analysis/verdicts.h"
#include "results/contradictions.h"
#include "results/export.h"
#include "results/manifest.h"
#include "results/seal.h"
#include "results/selection.h"
#include "results/tightness.h"
#include "results/write.h"

/* --- from the records --------------------------------------------------------------------------------------------- */

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
static json_t *tightness_of(const struct results *r)
{
  struct tightness_list list;
  results_tightness(r, &list);
  json_t *tightness = list.n > 0 ? tightness_json(&list) : NULL;
  tightness_list_free(&list);
  return tightness;
}

/* Of which records an evaluation is: their number, and a checksum of their ids. The caller frees it. */
static char *mark_of(const struct results *r)
{
  uint64_t sum = 0;
  for (size_t k = 0; k < r->n; k++) sum = seal_add(sum, r->record[k].id);
  return mem_format("%zu %016" PRIx64, r->n, sum);
}

/* The tables of claims, and what is found of all claims. */
static void judge_claims(struct evaluation *v)
{
  struct benches *benches = benches_new(&v->results, v->known);
  v->tables = tables_json(&v->results, benches);
  v->findings = findings_json(&v->results, benches, v->tables, v->verdicts);
  char *mark = mark_of(&v->results);
  json_object_set_new(v->findings, "records", json_string(mark));
  free(mark);
  v->matrix = matrix_json(&v->results, benches);
  benches_free(benches);
}

/* All files in the directory itself now: those that are not made this time go. */
static bool own_names(const struct evaluation *v, const json_t *tightness, struct error *e)
{
  const char *const names[] = {MANIFEST_RUN, MANIFEST_MADE, tightness != NULL ? "nearness.json" : NULL,
                               v->tables != NULL ? "tables.json" : NULL};
  struct manifest m;
  if (!manifest_begin(&m, v->results.directory, MANIFEST_TOP, e)) return false;
  bool ok = true;
  for (size_t k = 0; ok && k < sizeof names / sizeof *names; k++)
    ok = names[k] == NULL || manifest_add(&m, names[k], e);
  return manifest_end(&m, true, ok, e);
}

static bool write_json(const struct results *r, const char *name, const json_t *value, struct error *e)
{
  return value == NULL || results_write_json(r->directory, name, value, e);
}

static bool make(struct evaluation *v, evaluation_listener *tell, struct error *e)
{
  const struct results *r = &v->results;
  v->known = analyses_new();
  tell("analysing the series");
  json_t *tightness = tightness_of(r);
  v->fits = fits_of(r, v->known);
  tell("judging the expectations");
  v->verdicts = verdicts_json(r, v->known);
  judge_claims(v);
  tell("writing records.csv and extrap/");
  const bool ok = own_names(v, tightness, e) && export_csv(r, e) && export_extrap(r, e) &&
                  write_json(r, "fits.json", v->fits, e) && write_json(r, "nearness.json", tightness, e) &&
                  write_json(r, "verdicts.json", v->verdicts, e) && write_json(r, "tables.json", v->tables, e) &&
                  write_json(r, "matrix.json", v->matrix, e) && write_json(r, "findings.json", v->findings, e);
  json_decref(tightness);
  return ok;
}

static bool is_consistent(const struct results *r, struct error *e)
{
  struct consistency *consistency = consistency_new();
  const bool ok = consistency_add(consistency, r, e);
  consistency_free(consistency);
  return ok;
}

bool evaluate(const char *directory, evaluation_listener *tell, struct evaluation *out, struct error *e)
{
  *out = (struct evaluation){0};
  tell("reading the records");
  const bool ok = results_load(directory, &out->results, e) && is_consistent(&out->results, e) && make(out, tell, e);
  if (!ok) evaluation_free(out);
  return ok;
}

/* --- from the files ----------------------------------------------------------------------------------------------- */

/* The findings, and the tables that they speak of; the config is there. */
static bool read_findings(struct evaluation *v, struct error *e)
{
  const struct results *r = &v->results;
  const bool tables = json_array_size(json_object_get(r->config, "tables")) > 0; /* else the file is somebody else's */
  return (!tables || results_read_json(r->directory, "tables.json", &v->tables, e)) &&
         results_read_json(r->directory, "findings.json", &v->findings, e);
}

/* Records may be lost, or others come, after they were judged. */
static bool is_of_other_records(const struct evaluation *v)
{
  const char *told = text_of(v->findings, "records");
  char *mark = mark_of(&v->results);
  const bool other = told[0] != '\0' && strcmp(told, mark) != 0;
  free(mark);
  return other;
}

bool evaluation_load(const char *directory, struct evaluation *out, struct error *e)
{
  *out = (struct evaluation){.known = analyses_new()};
  const bool ok = results_load(directory, &out->results, e) &&
                  results_read_json(directory, "fits.json", &out->fits, e) &&
                  results_read_json(directory, "verdicts.json", &out->verdicts, e) &&
                  results_read_json(directory, "matrix.json", &out->matrix, e) && read_findings(out, e);
  out->stale = ok && is_of_other_records(out);
  if (!ok) evaluation_free(out);
  return ok;
}

bool evaluation_load_findings(const char *directory, struct evaluation *out, struct error *e)
{
  *out = (struct evaluation){.results.directory = mem_text(directory)};
  const bool ok = results_read_json(directory, "config.json", &out->results.config, e) && read_findings(out, e);
  if (!ok) evaluation_free(out);
  return ok;
}

void evaluation_free(struct evaluation *v)
{
  results_free(&v->results);
  analyses_free(v->known);
  json_decref(v->fits);
  json_decref(v->verdicts);
  json_decref(v->tables);
  json_decref(v->findings);
  json_decref(v->matrix);
  *v = (struct evaluation){0};
}
