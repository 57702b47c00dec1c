/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * made_series.h: series that are made of a function of N, for the tests of fits and of judgements.
 */
#ifndef TESTS_MADE_SERIES_H
#define TESTS_MADE_SERIES_H

#include <math.h>

#include "results/series.h"

enum { MOST = 64 };

/* A series on the stack. */
struct made {
  struct series s;
  struct series_point point[MOST];
};

static const double doubling[] = {2, 4, 8, 16, 32, 64};
static const double mixed[] = {4, 8, 12, 16, 24, 32, 48, 64};
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static inline void make(struct made *m, size_t n, const double *x, const double *value)
{
  m->s = (struct series){.name = "s",
                         .metric = "rmr.max",
                         .x_name = "N",
                         .scope = "test",
                         .kind = KIND_EXACT,
                         .algorithm = "",
                         .adversary = "",
                         .memory = "",
                         .sessions = "",
                         .n = n,
                         .point = m->point};
  for (size_t i = 0; i < n; i++)
    m->point[i] = (struct series_point){x[i], value[i], NAN, NAN, NAN, 1, true, false, false};
}

typedef double truth_fn(double N);
typedef double rounding_fn(double value);

static inline double as_is(double value)
{
  return value;
}

static inline void make_truth(struct made *m, size_t n, const double *x, truth_fn *truth, rounding_fn *rounding)
{
  double value[MOST];
  for (size_t i = 0; i < n; i++) value[i] = rounding(truth(x[i]));
  make(m, n, x, value);
}

static inline double linear(double N)
{
  return 7 * N + 3;
}
static inline double square(double N)
{
  return 2 * N * N - 3 * N + 4;
}
static inline double square_hidden(double N)
{
  return N * (N - 1) / 2 + 20 * N;
}
static inline double linear_hidden(double N)
{
  return 3 * N + 60;
}
static inline double logarithm(double N)
{
  return 12 + log2(N);
}
static inline double log_linear(double N)
{
  return 3 * N * log2(N) + N;
}
static inline double root_hidden(double N)
{
  return N + 8 * sqrt(N);
}
static inline double log_loglog(double N)
{
  return 20 * log2(N) / log2(log2(N));
}

#endif
