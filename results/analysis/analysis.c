/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * analysis.c: the decision. A law that holds exactly decides. Else the best fit wins only if no other class comes near
 * it by either measure; "near" is generous, because naming a wrong class costs more than naming none.
 */
#include "results/analysis/analysis.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/analysis/explored_scope.h"
#include "results/analysis/known_metric.h"

static const double near_aicc = 7;  /* a relative likelihood of 3 % */
static const double near_loo = 1.5; /* or an error at most half as large again */
static const double largest_whole = 0x1p53;
enum { FEWEST_FITTED = 6 }; /* below, models of three terms cannot be told from the data */

const char *verdict_name(enum verdict v)
{
#define X(verdict, name) [verdict] = name,
  static const char *const names[] = {VERDICTS(X)};
#undef X
  return names[v];
}

const struct fitted_class *analysis_winner(const struct analysis *a)
{
  return a->verdict != VERDICT_UNDECIDED ? &a->candidate[0] : NULL;
}

size_t analysis_shown(const struct analysis *a)
{
  enum { ALSO_RANS = 3 };
  return a->n_contenders + ALSO_RANS < a->n_candidates ? a->n_contenders + ALSO_RANS : a->n_candidates;
}

const char *analysis_formula(const struct analysis *a, char out[FORMULA_SHOWN])
{
  snprintf(out, FORMULA_SHOWN, "%s%s", analysis_winner(a)->formula, a->powers_of_two_only ? " [N = 2^k]" : "");
  return out;
}

/* Beyond it the growth of N^2 and the like cannot be told apart any more, or is no double. */
static bool has_place(const struct series_point *p)
{
  return fabs(p->x) < largest_whole;
}

size_t analysis_points(const struct series *s, double *x, double *value)
{
  size_t used = 0;
  for (size_t i = 0; i < s->n; i++) {
    const struct series_point *p = &s->point[i];
    if (!has_place(p) || !isfinite(p->value) || !p->complete) continue; /* a run cut short may still grow */
    x[used] = p->x;
    value[used++] = p->value;
  }
  return used;
}

static void tell_omissions(const struct series *s, struct analysis *a)
{
  size_t incomplete = 0, infinite = 0, inexact = 0, beyond = 0;
  for (size_t i = 0; i < s->n; i++) {
    incomplete += !s->point[i].complete;
    infinite += !isfinite(s->point[i].value);
    beyond += !has_place(&s->point[i]);
    inexact += s->point[i].complete && isfinite(s->point[i].value) && fabs(s->point[i].value) >= largest_whole;
  }
  if (incomplete != 0 && incomplete == s->n) ADD(a->reason, "; no run was complete: the values are lower bounds");
  if (incomplete != 0 && incomplete < s->n)
    ADD(a->reason, "; left out: %zu point%s of incomplete runs", incomplete, plural(incomplete));
  if (inexact != 0)
    ADD(a->reason, "; %zu value%s of 2^53 or more cannot be represented exactly, so no law was sought", inexact,
        plural(inexact));
  if (infinite != 0) ADD(a->reason, "; left out: %zu point%s without a finite value", infinite, plural(infinite));
  char missing[MISSING_TEXT];
  ADD(a->reason, "%s", missing_values(s, missing));
  if (beyond != 0) ADD(a->reason, "; left out: %zu point%s with N of 2^53 or more", beyond, plural(beyond));
}

/* Exact laws are sought for whole values at whole N below 2^31. */
static bool may_have_law(size_t n, const double *x, const double *value)
{
  bool all_whole = true;
  for (size_t i = 0; i < n && all_whole; i++)
    all_whole = x[i] == floor(x[i]) && x[i] >= 0 && x[i] < 0x1p31 && value[i] == floor(value[i]) &&
                fabs(value[i]) < largest_whole;
  return all_whole;
}

static size_t find_laws(size_t n, const double *x, const double *value, struct law law[MOST_LAWS])
{
  if (!may_have_law(n, x, value)) return 0;
  int64_t *whole = mem_new(2 * n, sizeof *whole);
  for (size_t i = 0; i < n; i++) {
    whole[i] = (int64_t)x[i];
    whole[n + i] = (int64_t)value[i];
  }
  const size_t n_laws = recognise(n, whole, whole + n, law);
  free(whole);
  return n_laws;
}

static void add_law(struct analysis *a, const struct law *law, size_t n, const double *x, const double *value)
{
  struct fitted_class *c = &a->candidate[a->n_candidates++];
  *c = (struct fitted_class){.order = law->order, .least = law->least, .exact = true};
  order_name(&law->order, c->class);
  memcpy(c->formula, law->formula, sizeof c->formula);
  c->trend = trend_of_ratio(n, x, value, &law->order);
}

