/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * judge.c: see judge.h. Every path ends in one sentence, because a verdict without its reason helps nobody.
 */
#include "results/analysis/judge.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/analysis/explored_scope.h"
#include "results/load.h"

static const double tolerance = 1e-9;

#define X(outcome, name) [outcome] = name,
const char *const outcome_names[N_OUTCOMES] = {OUTCOMES(X)};
#undef X

enum outcome verdict_outcome(const json_t *verdict)
{
  const size_t o = text_among(verdict, "verdict", outcome_names, N_OUTCOMES);
  return o < N_OUTCOMES ? (enum outcome)o : OUTCOME_UNDECIDED;
}

bool outcome_is_worse(enum outcome a, enum outcome b)
{
  return a != b && (a == OUTCOME_FAILS || b == OUTCOME_HOLDS);
}

__attribute__((format(printf, 3, 4))) static void conclude(struct judgement *out, enum outcome outcome,
                                                           const char *format, ...)
{
  va_list args;
  va_start(args, format);
  out->outcome = outcome;
  out->less = false;
  vsnprintf(out->reason, sizeof out->reason, format, args);
  va_end(args);
}

/* How far rounding may move the formula's value: never from one whole number to another, below 2^53, where a double
 * tells them apart. Where its terms cancel, something very small is left of a 0. */
static double slack_of(double value, double f)
{
  const double size = isfinite(value) ? fmax(fabs(value), fabs(f)) : fabs(f), relative = tolerance * size;
  if (value != floor(value)) return relative;
  return size < 0x1p53 ? fmin(fmax(relative, 0x1p-40), 0.25) : fmin(relative, 0x1p-50 * size);
}

static bool compares(enum expect_kind kind, double value, double f)
{
  const double slack = slack_of(value, f);
  if (kind == EXPECT_EQUAL) return fabs(value - f) <= slack;
  if (kind == EXPECT_AT_MOST) return value <= f + slack;
  if (kind == EXPECT_AT_LEAST) return value >= f - slack;
  if (kind == EXPECT_LESS) return value < f - slack;
  return value > f + slack;
}

/* The clause that remains of an equation for a bound on this side. */
static enum expect_kind half_of(enum expect_kind kind, enum known bound)
{
  if (kind != EXPECT_EQUAL) return kind;
  return bound == KNOWN_FROM_BELOW ? EXPECT_AT_MOST : EXPECT_AT_LEAST;
}

/* The verdict of one value on a clause. A bound may be too large already, or large enough, and the other way round;
 * else it says nothing. */
enum outcome judge_value(enum expect_kind kind, double value, double f, enum known bound)
{
  if (isnan(value) || !isfinite(f)) return OUTCOME_UNDECIDED;
  if (bound == KNOWN_EXACTLY || (bound == KNOWN_FROM_BELOW && value == INFINITY))
    return compares(kind, value, f) ? OUTCOME_HOLDS : OUTCOME_FAILS;
  if (bound == KNOWN_NOT) return OUTCOME_UNDECIDED;
  const bool upward = kind == EXPECT_AT_LEAST || kind == EXPECT_MORE;
  const bool downward = kind == EXPECT_AT_MOST || kind == EXPECT_LESS;
  if (bound == KNOWN_FROM_BELOW ? upward : downward)
    return compares(kind, value, f) ? OUTCOME_HOLDS : OUTCOME_UNDECIDED;
  return compares(half_of(kind, bound), value, f) ? OUTCOME_UNDECIDED : OUTCOME_FAILS;
}

/* Whether the point is the value of a proof for every N. */
static bool is_every_n(const struct series *s, double x)
{
  return x == 0 && strcmp(s->x_name, "N") == 0;
}

/* At a point; NAN: there is no such value, as of a formula in N where the value is for every N. */
static double formula_at(const struct expect *e, const struct series *s, double x)
{
  const double f = formula_value(&e->formula, x, 0);
  if (!is_every_n(s, x)) return f;
  const double two = formula_value(&e->formula, 2, 0), three = formula_value(&e->formula, 3, 0);
  return two == three ? two : NAN;
}

