/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * descent.h: the depth-first search itself (depth.h), from one state on: it visits all reachable states not visited
 * yet, and leaves components as they are complete. depth.c chooses where it begins, and handles a search that is cut
 * short.
 */
#ifndef EXPLORE_ENGINES_DESCENT_H
#define EXPLORE_ENGINES_DESCENT_H

#include <stdatomic.h>

#include "explore/engines/depth.h"
#include "explore/engines/grace_period.h"
#include "explore/graph/successors.h"

/* A step to an unvisited state. */
struct descent_step {
  uint32_t to;
  uint16_t mover;
  uint8_t weight;
  bool cut; /* costs count from 0 again after it */
};

/* A state on the current path. */
struct descent_frame {
  uint32_t id, index, low, movers;
  uint32_t best;          /* the greatest cost from it on, or enum region_way, over the steps followed so far */
  uint32_t first_pending; /* in depth_search.pending, up to the next frame's */
  uint16_t mover;         /* the step by which it was reached */
  uint8_t weight;
  bool cut; /* as in struct descent_step */
};

/* A step out of the current state. */
struct descent_edge {
  struct successor to;
  uint64_t hash;
  uint32_t mover;
  bool inside; /* it leads to a state of the region */
};

struct descent {
  const struct space *space;
  const struct visited *visited;
  const struct region *region;
  const struct explore_limits *limits;
  struct depth *out;
  struct descent_edge *edge; /* [n_edges] */
  struct descent_frame *frame;
  uint32_t n_edges; /* n * choices */
  size_t n_frames, frame_capacity;
  struct descent_step *pending;
  size_t n_pending, pending_capacity;
  uint32_t *open; /* states whose component is open */
  size_t n_open, open_capacity;
  uint32_t index;
  uint64_t known;            /* the greatest cost so far, where some states are missing */
  uint32_t gained;           /* the visit at which `known` was last seen to grow */
  struct grace_period grace; /* of REGION_ALL */
  bool beyond;               /* a step out of the current state leads beyond the explored states */
  bool at_once;              /* an interrupt ends it at once, without a grace period */
  atomic_ullong *done;       /* visits of all parallel descents; NULL: this is the only one */
  uint32_t enough;           /* visits after which it ends; 0: no limit */
  bool had_enough, over;
};

/* The region, the value map and the rest of `out` belong to the caller. False: no memory. */
bool descent_create(struct descent *descent, const struct space *space, const struct visited *visited,
                    const struct region *region, const struct explore_limits *limits, struct depth *out);
void descent_free(struct descent *descent);

/* Visits all states reachable from a state, unless it has been visited. */
void descent_from(struct descent *descent, uint32_t id);

/* Forgets the current path; states that have been left keep their values. Then it can continue from any state. */
void descent_forget_path(struct descent *descent);

/* Checks memory, interrupt and grace period, and reports progress. */
void descent_poll(struct descent *descent);

/* Notes the weight `best` of a state if it is the greatest so far. */
void descent_count(struct depth *out, uint32_t id, uint32_t best);

/* Finds a step from the state to one that has been left, such that the step and the value of that state sum to
 * `best`. False: there is none. */
bool descent_find_edge(struct descent *descent, uint32_t id, uint32_t best, struct descent_step *out);

#endif
