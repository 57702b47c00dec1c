/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * analysis.h: the growth of a series. Exact recognition comes first (recognise.h), regression second (regress.h), and
 * "undecided" where the data do not decide. docs/analysis.md is the guide for users.
 *
 * The candidates are sorted: the first n_contenders explain the data, the others are shown for comparison. With a
 * decision there is one contender, the winner; the runners-up are all candidates but the winner.
 *
 * Non-finite points are left out; so are those of incomplete runs where there are complete ones. The reason says so.
 */
#ifndef RESULTS_ANALYSIS_ANALYSIS_H
#define RESULTS_ANALYSIS_ANALYSIS_H

#include "results/analysis/recognise.h"
#include "results/analysis/regress.h"
#include "results/analysis/trend.h"
#include "results/series.h"

#define VERDICTS(X)                                                                     \
  X(VERDICT_UNDECIDED, "undecided")                                                     \
  X(VERDICT_RECOGNISED, "recognised") /* one exact law, confirmed on held-out points */ \
  X(VERDICT_FITTED, "fitted")         /* one class of growth explains the data better than all others */

enum verdict {
#define X(verdict, name) verdict,
  VERDICTS(X)
#undef X
};

enum { MOST_CANDIDATES = N_CLASSES + MOST_LAWS, REASON_TEXT = 512 };

struct fitted_class {
  char class[ORDER_NAME];
  char formula[TERMS_TEXT];
  struct order order, least; /* leading terms; they differ only for laws by residue */
  bool exact;
  double error;     /* leave-one-out error as a share of the mean value; 0 for a law */
  double delta;     /* AICc above the best fit's; 0 for a law */
  enum trend trend; /* of value/class over the tail */
};

struct analysis {
  enum verdict verdict;
  size_t n_candidates, n_contenders;
  struct exponent exponent;
  size_t n_points;         /* used */
  double from, to;         /* the N for which the formula holds, or to which it was fitted; NAN without points */
  size_t held_out;         /* points that confirm a law; 0 for a fit */
  bool powers_of_two_only; /* a law seen at powers of two only: nothing is known for other N */
  char reason[REASON_TEXT];
  struct fitted_class
    candidate[MOST_CANDIDATES]; /* last: a store of many analyses keeps [0..n_candidates-1] (analyses.h) */
};

const char *verdict_name(enum verdict v);

/* Never fails: a series that cannot be analysed is undecided. */
void analyse(const struct series *s, struct analysis *out);

/* The winner, or NULL where there is none. */
const struct fitted_class *analysis_winner(const struct analysis *a);

/* How many candidates are shown: all contenders, and the next few. */
size_t analysis_shown(const struct analysis *a);

/* The winner's formula, with its N where it does not cover all N: "N lg N+1 [N = 2^k]". Returns out. */
enum { FORMULA_SHOWN = TERMS_TEXT + 16 };
const char *analysis_formula(const struct analysis *a, char out[FORMULA_SHOWN]);

/* The growth of a series in a few words: "7N+3", or the class of a fit; where there is neither, the values if they
 * are exact, as in "6, 15, >= 32, unbounded", or "undecided". Returns out. */
enum { GROWTH_TEXT = 256 };
const char *growth_text(const struct series *s, const struct analysis *a, char out[GROWTH_TEXT]);

/* The points that an analysis uses, in two arrays of at least s->n numbers. Returns their number. */
size_t analysis_points(const struct series *s, double *x, double *value);

/* How many values, up to the last, are the same, if none before is larger. */
size_t plateau_of(size_t n, const double *value);

enum { PLATEAU = 3 }; /* so many equal values are no accident of one N */

#endif
