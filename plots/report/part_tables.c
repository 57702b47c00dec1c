/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * part_tables.c: the tables of the report: verdicts, violations, fits.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "plots/report/grid.h"
#include "plots/report/html.h"
#include "plots/report/parts.h"
#include "results/analysis/clauses.h"
#include "results/analysis/order.h"
#include "results/scope.h"
#include "results/witness_files.h"

enum { VIOLATIONS_MOST = 20, RUNNERS_MOST = 3 };

const char *const claim_heads[] = {"experiment", "quantity", "expected", "verdict", "series", "because", NULL};

/* ---- the scopes of fits and verdicts: a scope that all of a list share is said once ---- */

/* A new reference. */
static json_t *shared_scope(const json_t *list)
{
  json_t *shared = json_object();
  json_object_update(shared, json_object_get(json_array_get(list, 0), "scope"));
  for (size_t k = 1; k < json_array_size(list); k++)
    scope_keep_common(shared, json_object_get(json_array_get(list, k), "scope"));
  if (json_array_size(list) < 2) json_object_clear(shared);
  return shared;
}

/* The caption with what all rows share. The caller frees it. */
static char *caption_with(const char *caption, const json_t *shared)
{
  char *words = scope_words(shared);
  char *text = words[0] == '\0' ? mem_text(caption) : mem_format("%s All rows: %s.", caption, words);
  free(words);
  return text;
}

/* The name of the series, and below it what the others do not share. */
static void series_cell(struct grid *t, const json_t *one, const json_t *shared)
{
  json_t *own = json_copy(json_object_get(one, "scope"));
  const char *key;
  json_t *value;
  json_object_foreach((json_t *)shared, key, value) json_object_del(own, key);
  char *words = scope_words(own);
  html_print(grid_cell(t, ""), "%s<br><span class=\"scope\">%s</span>", text_of(one, "series"), words);
  free(words);
  json_decref(own);
}

/* ---- verdicts ---- */

/* A schedule is known that none of the runs was. */
static void contradiction(FILE *out, const struct section *s, const json_t *one)
{
  const char *algorithm = text_of(json_object_get(one, "scope"), "algorithm"), *claim = text_of(one, "metric");
  const json_t *found = findings_refuting(s->findings, algorithm, claim);
  const char *section = text_of(found, "section");
  if (found != NULL)
    html_print(out, " <a class=\"contradicted\" href=\"#%s\">but a schedule breaks it%s%s</a>", text_of(found, "link"),
               section[0] != '\0' ? ": " : "", section);
}

/* A class of the style sheet and the word itself, so that nothing depends on colour. That simulations alone have kept a
 * property is no proof of it, and does not look like one. */
static void badge(FILE *out, const struct section *s, const json_t *one)
{
  const size_t samples = clause_samples(one);
  const char *verdict = outcome_names[verdict_outcome(one)];
  if (samples == 0) {
    fprintf(out, "<span class=\"badge %s\">%s</span>", verdict, verdict);
    return;
  }
  fprintf(out, "<span class=\"badge sampled\">not refuted by %zu run%s</span>", samples, plural(samples));
  contradiction(out, s, one);
}

static void claim_row(struct grid *t, const struct section *s, const char *name, const struct clause *claim)
{
  grid_row(t);
  if (name != NULL) html_print(grid_cell(t, ""), "<a href=\"#%s-verdicts\">%s</a>", s->id, name);
  grid_text(t, "", text_of(claim->shown, "metric"));
  grid_text(t, "code", text_of(claim->shown, "expect"));
  badge(grid_cell(t, ""), s, claim->shown);
  fprintf(grid_cell(t, "number"), "%zu of %zu", claim->holding, claim->series);
  FILE *out = grid_cell(t, "");
  const bool holds = verdict_outcome(claim->shown) == OUTCOME_HOLDS;
  if (claim->series > 1 && !holds) html_print(out, "%s: ", text_of(claim->shown, "series"));
  text_markup(out, claim->series > 1 && holds ? "holds for every series" : text_of(claim->shown, "reason"));
}

