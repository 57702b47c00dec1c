/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/curves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "plots/classes.h"
#include "plots/plain_names.h"
#include "results/formula.h"
#include "results/partition.h"

enum { LONGEST_FORMULA = 24 }; /* longer ones are shown by their class */

/* ---- points ---- */

/* The place of x in the curve; a new one where there is none. */
static struct series_point *place_of(struct curve *c, double x)
{
  size_t k = 0;
  while (k < c->n && c->point[k].x < x) k++;
  if (k < c->n && c->point[k].x == x) return &c->point[k];
  c->point = mem_another(c->point, c->n, sizeof *c->point);
  memmove(c->point + k + 1, c->point + k, (c->n - k) * sizeof *c->point);
  c->n++;
  c->point[k] = (struct series_point){.x = x, .value = -INFINITY, .mean = NAN, .low = NAN, .high = NAN};
  return &c->point[k];
}

static void add_points(struct curve *c, const struct series *s)
{
  for (size_t k = 0; k < s->n; k++) {
    const bool exact = s->kind == KIND_EXACT && s->point[k].complete;
    struct series_point *p = place_of(c, s->point[k].x);
    p->complete = s->point[k].value > p->value ? exact : p->complete || (exact && s->point[k].value == p->value);
    p->value = fmax(p->value, s->point[k].value);
    p->repetitions += s->point[k].repetitions;
  }
}

static bool is_unbounded(const struct curve *c)
{
  for (size_t k = 0; k < c->n; k++)
    if (c->point[k].value == INFINITY) return true;
  return false;
}

/* ---- steepness ---- */

static enum steepness steepness_of_power(double power, double logs)
{
  if (power <= 0) return logs > 0 ? STEEP_BELOW : STEEP_FLAT;
  if (power < 1) return STEEP_BELOW;
  if (power == 1 && logs <= 0) return STEEP_LINEAR;
  if (power < 2) return STEEP_BETWEEN;
  return power == 2 ? STEEP_SQUARE : STEEP_CUBE;
}

/* The power to which a slope is nearest. */
static enum steepness steepness_of_slope(double slope)
{
  static const double most[] = {
    [STEEP_FLAT] = 0.15, [STEEP_BELOW] = 0.75, [STEEP_LINEAR] = 1.2, [STEEP_BETWEEN] = 1.75, [STEEP_SQUARE] = 2.5};
  enum steepness s = STEEP_FLAT;
  while (s < STEEP_CUBE && slope > most[s]) s++;
  return s;
}

/* "8 to 10" of a flat curve, "≈ N^0.48" of any other. */
static char *growth_by_slope(const struct series *s, enum steepness steepness, double slope)
{
  double least = INFINITY, most = -INFINITY;
  if (steepness != STEEP_FLAT) return mem_format("≈ N^%.2f", slope);
  for (size_t k = 0; k < s->n; k++) {
    least = fmin(least, s->point[k].value);
    most = fmax(most, s->point[k].value);
  }
  return mem_format("%.15g to %.15g", least, most);
}

/* `met`: all points of the curve obey the winner, if that is a law. */
static void set_steepness(struct curve *c, const struct series *s, const struct analysis *a, bool met)
{
  const struct fitted_class *winner = analysis_winner(a);
  c->decided = winner != NULL;
  c->steepness = STEEP_UNTOLD;
  if (winner != NULL && winner->order.base > 1) {
    c->steepness = STEEP_CUBE;
  } else if (winner != NULL) {
    c->steepness = steepness_of_power(winner->order.c == 0 ? 0 : winner->order.power, winner->order.log);
  } else if (a->exponent.known && a->n_points >= FEWEST_POINTS) {
    c->steepness = steepness_of_slope(a->exponent.value);
  }
  char formula[FORMULA_SHOWN];
  if (winner != NULL && winner->exact && met && strlen(winner->formula) <= LONGEST_FORMULA)
    c->growth = growth_formula_shown(analysis_formula(a, formula));
  else if (winner != NULL)
    c->growth = mem_format("~ %s", growth_class_shown(winner->class));
  else
    c->growth = c->steepness != STEEP_UNTOLD ? growth_by_slope(s, c->steepness, a->exponent.value) : mem_text("");
}

/* ---- the law of all points ---- */

/* Of one algorithm under the same faults, with the same clock and order of writes. */
static bool is_alike(const struct series *s, const struct series *other)
{
  return strcmp(s->algorithm, other->algorithm) == 0 && strcmp(s->faults, other->faults) == 0 &&
         strcmp(s->time, other->time) == 0 && strcmp(s->order, other->order) == 0;
}

/* What the law says at x; a recurrence, which is no formula in N, says it where the series has a value. */
static double law_at(const struct analysis *a, const struct series *s, double x)
{
  struct formula formula;
  struct error ignored = {0};
  if (x < a->from || (a->powers_of_two_only && exp2(round(log2(x))) != x)) return NAN;
  if (formula_parse(a->candidate[0].formula, &formula, &ignored)) return formula_value(&formula, x, 0);
  for (size_t k = 0; k < s->n; k++)
    if (s->point[k].x == x) return s->point[k].value;
  return NAN;
}

