/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * depth.h: goes once through a region of the state graph in depth, and finds its strongly connected components (R.
 * Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1(2), 1972).
 *
 * Components come out in such an order that all that can be reached from one has come out before. So on the way back
 * every state learns the most that can still be paid from it on: the longest path through the region, exactly, each
 * state looked at once. A step that is paid for inside a component can be repeated for ever: there is no worst case,
 * and the search ends there.
 *
 * For P2 and P6 the components themselves are looked at: can everybody stay inside for ever, fairly? Every process that
 * is not in its remainder must make steps inside. A process that makes none is in the same local state all over the
 * component, so if one component is not fair, no part of it is.
 *
 * Where there is time it goes on: what never ends has no end of ticks. So nobody stays in a component without a tick.
 *
 * For P7 a state learns on the way back, instead of what can be paid, the best way out of the region that there is from
 * it on; all states of a component learn the same.
 */
#ifndef EXPLORE_ENGINES_DEPTH_H
#define EXPLORE_ENGINES_DEPTH_H

#include "explore/engines/breadth.h"
#include "explore/graph/path.h"
#include "explore/graph/region.h"

enum { DEPTH_MOST_PROCESSES = 32 };

/* Among the movers of a component: the clock. So where there is time there is one process less. */
#define DEPTH_TICKS (UINT32_C(1) << 31)

/* What the value of a state says when it has been left: this bit, and the most that can be paid from it on. */
#define DEPTH_LEFT   (UINT32_C(1) << 31)
#define DEPTH_MEMBER (UINT32_MAX) /* it belongs to the component that was found */

struct depth {
  struct visited_map value; /* REGION_ALL, WANTED, unless it is endless; ways, where some state has no way out */
  uint64_t most;            /* the most that a path in the region counts */
  uint32_t from;            /* where such a path begins; VISITED_NONE: the region is empty, or ways were asked for */
  bool out_of_memory;
  bool complete; /* false: interrupted, or out of memory. Then, in REGION_ALL: */
  struct path
    begin; /* the beginning of a path that counts `most`; how it goes on, the values of its last state and of those that
                        follow tell. state NULL: there is none. Of one that is endless: it leads to cycle_from */
  bool positive_cycle; /* a step that counts lies on a cycle: */
  uint32_t cycle_from, cycle_to, cycle_mover;
  bool fair; /* ENTRY, STUCK: a fair component was found; one of its members is */
  uint32_t member;
  struct visited_marks members;
  uint32_t movers; /* who makes steps in it: bit p-1, and DEPTH_TICKS */
  uint32_t way;    /* enum region_way: the worst that some state has. OUT where ways are not asked for */
};

/* The visited set must be that of the space. REGION_ALL begins at the initial states, the others wherever they have
 * states. */
void depth_search(const struct space *space, const struct visited *visited, const struct region *region,
                  const struct explore_limits *limits, struct depth *out);
void depth_free(struct depth *depth);

#endif
