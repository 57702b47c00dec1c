/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * part_tables.c: the tables of the report: verdicts, violations, fits.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/clauses.h"
#include "base/mem.h"
#include "report/html.h"
#include "report/parts.h"
#include "results/scope.h"

enum { VIOLATIONS_MOST = 20, RUNNERS_MOST = 3 };

const char *const claim_heads[] = {"experiment", "quantity", "expected", "verdict", "series", "because", NULL};

/* What a fit or a verdict is true for. */
static void write_scope(FILE *out, const json_t *one)
{
  char *words = scope_words(json_object_get(one, "scope"));
  html_text(out, words);
  free(words);
}

/* A class of the style sheet and the word itself, so that nothing depends on colour. That simulations alone have kept a
 * property is no proof of it, and does not look like one. */
static void badge(FILE *out, const json_t *one)
{
  static const char *const kinds[] = {"holds", "undecided", "fails"};
  const size_t samples = clause_samples(one);
  fprintf(out, "<td><span class=\"badge %s\">", samples > 0 ? "sampled" : kinds[clause_badness(one)]);
  if (samples > 0)
    fprintf(out, "not refuted by %zu runs", samples);
  else
    html_text(out, text_of(one, "verdict"));
  fputs("</span></td>", out);
}

static void claim_row(FILE *out, const struct section *s, const char *name, const struct clause *claim)
{
  fputs("<tr>", out);
  if (name != NULL) {
    fprintf(out, "<td><a href=\"#%s\">", s->id);
    html_text(out, name);
    fputs("</a></td>", out);
  }
  html_element(out, "td", text_of(claim->shown, "metric"));
  html_element(out, "td class=\"code\"", text_of(claim->shown, "expect"));
  badge(out, claim->shown);
  fprintf(out, "<td class=\"number\">%zu of %zu</td><td>", claim->holding, claim->series);
  if (claim->series > 1 && clause_badness(claim->shown) > 0) {
    html_text(out, text_of(claim->shown, "series"));
    fputs(": ", out);
  }
  html_text(out, claim->series > 1 && clause_badness(claim->shown) == 0 ? "holds for every series"
                                                                        : text_of(claim->shown, "reason"));
  fputs("</td></tr>\n", out);
}

void claim_rows(FILE *out, const struct section *s, const char *name)
{
  struct clauses clauses;
  clauses_gather(json_object_get(s->results->verdicts, "verdicts"), &clauses);
  for (size_t k = 0; k < clauses.keys.n; k++) claim_row(out, s, name, &clauses.clause[k]);
  clauses_free(&clauses);
}

static void verdict_row(FILE *out, const json_t *one)
{
  fputs("<tr><td>", out);
  html_text(out, text_of(one, "series"));
  fputs("<br><span class=\"scope\">", out);
  write_scope(out, one);
  fputs("</span></td>", out);
  html_element(out, "td", text_of(one, "metric"));
  html_element(out, "td class=\"code\"", text_of(one, "expect"));
  badge(out, one);
  html_element(out, "td", text_of(one, "reason"));
  fputs("</tr>\n", out);
}

void part_verdicts(FILE *out, const struct section *s)
{
  static const char *const heads[] = {"series", "quantity", "expected", "verdict", "because", NULL};
  const json_t *list = json_object_get(s->results->verdicts, "verdicts");
  if (json_array_size(list) == 0) return;
  fprintf(out, "<h3 id=\"%s-verdicts\">Claims and verdicts</h3>\n", s->id);
  html_table(out, "What the config expects, and whether the records bear it out.", claim_heads + 1);
  claim_rows(out, s, NULL);
  fprintf(out, "</table></div>\n<details><summary>All %zu verdicts, each with what it is true for</summary>\n",
          json_array_size(list));
  html_table(out, "One row for each clause and series.", heads);
  for (size_t k = 0; k < json_array_size(list) && k < ROWS_MOST; k++) verdict_row(out, json_array_get(list, k));
  table_end(out, json_array_size(list), "verdicts.json");
  fputs("</details>\n", out);
}

static void violation_row(FILE *out, const struct record *r, const struct record_violation *violation)
{
  char *scope = record_scope(r);
  fputs("<tr>", out);
  html_element(out, "td", violation->property);
  html_element(out, "td", violation->text);
  fprintf(out, "<td class=\"number\">%" JSON_INTEGER_FORMAT "</td>", violation->step);
  html_element(out, "td class=\"scope\"", scope);
  fputs("</tr>\n", out);
  free(scope);
}

