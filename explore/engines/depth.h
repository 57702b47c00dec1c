/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * depth.h: one depth-first search through a region of the state graph, which finds its strongly connected components
 * (R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1(2), 1972).
 *
 * A component is complete only after all components reachable from it. So on backtracking every state gets the greatest
 * cost of a path from it: the exact longest path through the region, with one visit per state. A step with a cost
 * inside a component is on a positive cycle: there is no worst case, and the search ends there.
 *
 * For P2 and P6 the question is whether a component contains a fair infinite run. Every process outside its remainder
 * must make steps inside. A process that makes none is in the same local state all over the component, so if a
 * component is not fair, no part of it is.
 *
 * Where there is time, it advances: an infinite run has infinitely many ticks. So no fair run stays in a component
 * without a tick.
 *
 * For P7 a state gets on backtracking, instead of a cost, the best way out of the region from it on; all states of a
 * component get the same.
 */
#ifndef EXPLORE_ENGINES_DEPTH_H
#define EXPLORE_ENGINES_DEPTH_H

#include "explore/engines/breadth.h"
#include "explore/graph/path.h"
#include "explore/graph/region.h"

enum { DEPTH_MOST_PROCESSES = 32, EXPLORE_MOST_PASSAGES = 10000 };

/* The clock among the movers of a component. So where there is time the most processes are one fewer. */
#define DEPTH_TICKS (UINT32_C(1) << 31)

/* The value of a state that has been left: this bit, and the greatest cost from it on. */
#define DEPTH_LEFT   (UINT32_C(1) << 31)
#define DEPTH_MEMBER (UINT32_MAX) /* it belongs to the fair component */

struct depth {
  struct visited_map value; /* filled for REGION_ALL and WANTED without positive cycle; and for ways, where some
                               state has no way out */
  uint64_t most;            /* the greatest weight of a path in the region */
  uint32_t from;            /* the first state of such a path; VISITED_NONE: the region is empty, or ways were asked
                               for */
  bool out_of_memory;
  bool complete; /* false: interrupted, or out of memory. Then, in REGION_ALL: */
  struct path
    begin; /* the beginning of a path of weight `most`; the values of its last state and of later ones determine the
              rest. state NULL: there is none. With a positive cycle: it leads to cycle_from */
  bool positive_cycle; /* a step with a weight lies on a cycle: */
  uint32_t cycle_from, cycle_to, cycle_mover;
  bool fair; /* ENTRY, STUCK: a fair component was found; one of its members: */
  uint32_t member;
  struct visited_marks members;
  uint32_t movers; /* the processes that make steps in it: bit p-1, and DEPTH_TICKS */
  uint32_t way;    /* enum region_way: the worst of any state. OUT where ways are not asked for */
};

/* The visited set must be that of the space. REGION_ALL begins at the initial states, the other regions at any of
 * their states. */
void depth_search(const struct space *space, const struct visited *visited, const struct region *region,
                  const struct explore_limits *limits, struct depth *out);
void depth_free(struct depth *depth);

#endif
