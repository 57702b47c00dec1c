/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * regress.c: the linear algebra is GSL's. Columns are scaled to a largest entry of 1, so that 2^N beside 1 does not
 * ruin the rank. The weighted routine is used under both assumptions about noise (with weights 1 in one of them),
 * because it is the one that returns the plain inverse of X'WX: from it come both the standard errors and the
 * leverages, which give the leave-one-out residuals without refitting.
 */
#include "results/analysis/regress.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "results/analysis/sample.h"

static const double unexplained = 0.5; /* an error that exceeds this share of the spread explains nothing */
static const double one_count = 1;     /* that may be missed by */

#define X(base, power, log, loglog, kind) {true, true, 1, base, power, log, loglog, 0},
static const struct order growth_class[] = {GROWTH_CLASSES(X)};
#undef X

/* RIVAL: a class that is never named. CLASS_OR_LOWER: in models of others it may be the lower term. */
enum kind { CLASS, CLASS_OR_LOWER, RIVAL };
#define X(base, power, log, loglog, kind) kind,
static const enum kind kind_of[] = {GROWTH_CLASSES(X)};
#undef X

static const double significance = 2;   /* standard errors between a leading coefficient and 0 */
static const double negligible = 1e-10; /* of the largest value: rounding errors of the solver */
static const double free_rein = 1e-6;   /* 1 - leverage, below which a term serves one point alone */

struct data {
  size_t n;
  const double *x, *value;
  double resolution;    /* variance that no model can be blamed for */
  const double *weight; /* of squared residuals; their mean is 1 */
};

/* GSL's objects for n points and p terms. */
struct workspace {
  gsl_matrix *X, *inverse;
  gsl_vector *y, *w, *c;
  gsl_multifit_linear_workspace *gsl;
};

static double resolution_of(size_t n, const double *value)
{
  double largest = 0;
  bool whole = true;
  for (size_t i = 0; i < n; i++) {
    largest = fmax(largest, fabs(value[i]));
    whole &= value[i] == floor(value[i]);
  }
  const double relative = largest * 1e-10;
  return fmax(whole ? 1.0 / 12 : 0, fmax(relative * relative, 1e-100));
}

static bool workspace_init(struct workspace *w, size_t n, size_t p)
{
  w->X = gsl_matrix_alloc(n, p);
  w->inverse = gsl_matrix_alloc(p, p);
  w->y = gsl_vector_alloc(n);
  w->w = gsl_vector_alloc(n);
  w->c = gsl_vector_alloc(p);
  w->gsl = gsl_multifit_linear_alloc(n, p);
  return w->X != NULL && w->inverse != NULL && w->y != NULL && w->w != NULL && w->c != NULL && w->gsl != NULL;
}

static void workspace_fini(struct workspace *w)
{
  if (w->X != NULL) gsl_matrix_free(w->X);
  if (w->inverse != NULL) gsl_matrix_free(w->inverse);
  if (w->y != NULL) gsl_vector_free(w->y);
  if (w->w != NULL) gsl_vector_free(w->w);
  if (w->c != NULL) gsl_vector_free(w->c);
  if (w->gsl != NULL) gsl_multifit_linear_free(w->gsl);
}

/* The scaled columns. False where a term has no finite value at a point, or vanishes at all of them. */
static bool fill_matrix(const struct data *d, const struct fit *f, struct workspace *w, double scale[FIT_TERMS])
{
  for (unsigned t = 0; t < f->n; t++) {
    scale[t] = 0;
    for (size_t i = 0; i < d->n; i++) scale[t] = fmax(scale[t], fabs(order_value(&f->term[t], d->x[i])));
    if (!(scale[t] > 0 && scale[t] < 1e300)) return false;
    for (size_t i = 0; i < d->n; i++) {
      const double entry = order_value(&f->term[t], d->x[i]) / scale[t];
      if (!isfinite(entry)) return false;
      gsl_matrix_set(w->X, i, t, entry);
    }
  }
  for (size_t i = 0; i < d->n; i++) {
    gsl_vector_set(w->y, i, d->value[i]);
    gsl_vector_set(w->w, i, d->weight[i]);
  }
  return true;
}