/* So many show a whole number below 2^53 in full. */
static int digits_of(double value)
{
  return value == floor(value) ? 16 : 15;
}

static void judge_failure(const struct expect *e, const struct series *s, const struct series_point *p, double f,
                          struct judgement *out)
{
  if (is_every_n(s, p->x))
    conclude(out, OUTCOME_FAILS, "for every N the value is %.15g, not %s", p->value, e->text);
  else if (p->value == INFINITY)
    conclude(out, OUTCOME_FAILS, "at %s = %.15g the value is unbounded, not %s", s->x_name, p->x, e->text);
  else
    conclude(out, OUTCOME_FAILS, "at %s = %.15g the value is %s%.*g, not %s, which is %.*g there", s->x_name, p->x,
             known_words(known_of(s->metric, p->complete)), digits_of(p->value), p->value, e->text, digits_of(f), f);
  out->less = p->value < f;
}

static void judge_points(const struct expect *e, const struct series *s, struct judgement *out)
{
  size_t holding = 0, open = 0;
  double gap = NAN; /* the first x at which the formula has no finite value */
  for (size_t i = 0; i < s->n; i++) {
    const struct series_point *p = &s->point[i];
    const double f = formula_at(e, s, p->x);
    const enum outcome outcome = judge_value(e->kind, p->value, f, known_of(s->metric, p->complete));
    if (outcome == OUTCOME_FAILS) {
      judge_failure(e, s, p, f, out);
      return;
    }
    holding += outcome == OUTCOME_HOLDS;
    open += outcome == OUTCOME_UNDECIDED;
    if (!isfinite(f) && isnan(gap)) gap = p->x;
  }
  if (!isnan(gap) && is_every_n(s, gap))
    conclude(out, OUTCOME_UNDECIDED, "the value is one for every N; expected a number, not a formula in N");
  else if (holding == s->n && s->n == 1 && is_every_n(s, s->point[0].x))
    conclude(out, OUTCOME_HOLDS, "proved for every N");
  else if (!isnan(gap))
    conclude(out, OUTCOME_UNDECIDED, "the formula has no finite value at %s = %.15g; true of %zu points of %zu",
             s->x_name, gap, holding, s->n);
  else if (holding == 0)
    conclude(out, OUTCOME_UNDECIDED, s->n == 0 ? "there are no points" : "no run was complete");
  else if (open > 0)
    conclude(out, OUTCOME_UNDECIDED, "true of %zu points, but %zu more are incomplete", holding, open);
  else
    conclude(out, OUTCOME_HOLDS, "true at all %zu points, %s = %.15g..%.15g", holding, s->x_name, s->point[0].x,
             s->point[s->n - 1].x);
  char missing[MISSING_TEXT];
  if (out->outcome != OUTCOME_FAILS) ADD(out->reason, "%s", missing_values(s, missing));
}

/* The trend of value/f, and the power of lg N that it grows with. */
struct ratio {
  enum trend trend;
  struct log_factor log_factor;
};

/* Whether the ratio stays clearly (by two standard errors) on the good side of half a factor lg N, or clearly leaves
 * it. `sign` is 1 for O(f), where the ratio must not grow, and -1 for Omega(f), where it must not shrink. */
static bool stays(const struct ratio *r, double sign)
{
  return r->log_factor.known && sign * r->log_factor.value + 2 * r->log_factor.error < 0.5;
}

static bool leaves(const struct ratio *r, double sign)
{
  return r->log_factor.known && sign * r->log_factor.value - 2 * r->log_factor.error > 0.5;
}

static size_t plateau(const struct series *s)
{
  double *value = mem_new(s->n, sizeof *value);
  for (size_t k = 0; k < s->n; k++) value[k] = s->point[k].value;
  const size_t same = plateau_of(s->n, value);
  free(value);
  return same;
}

