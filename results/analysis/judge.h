/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * judge.h: judges whether a series satisfies an `expect` clause.
 *
 * `= f`, `<= f` and so on are judged point by point, with a relative tolerance of 10^-9, and for whole values with one
 * below 1. One point can refute the clause, whatever the others say, and the reason names the first; else one
 * inconclusive point (a lower bound below the claim, a formula without a value) leaves it undecided. O, Omega, Theta
 * and `grows` are judged by the exact law where there is one. Else the verdict needs two witnesses: the classes that
 * explain the data, and the ratio value/f over the tail. O(f) holds if all contenders grow at most like f and the ratio
 * does not rise, or if one of them does, the ratio grows by clearly (two standard errors) less than half a factor lg N,
 * and beside each of the others the values clearly lose more than that; it fails if all grow faster and the ratio
 * rises, or grows by clearly more than half a factor lg N; otherwise it is undecided. Exact values that are the same at
 * the last few N are judged as a constant.
 *
 * An infinite value is unbounded: it has no finite bound at this N. `unbounded` claims that; `grows` claims that no
 * constant bounds the values: they grow with N, or one is unbounded. "holds" means: for the measured N, and by the
 * growth that they show. Nothing here is a proof; the scope of the series says what was measured.
 */
#ifndef RESULTS_ANALYSIS_JUDGE_H
#define RESULTS_ANALYSIS_JUDGE_H

#include "results/analysis/analysis.h"
#include "results/analysis/known_metric.h"
#include "results/expect.h"

#define OUTCOMES(X)                 \
  X(OUTCOME_UNDECIDED, "undecided") \
  X(OUTCOME_HOLDS, "holds")         \
  X(OUTCOME_FAILS, "fails")

enum outcome {
#define X(outcome, name) outcome,
  OUTCOMES(X)
#undef X
    N_OUTCOMES
};

struct judgement {
  enum outcome outcome;
  bool less;                /* it fails, as the seen value is less than the clause says, not more */
  char reason[REASON_TEXT]; /* one sentence, without a full stop */
};

extern const char *const outcome_names[N_OUTCOMES];

/* The outcome of an entry of verdicts.json. */
enum outcome verdict_outcome(const json_t *verdict);

/* A failure is worse than an undecided outcome, and that is worse than one that holds. */
bool outcome_is_worse(enum outcome a, enum outcome b);

/* The outcome of comparing one such value with f. */
enum outcome judge_value(enum expect_kind kind, double value, double f, enum known bound);

/* At how many N in a row, up to the last, exact values are the same, and none before is larger. */
size_t exact_plateau(const struct series *s);

/* `a` is the analysis of `s`. */
void judge_series(const struct expect *e, const struct series *s, const struct analysis *a, struct judgement *out);

/* Judges a comparison with a formula in N and j on value[0 .. n-1], where entry j-1 belongs to P_j; values that are
 * not `complete` are lower bounds. To judge fewer processes ("blocks of P_N by P_j" does not cover P_N itself) pass
 * a smaller n. */
void judge_vector(const struct expect *e, double N, const double *value, size_t n, enum known bound,
                  struct judgement *out);

#endif
