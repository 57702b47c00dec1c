/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * explored_scope.h: the scope of an exploration or of a proof, as far as claims compare it. Of several records with the
 * same evidence the one with the fewest processes is shown, of these the one with the fewest passages: a short witness
 * is easier to follow.
 */
#ifndef RESULTS_ANALYSIS_EXPLORED_SCOPE_H
#define RESULTS_ANALYSIS_EXPLORED_SCOPE_H

#include <stdbool.h>

#include "base/text.h"
#include "results/load.h"

struct scope {
  double n, passages; /* n: 0, of proofs, every N; passages: 0 without end */
  const char *sessions;
};

struct scope scope_of(const struct record *r);

/* Whether a has fewer processes, or as many and fewer passages. Passages without end are the most. */
bool scope_fewer(const struct scope *a, const struct scope *b);

/* The words for a scope, "N = 2, sessions same, 1 passage each"; returns out. */
enum { SCOPE_TEXT = 160 };
char *scope_text(const struct scope *s, char out[SCOPE_TEXT]);

/* The same without N, "sessions same, 1 passage each". */
char *scope_others(const struct scope *s, char out[SCOPE_TEXT]);

/* The parameter's values of a series in a few words, "N = 2..64"; returns out. */
char *range_text(const struct series *s, char out[SCOPE_TEXT]);

/* text_add, for an array. */
#define ADD(array, ...) text_add(array, sizeof(array), __VA_ARGS__)

#endif
