/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * selection.h: which series are spoken of: what a figure, a fit or a clause of a config has under "series".
 *
 *   {"algorithm": ["mcs"], "memory": ["cc", "dsm"]}
 *
 * A record is meant if every key has its value in its list. A key that is missing, and NULL, mean all.
 */
#ifndef RESULTS_SELECTION_H
#define RESULTS_SELECTION_H

#include "results/load.h"

bool selection_allows(const json_t *selection, const struct record *r);

/* Whether the series is meant; one that is taken over several adversaries is of none of them. */
bool selection_allows_series(const json_t *selection, const struct series *s);

/* The records that are meant, in their order. selection_free gives back what is not r's. */
struct results selection_of(const struct results *r, const json_t *selection);
void selection_free(struct results *view, const struct results *r);

/* A metric, and of which series it is asked. */
struct wish {
  const char *metric;
  const json_t *selection;
};

/* All series of each of these metrics. The caller frees the array. */
struct wish *wishes_for(const char *const *metric, size_t n);

/* The entries of "fits": each a metric, or {"metric": ..., "series": ...}. The caller frees the array. */
struct wish *wishes_of(const json_t *entries, size_t *n);

/* One entry of a list of clauses, a text or {"clause": ..., "series": ...}: the text, and its selection or NULL. */
const char *clause_text(const json_t *clause);
const json_t *clause_selection(const json_t *clause);

/* What a key of "expect" says: a clause or a list of them. The k-th, or NULL. */
const json_t *clause_at(const json_t *said, size_t k);

#endif
