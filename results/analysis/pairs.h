/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pairs.h: clauses that compare two metrics of the same run, such as "meals.max": "= paths.max". Each record that has
 * both is judged, number by number where they are numbers per process; the records of an algorithm and an adversary
 * have one verdict. A record that lacks the other metric is inconclusive, and the verdict counts such records. One that
 * lacks the metric itself is ignored: so counted records have no verdict about explored ones.
 */
#ifndef RESULTS_ANALYSIS_PAIRS_H
#define RESULTS_ANALYSIS_PAIRS_H

#include "results/analysis/judge.h"
#include "results/load.h"

/* The verdict on the clause for the records of an algorithm, without the part of its name on the axis, and an
 * adversary. */
struct pair_verdict {
  char *series;
  size_t there, lacking; /* records with both metrics; without the other one */
  bool fails, open;      /* open: one of them leaves it undecided */
  struct judgement judgement;
  const struct record *shown; /* the first that fails, or the last */
};

struct pair_verdicts {
  size_t n;
  struct pair_verdict *verdict;
};

void pairs_judge(const struct results *r, const char *metric, const struct expect *clause, struct pair_verdicts *out);
void pair_verdicts_free(struct pair_verdicts *verdicts);

#endif
