/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * clauses.h: the verdicts of verdicts.json as clauses: one for each quantity and expectation, over all series for which
 * it was judged.
 */
#ifndef RESULTS_ANALYSIS_CLAUSES_H
#define RESULTS_ANALYSIS_CLAUSES_H

#include <jansson.h>

#include "base/lookup.h"

struct clause {
  const json_t *shown; /* the first verdict that fails; else the first open one; else the first */
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

/* For a clause about a property that only simulations confirm: their number. Else 0. */
size_t clause_samples(const json_t *verdict);

#endif