static void add_fit(struct analysis *a, const struct fit *f, double best, size_t n, const double *x,
                    const double *value)
{
  struct fitted_class *c = &a->candidate[a->n_candidates++];
  double mean = 0;
  for (size_t i = 0; i < n; i++) mean += fabs(value[i]) / (double)n;
  *c = (struct fitted_class){.order = f->term[0], .least = f->term[0], .delta = f->aicc - best};
  c->error = mean > 0 ? f->loo / mean : 0;
  c->order.c = c->least.c = f->n == 1 ? 1 : f->coefficient[0];
  order_name(&f->term[0], c->class);
  char text[FIT_TEXT];
  snprintf(c->formula, sizeof c->formula, "%s", fit_text(f, text));
  c->trend = trend_of_ratio(n, x, value, &f->term[0]);
}

/* At how many of the smaller N the law misses the value. */
static size_t misses_of(const struct law *law, const double *x, const double *value)
{
  size_t misses = 0;
  for (size_t k = 0; k < law->first; k++) misses += law_value(law, x[k]) != value[k];
  return misses;
}

static void tell_law(struct analysis *a, const struct law *law, const double *x, const double *value)
{
  const size_t misses = misses_of(law, x, value), told = a->n_points - law->first - law->held_out;
  if (law->first == 0)
    ADD(a->reason, "holds exactly at all %zu points", a->n_points);
  else if (misses == law->first)
    ADD(a->reason, "holds exactly from N = %.15g on (not at %zu smaller N)", x[law->first], misses);
  else
    ADD(a->reason, "holds exactly from N = %.15g on (not at %zu of the %zu smaller N)", x[law->first], misses,
        law->first);
  ADD(a->reason, "; %zu of them determine%s it, %zu confirm%s it", told, told == 1 ? "s" : "", law->held_out,
      law->held_out == 1 ? "s" : "");
  if (law->powers_of_two_only) ADD(a->reason, "; seen at powers of two only");
  if (law->order.c < 0 && order_beside_one(&law->order) > 0)
    ADD(a->reason, "; decreasing, so it cannot hold for all N");
}

static void decide_exactly(struct analysis *a, const struct law *law, size_t n_laws, const double *x,
                           const double *value)
{
  for (size_t k = 0; k < n_laws; k++) add_law(a, &law[k], a->n_points, x, value);
  a->n_contenders = n_laws;
  a->from = x[law[0].first];
  if (n_laws == 1) {
    a->verdict = VERDICT_RECOGNISED;
    a->held_out = law[0].held_out;
    a->powers_of_two_only = law[0].powers_of_two_only;
    tell_law(a, &law[0], x, value);
  } else {
    ADD(a->reason, "ambiguous: %zu equally simple laws hold exactly, %s and %s", n_laws, law[0].formula,
        law[1].formula);
  }
}

/* Whether a rival model explains the data so well that the best class must not be named: clearly better; or, where no
 * class stands between the two because the best is one of the fastest, as well. */
static bool is_better(const struct fit *rival, const struct fit *best)
{
  const bool fastest = best->term[0].base > 1 || (best->term[0].power >= 3 && rival->term[0].power >= 3);
  if (fastest) return rival->aicc - best->aicc < near_aicc || rival->loo <= near_loo * best->loo;
  return best->aicc - rival->aicc >= near_aicc && best->loo > near_loo * rival->loo;
}

/* The best rival model that is better than the best class; false: there is none. */
static bool find_rival(const struct fit *best, size_t n, const double *x, const double *value, struct fit *out)
{
  struct fit rival[N_CLASSES];
  const size_t n_rivals = regress_rivals(n, x, value, rival);
  size_t k = 0;
  while (k < n_rivals && !is_better(&rival[k], best)) k++;
  if (k < n_rivals) *out = rival[k];
  return k < n_rivals;
}

/* Marks the classes whose fits explain the data about as well as the best. */
static void mark_contenders(const struct fit *fit, size_t n, const struct fit *marked, size_t n_marked, bool *contends)
{
  for (size_t k = 0; k < n; k++) {
    if (fit[k].aicc - fit[0].aicc >= near_aicc && fit[k].loo > near_loo * fit[0].loo) continue;
    for (size_t m = 0; m < n_marked; m++) contends[m] |= order_compare(&fit[k].term[0], &marked[m].term[0]) == 0;
  }
}

/* Sorts the contenders under either assumption about the noise before the others; the fits come sorted by AICc, and
 * within both groups that order stays. Where the best fit is as good as the resolution allows, there is no noise, and
 * nothing to assume about it. Returns how many contend. */
