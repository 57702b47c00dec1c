/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trend.h: three statistics of a series that assume no model. The ratio value/f(N) over the tail, the later half of the
 * points, is evidence about O, Omega and Theta rather than about a best curve; the slope in log-log scales estimates
 * the power of N. (Lower-order terms bias that slope even without noise: it is shown, never used to decide.)
 */
#ifndef RESULTS_ANALYSIS_TREND_H
#define RESULTS_ANALYSIS_TREND_H

#include "results/analysis/order.h"

#define TRENDS(X)                                                                                 \
  X(TREND_UNCLEAR, "unclear") /* fewer than 3 points in the tail, or up and down */               \
  X(TREND_FLAT, "flat")       /* within 5 % */                                                    \
  X(TREND_RISING, "rising")   /* by more than 5 %, with at least four times as much up as down */ \
  X(TREND_FALLING, "falling")

enum trend {
#define X(trend, name) trend,
  TRENDS(X)
#undef X
};

const char *trend_name(enum trend t);

/* The trend of value/f over the tail; points where f is 0 or not finite do not count. */
enum trend trend_of_ratio(size_t n, const double *x, const double *value, const struct order *f);

/* Over the tail, value/f grows like (lg N)^b: b and its standard error, from a line through ln(value/f) over ln(lg
 * N). b = 0 corresponds to f itself, b = 1 to f lg N; the threshold between noise and one more factor lg N lies
 * between the two. */
struct log_factor {
  bool known; /* false with fewer than 5 positive points in the tail */
  double value, error;
};

struct log_factor log_factor_of(size_t n, const double *x, const double *value, const struct order *f);

struct exponent {
  bool known;              /* false with fewer than 3 positive points */
  double value, low, high; /* slope of lg value over lg N, and a 95 % interval from 1000 resamples of the points */
};

/* The seed is fixed: equal data have equal intervals. */
struct exponent exponent_of(size_t n, const double *x, const double *value);

#endif
