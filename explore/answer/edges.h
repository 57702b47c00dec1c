/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * edges.h: the steps between states that have been found, one by one, and paths that grow by them. This is for
 * witnesses, where a few states are looked at closely; searches that look at all of them have loops of their own
 * (successors.h).
 */
#ifndef EXPLORE_ANSWER_EDGES_H
#define EXPLORE_ANSWER_EDGES_H

#include "explore/answer/state_paths.h"
#include "explore/engines/grace_period.h"

/* A step to a state that has been found. */
struct edge {
  uint32_t to, mover, weight;
  uint64_t hash, state[PACKING_MAX_WORDS]; /* of what it leads to, while it is looked up */
};

/* Where a search may go. */
struct edge_scope {
  const struct space *space;
  const struct visited *visited;
  const struct region *region;
  const struct visited_marks *members; /* only states that are noted as members; NULL: all */
  bool in_passage;                     /* not beyond a crash with which counting begins anew */
  const struct visited_map *beside;    /* numbers that are fetched with the states; may be NULL */
};

/* The steps out of a state that stay within the bounds, at most n * choices; returns how many. */
uint32_t edges_of(const struct edge_scope *bounds, uint32_t id, struct edge *edge);
struct edge *edges_new(const struct space *space); /* room for them; to be freed */

#endif
