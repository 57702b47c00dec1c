/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * regress.h: least squares over a fixed list of growth classes, for series that obey no exact law.
 *
 * A class is tried with models of one, two and three terms: the class's own term, an intercept, and possibly one lower
 * term. The best of these represents the class. A model counts only if its leading coefficient is positive and at least
 * twice its standard error: a model whose leading term could as well be absent is evidence for a lower class.
 *
 * Two measures, in which lower is better: the corrected Akaike criterion (AICc), and the leave-one-out error, the root
 * mean square error at a point of a fit to all the others. Neither sees differences below the resolution of the data,
 * which is the variance of rounding (1/12) where all values are whole numbers, else 10^-10 of the largest.
 *
 * Beside the classes there are rival models: functions between and above them, which are fitted in the same way and
 * never named. Where one of them fits better than the best class, the data do not obey the class.
 *
 * Noise may be constant, or proportional to the value. The data seldom show which, and the winning class can depend on
 * it. So a fit can assume either.
 */
#ifndef RESULTS_ANALYSIS_REGRESS_H
#define RESULTS_ANALYSIS_REGRESS_H

#include "results/analysis/order.h"

/* X(base, power, log, loglog, kind): the classes and the rival models, from the slowest. */
#define GROWTH_CLASSES(X)                                                                  \
  X(1, 0, 0, 0, CLASS) /* 1; as a lower term it is the intercept, which every model has */ \
  X(1, 0, 1, -1, CLASS)                                                                    \
  X(1, 0, 1, 0, CLASS_OR_LOWER)                                                            \
  X(1, 0, 2, 0, CLASS)                                                                     \
  X(1, 0, 3, 0, RIVAL)                                                                     \
  X(1, 0.25, 0, 0, RIVAL)                                                                  \
  X(1, 0.5, 0, 0, CLASS_OR_LOWER)                                                          \
  X(1, 0.75, 0, 0, RIVAL)                                                                  \
  X(1, 1, -1, 0, RIVAL)                                                                    \
  X(1, 1, 0, 0, CLASS_OR_LOWER)                                                            \
  X(1, 1, 1, 0, CLASS_OR_LOWER)                                                            \
  X(1, 1, 2, 0, RIVAL)                                                                     \
  X(1, 1, 3, 0, RIVAL)                                                                     \
  X(1, 1.25, 0, 0, RIVAL)                                                                  \
  X(1, 1.5, 0, 0, CLASS_OR_LOWER)                                                          \
  X(1, 1.75, 0, 0, RIVAL)                                                                  \
  X(1, 2, 0, 0, CLASS_OR_LOWER)                                                            \
  X(1, 2, 1, 0, CLASS_OR_LOWER)                                                            \
  X(1, 2, 2, 0, RIVAL)                                                                     \
  X(1, 2, 3, 0, RIVAL)                                                                     \
  X(1, 2.5, 0, 0, RIVAL)                                                                   \
  X(1, 3, 0, 0, CLASS_OR_LOWER)                                                            \
  X(1, 3, 1, 0, RIVAL)                                                                     \
  X(1, 3, 2, 0, RIVAL)                                                                     \
  X(1, 3, 3, 0, RIVAL)                                                                     \
  X(1, 4, 0, 0, RIVAL)                                                                     \
  X(1, 5, 0, 0, RIVAL)                                                                     \
  X(1, 6, 0, 0, RIVAL)                                                                     \
  X(1, 7, 0, 0, RIVAL)                                                                     \
  X(1, 8, 0, 0, RIVAL)                                                                     \
  X(1, 10, 0, 0, RIVAL)                                                                    \
  X(1, 12, 0, 0, RIVAL)                                                                    \
  X(1.5, 0, 0, 0, RIVAL)                                                                   \
  X(2, 0, 0, 0, CLASS)                                                                     \
  X(2, 1, 0, 0, RIVAL)                                                                     \
  X(3, 0, 0, 0, RIVAL)                                                                     \
  X(4, 0, 0, 0, RIVAL)                                                                     \
  X(5, 0, 0, 0, RIVAL)

#define X(base, power, log, loglog, kind) +1
enum { N_CLASSES = 0 GROWTH_CLASSES(X), FIT_TERMS = 3, FIT_TEXT = 128 };
#undef X

enum noise { NOISE_CONSTANT, NOISE_PROPORTIONAL };

struct fit {
  unsigned n;                   /* terms */
  struct order term[FIT_TERMS]; /* the leading one first; the last is the constant */
  double coefficient[FIT_TERMS];
  double aicc;
  bool to_resolution; /* its residuals are within the resolution of the data */
  double sigma;       /* standard deviation of the residuals, not below the data's resolution */
  double loo;         /* leave-one-out error, in units of the value, not below the data's resolution */
};

/* Writes the best model of each class that has one, by ascending AICc, and returns their number. Requires finite
 * values and x > 0; fewer than 4 points yield nothing, fewer than 6 no model of three terms. */
size_t regress(size_t n, const double *x, const double *value, enum noise noise, struct fit fit[N_CLASSES]);

/* The same for the rival models, with constant noise. */
size_t regress_rivals(size_t n, const double *x, const double *value, struct fit fit[N_CLASSES]);

double fit_value(const struct fit *f, double N);

/* "2.31N lg N+4.9N-3.2", readable for results/formula.h. Returns out. */
char *fit_text(const struct fit *f, char out[FIT_TEXT]);

/* A fit that misses a value by more than one part in so many is astray there. */
enum { FIT_ASTRAY = 4 };

/* The first value of the later half that is not about what the fit says there; of an exponential, of all; n: none. */
size_t fit_strays_at(const struct fit *f, size_t n, const double *x, const double *value);

/* Whether its error at a left-out point is small beside the spread of the values. */
bool fit_is_near(const struct fit *f, size_t n, const double *value);

#endif