void claim_rows(struct grid *t, const struct section *s, const char *name, struct claim_counts *count)
{
  struct clauses clauses;
  clauses_gather(json_object_get(s->evaluation->verdicts, "verdicts"), &clauses);
  for (size_t k = 0; k < clauses.keys.n; k++) {
    const json_t *shown = clauses.clause[k].shown;
    claim_row(t, s, name, &clauses.clause[k]);
    if (clause_samples(shown) > 0)
      count->sampled++;
    else
      count->of[verdict_outcome(shown)]++;
  }
  clauses_free(&clauses);
}

static void write_all_verdicts(FILE *out, const struct section *s, const json_t *list)
{
  static const char *const heads[] = {"series", "quantity", "expected", "verdict", "because", NULL};
  json_t *shared = shared_scope(list);
  char *caption = caption_with("One row for each clause and series.", shared);
  struct grid *t = grid_new(caption, heads, 0);
  for (size_t k = 0; k < json_array_size(list) && k < ROWS_MOST; k++) {
    const json_t *one = json_array_get(list, k);
    grid_row(t);
    series_cell(t, one, shared);
    grid_text(t, "", text_of(one, "metric"));
    grid_text(t, "code", text_of(one, "expect"));
    badge(grid_cell(t, ""), s, one);
    grid_text(t, "", text_of(one, "reason"));
  }
  grid_end_cut(t, out, json_array_size(list), "verdicts.json");
  free(caption);
  json_decref(shared);
}

void part_verdicts(FILE *out, const struct section *s)
{
  const json_t *list = json_object_get(s->evaluation->verdicts, "verdicts");
  struct claim_counts ignored = {0};
  if (json_array_size(list) == 0) return;
  part_heading(out, s, "verdicts", "Claims and verdicts");
  struct grid *t =
    grid_new("The expectations of the config, and whether the records confirm them.", claim_heads + 1, 0);
  claim_rows(t, s, NULL, &ignored);
  grid_end(t, out);
  fprintf(out, "<details><summary>All %zu verdicts, each with its scope</summary>\n", json_array_size(list));
  write_all_verdicts(out, s, list);
  fputs("</details>\n", out);
}

static void violation_row(struct grid *t, const struct section *s, const struct record *r,
                          const struct record_violation *violation)
{
  char *scope = record_scope(r), *name = witness_name(r, violation->property);
  grid_row(t);
  grid_text(t, "", violation->property);
  FILE *out = grid_cell(t, "");
  text_markup(out, violation->text);
  witness_link(out, s, name);
  fprintf(grid_cell(t, "number"), "%" JSON_INTEGER_FORMAT, violation->step);
  grid_text(t, "scope", scope);
  free(scope);
  free(name);
}

void part_violations(FILE *out, const struct section *s)
{
  static const char *const heads[] = {"property", "violation", "at step", "in the run", NULL};
  const struct results *r = s->results;
  size_t n = 0;
  for (size_t k = 0; k < r->n; k++) n += r->record[k].n_violations;
  if (n == 0) return;
  part_heading(out, s, "violations", "Violations");
  char caption[160];
  snprintf(caption, sizeof caption, "The first violation of each property in a run: %zu in all%s.", n,
           n > VIOLATIONS_MOST ? "; the first of them are shown" : "");
  struct grid *t = grid_new(caption, heads, 0);
  size_t shown = 0;
  for (size_t k = 0; k < r->n; k++)
    for (size_t v = 0; v < r->record[k].n_violations && shown < VIOLATIONS_MOST; v++, shown++)
      violation_row(t, s, &r->record[k], &r->record[k].violation[v]);
  grid_end(t, out);
}

/* "1.02 [0.98, 1.05]" */
static void exponent_cell(struct grid *t, const json_t *exponent)
{
  const double value = json_number_value(json_object_get(exponent, "value"));
  const double low = json_number_value(json_object_get(exponent, "low"));
  const double high = json_number_value(json_object_get(exponent, "high"));
  if (json_is_object(exponent))
    fprintf(grid_cell(t, "number"), "%.2f [%.2f, %.2f]", value, low, high);
  else
    grid_text(t, "number", "–");
}

static void runners_cell(struct grid *t, const json_t *runners)
{
  FILE *out = grid_cell(t, "");
  for (size_t k = 0; k < json_array_size(runners) && k < RUNNERS_MOST; k++)
    html_print(out, "%s%s", k > 0 ? ", " : "", text_of(json_array_get(runners, k), "class"));
}