size_t exact_plateau(const struct series *s)
{
  bool exact = s->kind == KIND_EXACT;
  for (size_t k = 0; k < s->n; k++) exact &= s->point[k].complete;
  return exact ? plateau(s) : 0;
}

/* On a plateau nothing rises at the end, whatever the points before it say. */
static struct ratio ratio_to(const struct series *s, const struct order *f)
{
  if (order_beside_one(f) == 0 && plateau(s) >= PLATEAU) return (struct ratio){.trend = TREND_FLAT};
  double *x = mem_new(2 * s->n, sizeof *x);
  const size_t n = analysis_points(s, x, x + s->n);
  const struct ratio ratio = {trend_of_ratio(n, x, x + s->n, f), log_factor_of(n, x, x + s->n, f)};
  free(x);
  return ratio;
}

/* The order of growth of a contender, in the direction of a clause: O(f) if at_most, else Omega(f). */
static struct order order_of_contender(const struct analysis *a, size_t k, bool at_most)
{
  const struct order g = at_most ? a->candidate[k].order : a->candidate[k].least;
  return g.c < 0 && at_most ? order_constant(1) : g; /* a decreasing count is bounded above */
}

static bool is_within(const struct order *g, const struct order *f, bool at_most)
{
  const int compared = order_compare(g, f);
  return at_most ? compared <= 0 : compared >= 0;
}

/* Whether the data clearly speak against all contenders that would break a clause: over few N, N lg N and N^1.5 both
 * stay within half a factor lg N, and neither is excluded. */
static bool others_are_excluded(const struct series *s, const struct analysis *a, const struct order *f, bool at_most)
{
  for (size_t k = 0; k < a->n_contenders; k++) {
    const struct order g = order_of_contender(a, k, at_most);
    if (is_within(&g, f, at_most)) continue;
    const struct ratio ratio = ratio_to(s, &g);
    if (!leaves(&ratio, at_most ? -1 : 1)) return false;
  }
  return true;
}

/* The verdict of the witnesses of one direction: at_most is O(f), else Omega(f). */
static enum outcome one_side(const struct series *s, const struct analysis *a, const struct order *f,
                             const struct ratio *ratio, bool at_most)
{
  const double sign = at_most ? 1 : -1;
  const enum trend trend = ratio->trend;
  size_t within = 0;
  for (size_t k = 0; k < a->n_contenders; k++) {
    const struct order g = order_of_contender(a, k, at_most);
    if (g.c < 0) return OUTCOME_UNDECIDED; /* how a decreasing count goes on below is not known */
    within += is_within(&g, f, at_most);
  }
  if (a->n_contenders == 0) return OUTCOME_UNDECIDED;
  if (a->verdict == VERDICT_RECOGNISED) return within != 0 ? OUTCOME_HOLDS : OUTCOME_FAILS;
  const enum trend against = at_most ? TREND_RISING : TREND_FALLING, with = at_most ? TREND_FALLING : TREND_RISING;
  const bool noisy = ratio->log_factor.known && !stays(ratio, sign); /* it may leave as well */
  if (within == a->n_contenders && (trend == TREND_FLAT || (trend == with && !noisy))) return OUTCOME_HOLDS;
  if (within != 0 && stays(ratio, sign) && others_are_excluded(s, a, f, at_most)) return OUTCOME_HOLDS;
  if (within == 0 && (trend == against || leaves(ratio, sign))) return OUTCOME_FAILS;
  return OUTCOME_UNDECIDED;
}

static enum outcome both_sides(enum outcome o, enum outcome omega)
{
  if (o == OUTCOME_FAILS || omega == OUTCOME_FAILS) return OUTCOME_FAILS;
  return o == OUTCOME_HOLDS && omega == OUTCOME_HOLDS ? OUTCOME_HOLDS : OUTCOME_UNDECIDED;
}

