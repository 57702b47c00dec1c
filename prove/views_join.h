/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_join.h: the view of a state through a lens (views_scene.h), and the state of three processes that shows three
 * given states of two.
 *
 * Joining rests on one thing: that a state of the algorithm has one view of each pair. So views are tidied: numbers are
 * ranks, sessions are named in their order, and a local value has one kind, as far as the kinds mean the same. Where
 * they do not, joining gives up (struct views_kinds).
 */
#ifndef PROVE_VIEWS_JOIN_H
#define PROVE_VIEWS_JOIN_H

#include "prove/views_scene.h"

/* The kinds of values, but for 0 and 1, that a word of a member's local state has held at a node. */
struct views_kinds {
  uint16_t *seen;    /* [node][word of a member][1 + MOST_PARTS] */
  const char *mixed; /* kinds that may mean the same have met; NULL: none have */
};

/* None have been seen; `seen` is to be freed. */
void views_kinds_create(struct views_kinds *kinds, const struct flow *flow);

/* All states with these limits have one form afterwards. */
void views_tidy(struct scene *scene, struct views_kinds *kinds, int32_t *state);

/* The view of the state through the lens, before it is tidied. */
void views_show(const struct lens *lens, const int32_t *from, int32_t *to);

enum views_joined { VIEWS_APART, VIEWS_JOINED, VIEWS_VAGUE };

/* APART: no state of three processes shows these. VAGUE: there may be several. */
enum views_joined views_join(const struct views_triple *triple, const int32_t *const pair[PAIRS_OF_TRIPLE],
                             int32_t *out);

#endif