/* w x' (X'WX)^-1 x of row i: 1 where the fit goes through the point whatever its value. */
static double leverage(const struct workspace *w, size_t i, unsigned p)
{
  double sum = 0;
  for (unsigned a = 0; a < p; a++)
    for (unsigned b = 0; b < p; b++)
      sum += gsl_matrix_get(w->X, i, a) * gsl_matrix_get(w->inverse, a, b) * gsl_matrix_get(w->X, i, b);
  return sum * gsl_vector_get(w->w, i);
}

/* NAN where the model cannot be left without some point. */
static double leave_one_out(const struct data *d, const struct workspace *w, unsigned p)
{
  double sum = 0;
  for (size_t i = 0; i < d->n; i++) {
    double residual = d->value[i];
    const double freedom = 1 - leverage(w, i, p);
    for (unsigned t = 0; t < p; t++) residual -= gsl_matrix_get(w->X, i, t) * gsl_vector_get(w->c, t);
    if (!(freedom > free_rein)) return NAN;
    sum += d->weight[i] * residual * residual / (freedom * freedom);
  }
  return sqrt(fmax(sum / (double)d->n, d->resolution));
}

/* n ln(RSS/n) + 2k + the small-sample correction, where k counts the variance too. Needs n > k + 1. */
static double aicc(size_t n_points, double variance, unsigned p)
{
  const double n = (double)n_points, k = p + 1;
  return n * log(variance) + 2 * k + 2 * k * (k + 1) / (n - k - 1);
}

/* Fits the terms of *f; false where there is no such fit, or its leading term is not significant. */
static bool solve(const struct data *d, struct fit *f, struct workspace *w)
{
  double scale[FIT_TERMS], chisq;
  if (!fill_matrix(d, f, w, scale)) return false;
  if (gsl_multifit_wlinear(w->X, w->w, w->y, w->c, w->inverse, &chisq, w->gsl) != GSL_SUCCESS) return false;
  if (!isfinite(chisq) || gsl_multifit_linear_rank(1e-12, w->gsl) < f->n) return false;

  const double n = (double)d->n, variance = fmax(chisq / (n - f->n), d->resolution);
  const double error = sqrt(variance * gsl_matrix_get(w->inverse, 0, 0));
  if (f->n > 1 && !(gsl_vector_get(w->c, 0) > significance * error)) return false;
  for (unsigned t = 0; t < f->n; t++) {
    const double largest = gsl_vector_get(w->c, t); /* the term's largest contribution */
    f->coefficient[t] = fabs(largest) > negligible * gsl_vector_max(w->y) ? largest / scale[t] : 0;
  }
  if (f->n > 1 && f->coefficient[0] == 0) return false;
  f->sigma = sqrt(variance);
  f->to_resolution = chisq <= 2 * n * d->resolution;
  f->aicc = aicc(d->n, fmax(chisq / n, d->resolution), f->n);
  f->loo = leave_one_out(d, w, f->n);
  return isfinite(f->aicc) && isfinite(f->loo);
}

static bool fit_model(const struct data *d, struct fit *f)
{
  struct workspace w;
  if (d->n < f->n + 3) return false; /* AICc divides by n - (terms + 1) - 1 */
  const bool ok = workspace_init(&w, d->n, f->n) && solve(d, f, &w);
  workspace_fini(&w);
  return ok;
}

static bool fit_class(const struct data *d, unsigned class, struct fit *best)
{
  bool found = false;
  struct fit f = {.n = class == 0 ? 1 : 2, .term = {growth_class[class], growth_class[0]}};
  if (fit_model(d, &f)) {
    *best = f;
    found = true;
  }
  for (unsigned lower = 1; lower < class; lower++) {
    if (kind_of[lower] != CLASS_OR_LOWER) continue;
    f = (struct fit){.n = 3, .term = {growth_class[class], growth_class[lower], growth_class[0]}};
    if (!fit_model(d, &f) || (found && f.aicc >= best->aicc)) continue;
    *best = f;
    found = true;
  }
  return found;
}