static size_t contenders_first(struct fit *fit, size_t n_fits, size_t n, const double *x, const double *value)
{
  struct fit *other = mem_new(N_CLASSES, sizeof *other), *sorted = mem_new(N_CLASSES, sizeof *sorted);
  bool contends[N_CLASSES] = {false};
  size_t contenders = 0, used = 0;
  mark_contenders(fit, n_fits, fit, n_fits, contends);
  if (!fit[0].to_resolution)
    mark_contenders(other, regress(n, x, value, NOISE_PROPORTIONAL, other), fit, n_fits, contends);
  for (size_t k = 0; k < n_fits; k++) contenders += contends[k];
  for (int group = 1; group >= 0; group--)
    for (size_t k = 0; k < n_fits; k++)
      if (contends[k] == group) sorted[used++] = fit[k];
  memcpy(fit, sorted, n_fits * sizeof fit[0]);
  free(other);
  free(sorted);
  return contenders;
}

static bool explains(const struct fit *f, size_t n, const double *x, const double *value)
{
  return fit_is_near(f, n, value) && fit_strays_at(f, n, x, value) == n;
}

static void tell_unexplained(struct analysis *a, const struct fit *best, size_t n, const double *x, const double *value)
{
  const size_t at = fit_strays_at(best, n, x, value);
  ADD(a->reason, "no class explains the data: the best, %s, misses ", a->candidate[0].class);
  if (!fit_is_near(best, n, value))
    ADD(a->reason, "a left-out point by %.2g of the mean", a->candidate[0].error);
  else
    ADD(a->reason, "the value at N = %.15g, which is %.15g, by more than a quarter", x[at], value[at]);
}

/* The first N of the doublings of `to` at which two fits differ by more than both leave unexplained; 0 if none below
 * 2^30. */
static double separation(const struct fit *f, const struct fit *g, double to)
{
  for (double N = 2 * to; N > 0 && N < 0x1p30; N *= 2) {
    const double a = fit_value(f, N), b = fit_value(g, N), noise = 4 * (f->sigma + g->sigma);
    if (!(fabs(a - b) <= fmax(noise, 0.05 * fmax(fabs(a), fabs(b))))) return N;
  }
  return 0;
}

static void tell_rivals(struct analysis *a, const struct fit *fit)
{
  for (size_t k = 0; k < a->n_contenders; k++)
    ADD(a->reason, "%s%s", k == 0 ? "" : k + 1 == a->n_contenders ? " and " : ", ", a->candidate[k].class);
  ADD(a->reason, " cannot be told apart on this range");
  const double N = separation(&fit[0], &fit[1], a->to);
  if (N > 0) ADD(a->reason, "; the first two would separate at about N = %.15g", N);
}

static bool is_decreasing(size_t n, const double *x, const double *value)
{
  const struct order one = order_constant(1);
  return value[n - 1] < value[0] && trend_of_ratio(n, x, value, &one) == TREND_FALLING;
}

size_t plateau_of(size_t n, const double *value)
{
  size_t same = 0;
  for (size_t k = 0; k < n; k++)
    if (!isfinite(value[k]) || value[k] > value[n - 1]) return 0;
  while (same < n && value[n - 1 - same] == value[n - 1]) same++;
  return same;
}

/* Whether half of the values are the same at the end, which a class that grows would not explain. */
static bool ends_in_plateau(const struct fit *best, size_t n, const double *value)
{
  return order_beside_one(&best->term[0]) > 0 && 2 * plateau_of(n, value) >= n;
}

static const char *why_no_law(size_t n, const double *x, const double *value)
{
  return may_have_law(n, x, value) ? "no exact law holds"
                                   : "no exact law is sought, as a value is not whole or not below 2^53, or an N not "
                                     "below 2^31";
}