/* How the class was found, on which points, and why. */
static void how_cell(struct grid *t, const json_t *fit)
{
  const json_t *range = json_object_get(fit, "range");
  const double held_out = json_number_value(json_object_get(fit, "held_out"));
  FILE *out = grid_cell(t, "");
  text_markup(out, text_of(fit, "verdict"));
  fprintf(out, "%s on %.15g points", json_is_true(json_object_get(fit, "exact")) ? " exactly" : "",
          json_number_value(json_object_get(fit, "points")));
  if (json_is_number(json_object_get(range, "from")))
    fprintf(out, " (%.15g..%.15g)", json_number_value(json_object_get(range, "from")),
            json_number_value(json_object_get(range, "to")));
  if (held_out > 0) fprintf(out, ", %.15g of them held out", held_out);
  html_print(out, "<br><span class=\"scope\">%s</span>", text_of(fit, "reason"));
}

/* The law, and below it its class; of a fit the class, and below it the formula; or that there is none. */
static void growth_cell(struct grid *t, const json_t *fit)
{
  const char *class = text_of(fit, "class"), *formula = text_of(fit, "formula");
  const bool exact = json_is_true(json_object_get(fit, "exact"));
  if (class[0] == '\0')
    grid_text(t, "", "undecided");
  else if (strcmp(class, formula) == 0)
    grid_text(t, "code", formula);
  else
    html_print(grid_cell(t, ""), "<span class=\"code\">%s%s</span><br><span class=\"scope\">%s%s</span>",
               exact ? "" : "~ ", exact ? formula : class, exact ? "class " : "", exact ? class : formula);
}

static void fit_row(struct grid *t, const json_t *fit, const json_t *shared)
{
  grid_row(t);
  series_cell(t, fit, shared);
  grid_text(t, "", text_of(fit, "metric"));
  growth_cell(t, fit);
  how_cell(t, fit);
  exponent_cell(t, json_object_get(fit, "exponent"));
  runners_cell(t, json_object_get(fit, "runners_up"));
}

struct ranked {
  const json_t *fit;
  struct order order; /* not known: of what is undecided */
  size_t place;
};

/* The fastest growth first, the undecided last; equals stay in their order. */
static int by_growth(const void *a, const void *b)
{
  const struct ranked *x = a, *y = b;
  if (x->order.known != y->order.known) return x->order.known ? -1 : 1;
  const int by = x->order.known ? order_compare(&y->order, &x->order) : 0;
  return by != 0 ? by : (x->place > y->place) - (x->place < y->place);
}

/* The caller frees it. */
static struct ranked *ranked_fits(const json_t *list)
{
  const size_t n = json_array_size(list);
  struct ranked *out = mem_new(n, sizeof *out);
  for (size_t k = 0; k < n; k++) {
    const json_t *fit = json_array_get(list, k);
    struct formula formula;
    struct error ignored = {0};
    const char *class = text_of(fit, "class");
    const bool ok = class[0] != '\0' && formula_parse(class, &formula, &ignored);
    out[k] = (struct ranked){fit, ok ? order_of(&formula) : (struct order){0}, k};
  }
  qsort(out, n, sizeof *out, by_growth);
  return out;
}

void part_fits(FILE *out, const struct section *s)
{
  static const char *const heads[] = {"series", "quantity", "growth", "how", "exponent", "runners-up", NULL};
  const json_t *list = json_object_get(s->evaluation->fits, "series");
  if (json_array_size(list) == 0) return;
  part_heading(out, s, "growth", "Growth");
  json_t *shared = shared_scope(list);
  char *caption = caption_with(
    "The growth of each series, the fastest first: recognised if a formula meets every point exactly, fitted "
    "otherwise (~), undecided if the points do not decide. The exponent is the slope on log-log paper with its 95 % "
    "interval.",
    shared);
  struct grid *t = grid_new(caption, heads, 0);
  struct ranked *ranked = ranked_fits(list);
  for (size_t k = 0; k < json_array_size(list) && k < ROWS_MOST; k++) fit_row(t, ranked[k].fit, shared);
  free(ranked);
  grid_end_cut(t, out, json_array_size(list), "fits.json");
  free(caption);
  json_decref(shared);
}