/* In formulas and classes the parameter is always called N; the ranges say what it is. */
static void explain_growth(const struct series *s, const struct analysis *a, enum outcome outcome,
                           const struct ratio *ratio, struct judgement *out)
{
  const struct fitted_class *winner = analysis_winner(a);
  if (a->verdict == VERDICT_RECOGNISED)
    conclude(out, outcome, "%s, recognised on %s = %.15g..%.15g with %zu points held out", winner->formula, s->x_name,
             a->from, a->to, a->held_out);
  else if (a->n_contenders == 0)
    conclude(out, outcome, "%s", a->reason);
  else {
    const bool one = a->n_contenders == 1;
    conclude(out, outcome, "%s", winner != NULL ? "fitted as " : one ? "perhaps " : "undecided between ");
    for (size_t k = 0; k < a->n_contenders; k++) ADD(out->reason, "%s%s", k != 0 ? ", " : "", a->candidate[k].class);
    ADD(out->reason, "; over the tail of %s = %.15g..%.15g the ratio to the clause's function is %s", s->x_name,
        a->from, a->to, trend_name(ratio->trend));
    if (ratio->log_factor.known)
      ADD(out->reason, " and grows like (lg N)^b, b = %.2f +- %.2f", ratio->log_factor.value,
          2 * ratio->log_factor.error);
  }
}

/* Exact values at a few N in a row that are all the same, and the largest, are a bound, as far as anybody has looked:
 * the growth of a constant. */
static bool judge_plateau(const struct expect *e, const struct order *f, const struct series *s,
                          const struct analysis *a, struct judgement *out)
{
  const int beside = order_beside_one(f);
  const size_t same = exact_plateau(s);
  if (analysis_winner(a) != NULL || same < PLATEAU || s->point[s->n - 1].value <= 0) return false;
  const enum outcome o = beside >= 0 ? OUTCOME_HOLDS : OUTCOME_FAILS,
                     omega = beside <= 0 ? OUTCOME_HOLDS : OUTCOME_FAILS;
  enum outcome outcome = both_sides(o, omega);
  if (e->kind == EXPECT_O) outcome = o;
  if (e->kind == EXPECT_OMEGA) outcome = omega;
  if (e->kind == EXPECT_GROWS) outcome = OUTCOME_FAILS;
  conclude(out, outcome,
           "%.15g at all of %s = %.15g..%.15g and no more below: it has stopped growing, as far as "
           "it is explored",
           s->point[s->n - 1].value, s->x_name, s->point[s->n - same].x, s->point[s->n - 1].x);
  out->less = outcome == OUTCOME_FAILS && o == OUTCOME_HOLDS;
  return true;
}

static void judge_growth(const struct expect *e, const struct series *s, const struct analysis *a,
                         struct judgement *out)
{
  const struct order f = order_of(&e->formula);
  if (!f.known || f.c <= 0) {
    conclude(out, OUTCOME_UNDECIDED, "this program cannot tell how fast %s grows", e->text);
    return;
  }
  if (judge_plateau(e, &f, s, a, out)) return;
  const struct ratio ratio = ratio_to(s, &f);
  const enum outcome o = one_side(s, a, &f, &ratio, true), omega = one_side(s, a, &f, &ratio, false);
  const enum outcome outcome = e->kind == EXPECT_O ? o : e->kind == EXPECT_OMEGA ? omega : both_sides(o, omega);
  explain_growth(s, a, outcome, &ratio, out);
  out->less = outcome == OUTCOME_FAILS && o != OUTCOME_FAILS;
}

/* Finite values at the points refute "unbounded" only where all of them are exact. */
static void judge_unbounded(const struct series *s, struct judgement *out)
{
  bool known = s->n > 0 && s->kind == KIND_EXACT;
  for (size_t k = 0; k < s->n; k++) known = known && s->point[k].complete && isfinite(s->point[k].value);
  conclude(out, known ? OUTCOME_FAILS : OUTCOME_UNDECIDED,
           known ? "all values are finite (for values that grow with %s the clause is 'grows')"
                 : "no value without bound was seen (for values that grow with %s the clause is 'grows')",
           s->x_name);
  out->less = known;
}

