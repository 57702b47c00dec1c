/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * clauses.h: the verdicts of verdicts.json as clauses: one for each quantity and expectation, over all the series that
 * it was judged for.
 */
#ifndef RESULTS_ANALYSIS_CLAUSES_H
#define RESULTS_ANALYSIS_CLAUSES_H

#include <jansson.h>

#include "base/lookup.h"

struct clause {
  const json_t *shown; /* the first verdict that fails; where none does the first that is open, or the first of all */
  size_t first;        /* its place in the list, from 0 */
  size_t series, holding;
};

struct clauses {
  struct lookup keys;
  struct clause *clause; /* [keys.n], in the order of their first verdicts */
};

/* `verdicts` is kept by reference. */
void clauses_gather(const json_t *verdicts, struct clauses *out);
void clauses_free(struct clauses *clauses);

/* Of a clause about a property that simulations alone have kept: how many. Else 0. */
size_t clause_samples(const json_t *verdict);

#endif
