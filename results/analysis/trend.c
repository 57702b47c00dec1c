/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trend.c: tail ratios, and the bootstrap of the log-log slope (GSL has none: points are drawn with replacement, slopes
 * are sorted, and the interval is cut out between the 2.5th and the 97.5th percentile).
 */
#include "results/analysis/trend.h"

#include <gsl/gsl_fit.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/rng.h"
#include "results/analysis/sample.h"

enum { RESAMPLES = 1000, FEWEST = 3 };
static const uint64_t bootstrap_seed = UINT64_C(0x726d726c6162); /* any fixed number will do */

const char *trend_name(enum trend t)
{
#define X(trend, name) [trend] = name,
  static const char *const names[] = {TRENDS(X)};
#undef X
  return names[t];
}

static enum trend judge_ratios(size_t n, const double *ratio)
{
  double up = 0, down = 0, low = ratio[0], high = ratio[0], largest = 0;
  for (size_t i = 0; i < n; i++) {
    low = fmin(low, ratio[i]);
    high = fmax(high, ratio[i]);
    largest = fmax(largest, fabs(ratio[i]));
    if (i == 0) continue;
    up += fmax(ratio[i] - ratio[i - 1], 0);
    down += fmax(ratio[i - 1] - ratio[i], 0);
  }
  if (high - low <= 0.05 * largest) return TREND_FLAT;
  if (up >= 4 * down) return TREND_RISING;
  if (down >= 4 * up) return TREND_FALLING;
  return TREND_UNCLEAR;
}

enum trend trend_of_ratio(size_t n, const double *x, const double *value, const struct order *f)
{
  size_t tail = (n + 1) / 2 > FEWEST ? (n + 1) / 2 : FEWEST, used = 0;
  if (n < FEWEST) return TREND_UNCLEAR;
  double *ratio = mem_new(tail, sizeof *ratio);
  for (size_t i = n - tail; i < n; i++) {
    const double scale = order_value(f, x[i]);
    if (scale != 0 && isfinite(scale) && isfinite(value[i] / scale)) ratio[used++] = value[i] / scale;
  }
  const enum trend t = used < FEWEST ? TREND_UNCLEAR : judge_ratios(used, ratio);
  free(ratio);
  return t;
}

struct log_factor log_factor_of(size_t n, const double *x, const double *value, const struct order *f)
{
  enum { FEWEST_FOR_ERROR = 5 };
  const size_t tail = (n + 1) / 2 > FEWEST_FOR_ERROR ? (n + 1) / 2 : FEWEST_FOR_ERROR;
  struct log_factor out = {.known = false};
  if (n < tail) return out;
  double *lx = mem_new(tail, sizeof *lx), *ly = mem_new(tail, sizeof *ly);
  size_t used = 0;
  for (size_t i = n - tail; i < n; i++) {
    const double scale = order_value(f, x[i]);
    if (!(x[i] > 2 && scale > 0 && isfinite(scale) && value[i] > 0)) continue;
    lx[used] = log(log2(x[i]));
    ly[used++] = log(value[i] / scale);
  }
  double c0, cov00, cov01, variance, sumsq;
  if (used >= FEWEST_FOR_ERROR && gsl_stats_variance(lx, 1, used) > 1e-9) {
    gsl_fit_linear(lx, 1, ly, 1, used, &c0, &out.value, &cov00, &cov01, &variance, &sumsq);
    out.error = sqrt(fmax(variance, 0));
    out.known = isfinite(out.value) && isfinite(out.error);
  }
  free(lx);
  free(ly);
  return out;
}

/* Slope of the least squares line; false where all x are equal. */
static bool slope_of(size_t n, const double *x, const double *y, double *slope)
{
  double c0, c1, cov00, cov01, cov11, sumsq;
  if (gsl_stats_variance(x, 1, n) < 1e-20) return false;
  gsl_fit_linear(x, 1, y, 1, n, &c0, &c1, &cov00, &cov01, &cov11, &sumsq);
  *slope = c1;
  return isfinite(c1);
}

static void bootstrap(size_t n_all, const double *all_x, const double *all_y, struct exponent *out)
{
  double *x, *y;
  const size_t n = sample_points(n_all, all_x, all_y, &x, &y);
  uint64_t rng = bootstrap_seed;
  double *xs = mem_new(n, sizeof *xs), *ys = mem_new(n, sizeof *ys), slopes[RESAMPLES];
  size_t found = 0;
  for (unsigned r = 0; r < RESAMPLES; r++) {
    for (size_t i = 0; i < n; i++) {
      const uint32_t k = rng_below(&rng, (uint32_t)n);
      xs[i] = x[k];
      ys[i] = y[k];
    }
    found += slope_of(n, xs, ys, &slopes[found]);
  }
  gsl_sort(slopes, 1, found);
  out->low = found != 0 ? gsl_stats_quantile_from_sorted_data(slopes, 1, found, 0.025) : out->value;
  out->high = found != 0 ? gsl_stats_quantile_from_sorted_data(slopes, 1, found, 0.975) : out->value;
  free(xs);
  free(ys);
  free(x);
  free(y);
}

struct exponent exponent_of(size_t n, const double *x, const double *value)
{
  struct exponent out = {.known = false};
  double *lx = mem_new(n, sizeof *lx), *ly = mem_new(n, sizeof *ly);
  size_t used = 0;
  for (size_t i = 0; i < n; i++) {
    if (!(x[i] > 0 && value[i] > 0)) continue;
    lx[used] = log2(x[i]);
    ly[used++] = log2(value[i]);
  }
  if (used >= FEWEST && slope_of(used, lx, ly, &out.value)) {
    out.known = true;
    bootstrap(used, lx, ly, &out);
  }
  free(lx);
  free(ly);
  return out;
}