/* No constant bounds the values. */
static void judge_grows(const struct expect *e, const struct series *s, const struct analysis *a, struct judgement *out)
{
  const struct order one = order_constant(1);
  if (judge_plateau(e, &one, s, a, out)) return;
  const struct ratio ratio = ratio_to(s, &one);
  size_t bounded = 0;
  for (size_t k = 0; k < a->n_contenders; k++)
    bounded += a->candidate[k].order.c < 0 || order_compare(&a->candidate[k].order, &one) <= 0;
  enum outcome outcome = OUTCOME_UNDECIDED;
  if (a->verdict == VERDICT_RECOGNISED)
    outcome = bounded == 0 ? OUTCOME_HOLDS : OUTCOME_FAILS;
  else if (a->n_contenders != 0 && bounded == 0 && ratio.trend == TREND_RISING)
    outcome = OUTCOME_HOLDS;
  else if (a->n_contenders != 0 && bounded == a->n_contenders && ratio.trend == TREND_FLAT)
    outcome = OUTCOME_FAILS;
  explain_growth(s, a, outcome, &ratio, out);
  out->less = outcome == OUTCOME_FAILS;
}

/* The first point whose value is infinite, or NULL. */
static const struct series_point *first_infinite(const struct series *s)
{
  for (size_t i = 0; i < s->n; i++)
    if (s->point[i].value == INFINITY) return &s->point[i];
  return NULL;
}

void judge_series(const struct expect *e, const struct series *s, const struct analysis *a, struct judgement *out)
{
  const struct series_point *infinite = first_infinite(s);
  if (expect_is_property(e->kind))
    conclude(out, OUTCOME_UNDECIDED, "'%s' is about a property, not a series", e->text);
  else if (e->formula.uses_j)
    conclude(out, OUTCOME_UNDECIDED, "'%s' uses j, which only values per process have", e->text);
  else if (expect_is_pointwise(e->kind))
    judge_points(e, s, out);
  else if (infinite != NULL && e->kind != EXPECT_OMEGA)
    conclude(out, expect_is_growth(e->kind) ? OUTCOME_FAILS : OUTCOME_HOLDS, "without bound already at %s = %.15g",
             s->x_name, infinite->x);
  else if (expect_is_growth(e->kind))
    judge_growth(e, s, a, out);
  else if (e->kind == EXPECT_GROWS)
    judge_grows(e, s, a, out);
  else
    judge_unbounded(s, out);
}

void judge_vector(const struct expect *e, double N, const double *value, size_t n, enum known bound,
                  struct judgement *out)
{
  size_t holding = 0;
  double gap = NAN;
  if (!expect_is_pointwise(e->kind)) {
    conclude(out, OUTCOME_UNDECIDED, "values per process can only be compared with a formula, as in '= j'");
    return;
  }
  for (size_t k = 0; k < n; k++) {
    const double j = (double)(k + 1), f = formula_value(&e->formula, N, j);
    const enum outcome outcome = judge_value(e->kind, value[k], f, bound);
    holding += outcome == OUTCOME_HOLDS;
    if (!isfinite(f) && isnan(gap)) gap = j;
    if (outcome != OUTCOME_FAILS) continue;
    conclude(out, OUTCOME_FAILS, "at N = %.15g, j = %.15g the value is %s%.15g, not %s, which is %.15g there", N, j,
             known_words(bound), value[k], e->text, f);
    return;
  }
  if (n == 0)
    conclude(out, OUTCOME_UNDECIDED, "there are no values");
  else if (!isnan(gap))
    conclude(out, OUTCOME_UNDECIDED, "the formula has no finite value at N = %.15g, j = %.15g", N, gap);
  else if (holding < n)
    conclude(out, OUTCOME_UNDECIDED,
             bound == KNOWN_FROM_BELOW ? "the values are lower bounds"
                                       : "the values are those of runs that were cut short");
  else
    conclude(out, OUTCOME_HOLDS, "true at N = %.15g for j = 1..%zu", N, n);
}
