/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * curves.h: the worst cases of a gallery, one curve for each algorithm and its faults: the best known value at each N,
 * and the steepness.
 *
 * At each N a curve has the largest of the exact and the simulated values. It is exact there only if the exact value is
 * not the smaller one: simulations may have a costlier scope, such as later passages.
 *
 * Steepness is that of the class which the analysis recognises or fits; if it is undecided, that of the slope on log-
 * log paper, which small terms bias, so `decided` must be shown with it. Of the exact and the simulated values those
 * with the largest N count. If a law that they obey misses a point of the curve, the law of the curve's own points
 * counts; without one, only the class is shown. An algorithm with an unbounded exact value is unbounded, whatever its
 * other values are.
 */
#ifndef PLOTS_CURVES_H
#define PLOTS_CURVES_H

#include "results/analysis/analyses.h"
#include "results/series.h"

/* X(id, in the key, colour and shape by gnuplot_colour and gnuplot_point) */
#define STEEPNESSES(X)                               \
  X(STEEP_FLAT, "1: flat", 2, 0)                     \
  X(STEEP_BELOW, "lg N .. √N: below linear", 3, 3)   \
  X(STEEP_LINEAR, "N: linear", 0, 1)                 \
  X(STEEP_BETWEEN, "N lg N .. N^1.5: between", 4, 2) \
  X(STEEP_SQUARE, "N²: quadratic", 1, 4)             \
  X(STEEP_CUBE, "N³ or more", 5, 0)                  \
  X(STEEP_UNTOLD, "too few values", 6, 3)            \
  X(STEEP_UNBOUNDED, "∞: unbounded", 6, 0)

enum steepness {
#define X(id, words, colour, shape) id,
  STEEPNESSES(X)
#undef X
    N_STEEPNESSES
};

struct curve {
  char *names;                /* of the algorithms; several where all their values are the same: "anderson, clh" */
  const struct series *first; /* of its series */
  char *growth;               /* "4N+3" recognised, "~ N" fitted, "≈ N^0.48" the slope; "" if unknown */
  enum steepness steepness;
  bool decided;
  size_t n;
  struct series_point *point; /* ascending in x; complete: exact */
};

struct curves {
  size_t n;
  struct curve *curve;
};

/* From the series of results_worst, of one memory model. In the order of their first algorithm; equal ones are one
 * curve, but each unbounded one is its own. The series must outlive the curves. `algorithms`:
 * algorithms.json, for the names of plug-ins; may be NULL. */
void curves_of(const struct series_list *worst, const json_t *algorithms, struct analyses *known, struct curves *out);
void curves_free(struct curves *c);

#endif
