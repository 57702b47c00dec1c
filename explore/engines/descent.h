/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * descent.h: the search in depth itself (depth.h), from one state on: all that can be reached from it and has not been
 * visited yet is visited, and components are left as they are complete. Where it begins, and what is made of it when it
 * is cut short, is in depth.c.
 */
#ifndef EXPLORE_ENGINES_DESCENT_H
#define EXPLORE_ENGINES_DESCENT_H

#include <stdatomic.h>

#include "explore/engines/depth.h"
#include "explore/engines/grace_period.h"
#include "explore/graph/successors.h"

/* A step to a state that has not been visited yet. */
struct descent_step {
  uint32_t to;
  uint16_t mover;
  uint8_t weight;
  bool cut; /* what is paid after it counts anew */
};

/* A state on the path that is being gone down. */
struct descent_frame {
  uint32_t id, index, low, movers;
  uint32_t best; /* the most that is paid from it on, or enum region_way, as far as its steps have been gone along */
  uint32_t first_pending; /* in depth_search.pending, up to the next frame's */
  uint16_t mover;         /* the step by which it was reached */
  uint8_t weight;
  bool cut; /* as in struct descent_step */
};

/* A step out of the state that is being visited. */
struct descent_edge {
  struct successor to;
  uint64_t hash;
  uint32_t mover;
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
  uint32_t *open; /* states whose component is not known yet */
  size_t n_open, open_capacity;
  uint32_t index;
  uint64_t known;            /* to be paid, where the states are not all */
  uint32_t gained;           /* the visit at which that was seen to have grown */
  struct grace_period grace; /* of REGION_ALL */
  bool beyond;               /* a step out of the state that is being visited leads beyond what was looked at */
  bool at_once;              /* an interrupt ends it at once, without a grace period */
  atomic_ullong *done;       /* visits of all who search side by side; NULL: nobody else does */
  uint32_t enough;           /* visits after which it ends; 0: never for that */
  bool had_enough, over;
};

/* The region, the value map and the rest of `out` are those of the one who searches. False: no memory. */
bool descent_create(struct descent *descent, const struct space *space, const struct visited *visited,
                    const struct region *region, const struct explore_limits *limits, struct depth *out);
void descent_free(struct descent *descent);

/* Visits all that can be reached from a state, unless it has been visited. */
void descent_from(struct descent *descent, uint32_t id);

/* Forgets the path that was being gone down; what has been left keeps its value. Then it can go on from any state. */
void descent_forget_path(struct descent *descent);

/* Looks at memory, interrupt and grace period, and tells how far it is. */
void descent_poll(struct descent *descent);

/* A state counts so much: is it the most? */
void descent_count(struct depth *out, uint32_t id, uint32_t best);

/* A step from the state to one that has been left, from which on so much can be paid that both count `best`. False:
 * there is none. */
bool descent_find_edge(struct descent *descent, uint32_t id, uint32_t best, struct descent_step *out);

#endif
