/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * selection.h: a selection of series: the value of "series" in a figure, a fit or a clause of a config.
 *
 *   {"algorithm": ["mcs"], "memory": ["cc", "dsm"]}
 *
 * A record is selected if every key has its value in its list. A missing key, and NULL, mean all.
 */
#ifndef RESULTS_SELECTION_H
#define RESULTS_SELECTION_H

#include "results/load.h"

bool selection_allows(const json_t *selection, const struct record *r);

/* Whether the series is selected; one over several adversaries belongs to none of them. */
bool selection_allows_series(const json_t *selection, const struct series *s);

/* The selected records, in their order. selection_free frees all that does not belong to r. */
struct results selection_of(const struct results *r, const json_t *selection);
void selection_free(struct results *view, const struct results *r);

/* A metric and the series for which it is asked. */
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

/* The k-th clause of a key of "expect", which has a clause or a list of them; NULL: there is none. */
const json_t *clause_at(const json_t *said, size_t k);

#endif