static void decide_by_fit(struct analysis *a, struct fit *fit, size_t n_fits, const double *x, const double *value)
{
  const size_t n = a->n_points;
  const double best = n_fits != 0 ? fit[0].aicc : 0;
  struct fit rival;
  if (n_fits != 0) a->n_contenders = contenders_first(fit, n_fits, n, x, value);
  for (size_t k = 0; k < n_fits; k++) add_fit(a, &fit[k], best, n, x, value);

  if (n_fits == 0) {
    ADD(a->reason, "%s, and no model could be fitted", why_no_law(n, x, value));
  } else if (is_decreasing(n, x, value)) {
    a->n_contenders = n_fits == 1 && fit[0].n == 1 ? 1 : 0;
    ADD(a->reason, "the values decrease, which no class of growth describes");
  } else if (n < FEWEST_FITTED) {
    if (!explains(&fit[0], n, x, value)) a->n_contenders = 0;
    ADD(a->reason, "%zu points obey no law that leaves two of them held out, and a fit needs at least %d", n,
        FEWEST_FITTED);
  } else if (!explains(&fit[0], n, x, value)) {
    a->n_contenders = 0;
    tell_unexplained(a, &fit[0], n, x, value);
  } else if (a->n_contenders > 1) {
    tell_rivals(a, fit);
  } else if (find_rival(&fit[0], n, x, value, &rival)) {
    char name[ORDER_NAME];
    ADD(a->reason, "no class is named: %s, of which too little would be known, fits %s than %s",
        order_name(&rival.term[0], name), rival.aicc < fit[0].aicc ? "better" : "no worse", a->candidate[0].class);
  } else if (ends_in_plateau(&fit[0], n, value)) {
    ADD(a->reason, "no class is named: the last %zu of %zu values are %.15g", plateau_of(n, value), n, value[n - 1]);
  } else {
    a->verdict = VERDICT_FITTED;
    ADD(a->reason, "fitted to %zu points with a leave-one-out error of %.2g of the mean; %s", n, a->candidate[0].error,
        why_no_law(n, x, value));
  }
}

/* After a law: the classes that a fit would name next, for comparison. */
static void add_comparisons(struct analysis *a, const struct fit *fit, size_t n_fits, const double *x,
                            const double *value)
{
  for (size_t k = 0; k < n_fits; k++) {
    bool named = false;
    char class[ORDER_NAME];
    order_name(&fit[k].term[0], class);
    for (size_t c = 0; c < a->n_contenders; c++) named |= strcmp(class, a->candidate[c].class) == 0;
    if (!named) add_fit(a, &fit[k], fit[0].aicc, a->n_points, x, value);
  }
}

/* law: of the winner, if that is one. */
static void analyse_points(struct analysis *a, const double *x, const double *value, struct law *law)
{
  const size_t n = a->n_points;
  a->from = n != 0 ? x[0] : NAN;
  a->to = n != 0 ? x[n - 1] : NAN;
  a->exponent = exponent_of(n, x, value);
  if (n < FEWEST_POINTS) {
    ADD(a->reason, "%zu point%s: at least %d are needed", n, plural(n), FEWEST_POINTS);
    return;
  }
  struct fit *fit = mem_new(N_CLASSES, sizeof *fit);
  const size_t n_laws = find_laws(n, x, value, law), n_fits = x[0] > 0 ? regress(n, x, value, NOISE_CONSTANT, fit) : 0;
  if (n_laws == 0) {
    decide_by_fit(a, fit, n_fits, x, value);
  } else {
    decide_exactly(a, law, n_laws, x, value);
    add_comparisons(a, fit, n_fits, x, value);
  }
  free(fit);
}

/* The first point of a run that was cut short with a value above what the winner says: a lower bound that refutes it.
 * NULL: there is none. */
static const struct series_point *refuting_bound(const struct series *s, const struct analysis *a,
                                                 const struct law *law)
{
  const struct fitted_class *winner = analysis_winner(a);
  struct formula fit;
  struct error ignored = {0};
  if (winner == NULL || (!winner->exact && !formula_parse(winner->formula, &fit, &ignored))) return NULL;
  for (size_t i = 0; i < s->n; i++) {
    const struct series_point *p = &s->point[i];
    const double f = winner->exact ? law_value(law, p->x) : formula_value(&fit, p->x, 0);
    const double most = winner->exact ? f + 0.5 : f + fabs(f) / FIT_ASTRAY;
    const bool lower = known_of(s->metric, p->complete) == KNOWN_FROM_BELOW;
    if (lower && isfinite(p->value) && p->x >= a->from && p->value > most) return p;
  }
  return NULL;
}

static void refute(struct analysis *a, const struct series *s, const struct series_point *bound)
{
  a->verdict = VERDICT_UNDECIDED;
  a->n_contenders = 0;
  a->held_out = 0;
  a->powers_of_two_only = false;
  ADD(a->reason, "; but at %s = %.15g the value is at least %.15g, which refutes %s", s->x_name, bound->x, bound->value,
      a->candidate[0].formula);
}

void analyse(const struct series *s, struct analysis *out)
{
  double *x = mem_new(s->n, sizeof *x), *value = mem_new(s->n, sizeof *value);
  *out = (struct analysis){.verdict = VERDICT_UNDECIDED};
  out->n_points = analysis_points(s, x, value);
  struct law *law = mem_new(MOST_LAWS, sizeof *law);
  analyse_points(out, x, value, law);
  const struct series_point *bound = refuting_bound(s, out, law);
  if (bound != NULL) refute(out, s, bound);
  tell_omissions(s, out);
  free(law);
  free(x);
  free(value);
}