static int by_aicc(const void *left, const void *right)
{
  const struct fit *a = left, *b = right;
  if (a->aicc != b->aicc) return a->aicc < b->aicc ? -1 : 1;
  return order_compare(&a->term[0], &b->term[0]);
}

/* Weights 1, or in proportion to 1/value^2, where values below a hundredth of the largest count as that. */
static double *weights_of(size_t n, const double *value, enum noise noise)
{
  double *weight = mem_new(n, sizeof *weight), largest = 0, mean = 0;
  for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs(value[i]));
  for (size_t i = 0; i < n; i++) {
    const double relative = largest > 0 ? fmax(fabs(value[i]) / largest, 0.01) : 1;
    weight[i] = noise == NOISE_CONSTANT ? 1 : 1 / (relative * relative);
    mean += weight[i] / (double)n;
  }
  for (size_t i = 0; i < n; i++) weight[i] /= mean;
  return weight;
}

static size_t fit_all(size_t n, const double *x, const double *value, enum noise noise, bool rivals,
                      struct fit fit[N_CLASSES])
{
  double *some_x, *some_value;
  const size_t some = sample_points(n, x, value, &some_x, &some_value);
  double *weight = weights_of(some, some_value, noise);
  const struct data d = {some, some_x, some_value, resolution_of(some, some_value), weight};
  size_t n_fits = 0;
  gsl_error_handler_t *const before = gsl_set_error_handler_off(); /* it would abort the program */
  for (unsigned class = 0; class < N_CLASSES; class ++)
    if ((kind_of[class] == RIVAL) == rivals) n_fits += fit_class(&d, class, &fit[n_fits]);
  gsl_set_error_handler(before);
  free(weight);
  free(some_x);
  free(some_value);
  qsort(fit, n_fits, sizeof fit[0], by_aicc);
  return n_fits;
}

size_t regress(size_t n, const double *x, const double *value, enum noise noise, struct fit fit[N_CLASSES])
{
  return fit_all(n, x, value, noise, false, fit);
}

size_t regress_rivals(size_t n, const double *x, const double *value, struct fit fit[N_CLASSES])
{
  return fit_all(n, x, value, NOISE_CONSTANT, true, fit);
}

double fit_value(const struct fit *f, double N)
{
  double value = 0;
  for (unsigned t = 0; t < f->n; t++) value += f->coefficient[t] * order_value(&f->term[t], N);
  return value;
}

char *fit_text(const struct fit *f, char out[FIT_TEXT])
{
  out[0] = '\0';
  for (unsigned t = 0; t < f->n; t++) {
    char number[24], name[ORDER_NAME];
    order_name(&f->term[t], name);
    snprintf(number, sizeof number, "%.4g", fabs(f->coefficient[t]));
    const bool constant = t + 1 == f->n, one = strcmp(number, "1") == 0;
    if (f->coefficient[t] == 0 && out[0] != '\0') continue;
    const char *sign = f->coefficient[t] < 0 ? "-" : out[0] != '\0' ? "+" : "";
    const char *space = name[0] == 'N' || one ? "" : name[0] == '2' ? "*" : " ";
    text_add(out, FIT_TEXT, "%s%s%s%s", sign, one && !constant ? "" : number, constant ? "" : space,
             constant ? "" : name);
  }
  return out;
}

size_t fit_strays_at(const struct fit *f, size_t n, const double *x, const double *value)
{
  size_t i = f->term[0].base > 1 ? 0 : n / 2;
  while (i < n && fabs(value[i] - fit_value(f, x[i])) <= fmax(fabs(value[i]) / FIT_ASTRAY, one_count)) i++;
  return i;
}

bool fit_is_near(const struct fit *f, size_t n, const double *value)
{
  double mean = 0, spread = 0;
  for (size_t i = 0; i < n; i++) mean += value[i] / (double)n;
  for (size_t i = 0; i < n; i++) spread += (value[i] - mean) * (value[i] - mean) / (double)n;
  return f->loo <= unexplained * (f->n == 1 ? fabs(mean) : sqrt(spread));
}
