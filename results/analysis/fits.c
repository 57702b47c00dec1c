/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fits.c: see fits.h. The keys series, points, class, formula, exact, verdict, exponent and runners_up are
 * fixed, for scripts; the others say what the numbers are true for. A value that does not exist is null, never a guess
 * and never NaN.
 */
#include "results/analysis/fits.h"
#include "results/json_number.h"

#include <math.h>

static json_t *number_or_null(double x)
{
  return isfinite(x) ? json_number(x) : json_null();
}

static json_t *exponent_json(const struct exponent *e)
{
  if (!e->known) return json_null();
  return json_pack("{s:f, s:f, s:f}", "value", e->value, "low", e->low, "high", e->high);
}

static json_t *candidate_json(const struct fitted_class *c, bool contender)
{
  return json_pack("{s:s, s:s, s:b, s:b, s:f, s:f, s:s}", "class", c->class, "formula", c->formula, "exact", c->exact,
                   "explains", contender, "error", c->error, "delta", c->delta, "ratio", trend_name(c->trend));
}

/* All contenders but the winner, and the next few. */
static json_t *runners_json(const struct analysis *a)
{
  json_t *array = json_array();
  for (size_t k = analysis_winner(a) != NULL; k < analysis_shown(a); k++)
    json_array_append_new(array, candidate_json(&a->candidate[k], k < a->n_contenders));
  return array;
}

static json_t *series_json(const struct series *s, const struct analysis *a)
{
  const struct fitted_class *winner = analysis_winner(a);
  return json_pack("{s:s, s:s, s:O?, s:s, s:s, s:I, s:o, s:s?, s:s?, s:b, s:b, s:s, s:I, s:o, s:o, s:s}", "series",
                   s->name, "metric", s->metric, "scope", s->fields, "kind", value_kind_names[s->kind], "x", s->x_name,
                   "points", (json_int_t)a->n_points, "range",
                   json_pack("{s:o, s:o}", "from", number_or_null(a->from), "to", number_or_null(a->to)), "class",
                   winner != NULL ? winner->class : NULL, "formula", winner != NULL ? winner->formula : NULL, "exact",
                   winner != NULL && winner->exact, "powers_of_two_only", a->powers_of_two_only, "verdict",
                   verdict_name(a->verdict), "held_out", (json_int_t)a->held_out, "exponent",
                   exponent_json(&a->exponent), "runners_up", runners_json(a), "reason", a->reason);
}

json_t *fits_json(const struct series_list *list, struct analyses *known)
{
  json_t *array = json_array();
  for (size_t k = 0; k < list->n; k++)
    json_array_append_new(array, series_json(&list->series[k], analysis_of(known, &list->series[k])));
  return json_pack("{s:o}", "series", array);
}