void part_violations(FILE *out, const struct section *s)
{
  static const char *const heads[] = {"property", "what was seen", "at step", "in the run", NULL};
  const struct results *r = s->results;
  size_t n = 0;
  for (size_t k = 0; k < r->n; k++) n += r->record[k].n_violations;
  if (n == 0) return;
  fputs("<h3>Violations</h3>\n", out);
  char caption[160];
  snprintf(caption, sizeof caption, "The first violation of each property in a run: %zu in all%s.", n,
           n > VIOLATIONS_MOST ? "; the first of them are shown" : "");
  html_table(out, caption, heads);
  size_t shown = 0;
  for (size_t k = 0; k < r->n; k++)
    for (size_t v = 0; v < r->record[k].n_violations && shown < VIOLATIONS_MOST; v++, shown++)
      violation_row(out, &r->record[k], &r->record[k].violation[v]);
  fputs("</table></div>\n", out);
}

/* "1.02 [0.98, 1.05]" */
static void exponent_cell(FILE *out, const json_t *exponent)
{
  const double value = json_number_value(json_object_get(exponent, "value"));
  const double low = json_number_value(json_object_get(exponent, "low"));
  const double high = json_number_value(json_object_get(exponent, "high"));
  if (json_is_object(exponent))
    fprintf(out, "<td class=\"number\">%.2f [%.2f, %.2f]</td>", value, low, high);
  else
    fputs("<td class=\"number\">–</td>", out);
}

static void runners_cell(FILE *out, const json_t *runners)
{
  fputs("<td>", out);
  for (size_t k = 0; k < json_array_size(runners) && k < RUNNERS_MOST; k++) {
    if (k > 0) fputs(", ", out);
    html_text(out, text_of(json_array_get(runners, k), "class"));
  }
  fputs("</td>", out);
}

/* How the class was found, on which points, and why. */
static void how_cell(FILE *out, const json_t *fit)
{
  const json_t *range = json_object_get(fit, "range");
  const double held_out = json_number_value(json_object_get(fit, "held_out"));
  fputs("<td>", out);
  html_text(out, text_of(fit, "verdict"));
  fprintf(out, "%s on %.15g points", json_is_true(json_object_get(fit, "exact")) ? " exactly" : "",
          json_number_value(json_object_get(fit, "points")));
  if (json_is_number(json_object_get(range, "from")))
    fprintf(out, " (%.15g..%.15g)", json_number_value(json_object_get(range, "from")),
            json_number_value(json_object_get(range, "to")));
  if (held_out > 0) fprintf(out, ", %.15g of them held out", held_out);
  fputs("<br><span class=\"scope\">", out);
  html_text(out, text_of(fit, "reason"));
  fputs("</span></td>", out);
}

static void fit_row(FILE *out, const json_t *fit)
{
  const char *class = text_of(fit, "class"), *formula = text_of(fit, "formula");
  fputs("<tr><td>", out);
  html_text(out, text_of(fit, "series"));
  fputs("<br><span class=\"scope\">", out);
  write_scope(out, fit);
  fputs("</span></td>", out);
  html_element(out, "td", text_of(fit, "metric"));
  html_element(out, "td", class[0] != '\0' ? class : "–");
  html_element(out, "td class=\"code\"", formula[0] != '\0' ? formula : "–");
  how_cell(out, fit);
  exponent_cell(out, json_object_get(fit, "exponent"));
  runners_cell(out, json_object_get(fit, "runners_up"));
  fputs("</tr>\n", out);
}

void part_fits(FILE *out, const struct section *s)
{
  static const char *const heads[] = {"series", "quantity", "class", "formula", "how", "exponent", "runners-up", NULL};
  const json_t *list = json_object_get(s->results->fits, "series");
  if (json_array_size(list) == 0) return;
  fputs("<h3>Growth</h3>\n", out);
  html_table(
    out,
    "How each series grows: recognised exactly where a formula meets every point, fitted otherwise, undecided where "
    "the points do not tell. The exponent is the slope on log-log paper with its 95 % interval.",
    heads);
  for (size_t k = 0; k < json_array_size(list) && k < ROWS_MOST; k++) fit_row(out, json_array_get(list, k));
  table_end(out, json_array_size(list), "fits.json");
}
