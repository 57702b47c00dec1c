/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * edges.h: single steps between found states, and paths that grow by them. This is for witnesses, which examine a few
 * states closely; searches over all states have loops of their own (successors.h).
 */
#ifndef EXPLORE_ANSWER_EDGES_H
#define EXPLORE_ANSWER_EDGES_H

#include "explore/answer/state_paths.h"
#include "explore/engines/grace_period.h"

/* A step to a found state. */
struct edge {
  uint32_t to, mover, weight;
  uint64_t hash, state[PACKING_MAX_WORDS]; /* of the successor, during its look-up */
};

/* Where a search may go. */
struct edge_scope {
  const struct space *space;
  const struct visited *visited;
  const struct region *region;
  const struct visited_marks *members; /* only states marked as members; NULL: all */
  bool in_passage;                     /* not beyond a crash after which counting starts again */
  const struct visited_map *beside;    /* numbers that are fetched with the states; may be NULL */
};

/* The steps out of a state that stay within the bounds, at most n * choices. Returns their number. */
uint32_t edges_of(const struct edge_scope *bounds, uint32_t id, struct edge *edge);
struct edge *edges_new(const struct space *space); /* room for them; to be freed */

#endif