/* Whether no point of the curve refutes what was recognised in the series. */
static bool is_met(const struct curve *c, const struct series *s, const struct analysis *a)
{
  bool met = true;
  if (a->verdict != VERDICT_RECOGNISED) return true;
  for (size_t k = 0; k < c->n; k++) {
    const double law = law_at(a, s, c->point[k].x);
    met = met && !(fabs(law - c->point[k].value) > 1e-9 * fabs(law));
  }
  return met;
}

/* The curve as a series: a point is complete if one of those that are as high is. Its points are the caller's. */
static struct series drawn(const struct curve *c, const struct series_list *list, const struct series *first)
{
  struct series out = *first;
  out.kind = KIND_LOWER_BOUND;
  out.n = c->n;
  out.point = mem_new(c->n, sizeof *out.point);
  for (size_t p = 0; p < c->n; p++) {
    out.point[p] = c->point[p];
    for (size_t k = 0; k < list->n && !out.point[p].complete; k++)
      for (size_t q = 0; q < list->series[k].n && is_alike(&list->series[k], first); q++) {
        const struct series_point *other = &list->series[k].point[q];
        if (other->x == c->point[p].x && other->value == c->point[p].value) out.point[p].complete |= other->complete;
      }
  }
  return out;
}

static void tell_growth(struct curve *c, const struct series_list *worst, const struct series *s,
                        struct analyses *known)
{
  const struct analysis *a = analysis_of(known, s);
  const bool met = is_met(c, s, a);
  struct series all = drawn(c, worst, s);
  const struct analysis *own = met ? NULL : analysis_of(known, &all);
  if (own != NULL && own->verdict == VERDICT_RECOGNISED)
    set_steepness(c, &all, own, true);
  else
    set_steepness(c, s, a, met);
  free(all.point);
}

/* ---- curves ---- */

/* Which series tells the steepness: the one that reaches furthest; of two that do, the exact one. */
static const struct series *telling(const struct series_list *list, const struct series *first)
{
  const struct series *best = NULL;
  for (size_t k = 0; k < list->n; k++) {
    const struct series *s = &list->series[k];
    if (!is_alike(s, first)) continue;
    const double ahead = best != NULL ? s->point[s->n - 1].x - best->point[best->n - 1].x : 1;
    if (ahead > 0 || (ahead == 0 && s->kind == KIND_EXACT && best->kind != KIND_EXACT)) best = s;
  }
  return best;
}

/* "burns_lynch", "burns_lynch (faults stop:1)", "fischer (faults stop:1, time slow=1)" */
static char *name_of(const struct series *s, const json_t *algorithms)
{
  char *name = plain_algorithm(algorithms, s->algorithm), *setting = setting_text(s->faults, s->time, s->order);
  if (setting[0] != '\0') mem_append(&name, " (%s)", setting);
  free(setting);
  return name;
}

static void add_curve(struct curves *out, const struct series_list *worst, const struct series *first,
                      const json_t *algorithms, struct analyses *known)
{
  struct curve c = {.names = name_of(first, algorithms), .first = first};
  for (size_t k = 0; k < worst->n; k++)
    if (is_alike(&worst->series[k], first)) add_points(&c, &worst->series[k]);
  if (is_unbounded(&c)) {
    c.steepness = STEEP_UNBOUNDED;
    c.decided = true;
    c.growth = mem_text("");
  } else {
    tell_growth(&c, worst, telling(worst, first), known);
  }
  out->curve = mem_another(out->curve, out->n, sizeof *out->curve);
  out->curve[out->n++] = c;
}

static bool is_equal(const struct curve *a, const struct curve *b)
{
  bool equal = a->n == b->n && a->steepness != STEEP_UNBOUNDED && a->steepness == b->steepness &&
               strcmp(a->growth, b->growth) == 0;
  for (size_t k = 0; equal && k < a->n; k++)
    equal = a->point[k].x == b->point[k].x && a->point[k].value == b->point[k].value &&
            a->point[k].complete == b->point[k].complete;
  return equal;
}

static void curve_free(struct curve *c)
{
  free(c->names);
  free(c->growth);
  free(c->point);
}

/* The last curve joins the first that is equal to it. */
static void join_last(struct curves *c)
{
  struct curve *last = &c->curve[c->n - 1];
  for (size_t k = 0; k + 1 < c->n; k++) {
    if (!is_equal(&c->curve[k], last)) continue;
    mem_append(&c->curve[k].names, ", %s", last->names);
    curve_free(last);
    c->n--;
    return;
  }
}

void curves_of(const struct series_list *worst, const json_t *algorithms, struct analyses *known, struct curves *out)
{
  *out = (struct curves){0};
  for (size_t k = 0; k < worst->n; k++) {
    const struct series *s = &worst->series[k];
    bool first = true;
    for (size_t j = 0; first && j < k; j++) first = !is_alike(&worst->series[j], s);
    if (!first) continue;
    add_curve(out, worst, s, algorithms, known);
    join_last(out);
  }
}

void curves_free(struct curves *c)
{
  for (size_t k = 0; k < c->n; k++) curve_free(&c->curve[k]);
  free(c->curve);
  *c = (struct curves){0};
}
