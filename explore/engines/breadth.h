/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * breadth.h: finds all states by breadth-first search on all cores.
 *
 * The states of one level (equally many steps from the initial states) are expanded in blocks. Each block takes two
 * jobs. The first makes the successors and sorts them by the part of the visited set that they belong to. The second
 * inserts new states into each part, and into the next level. Each part is one item of the second job, so no two
 * threads ever touch the same memory. A part takes its states in the order of the block, so the search runs the same
 * for any number of threads, even to the moment when the memory is used up. The second job prefetches slots a few
 * states ahead: a search spends its time waiting for memory, and so waits for many slots at once.
 *
 * Sleep sets leave out steps that lead to a state a second time (graph/reduction.h). They are counted all the same.
 */
#ifndef EXPLORE_ENGINES_BREADTH_H
#define EXPLORE_ENGINES_BREADTH_H

#include "explore/engines/limits.h"
#include "explore/graph/invariants.h"
#include "explore/graph/violated.h"
#include "explore/graph/visited.h"

struct breadth {
  struct visited visited;       /* the states, if `keep` */
  uint64_t states, transitions; /* transitions: enabled steps of all states, also those that change nothing */
  bool bits;                    /* a bit for each product state was used, and there is no visited set */
  uint8_t *taken;               /* [move]: whether some step made it, or would have left a range by it */
  enum violated violated; /* the search ends with the block in which it finds a state that violates what is watched */
  uint32_t broken;        /* the invariants that do not hold in some state, of those that the space asks for: bits */
  bool complete;          /* false: cut short, and why: */
  bool out_of_memory, interrupted;
  size_t most_bytes; /* the peak, for the states and the queues of states to expand */
};

/* The states that end the search: one that violates P1, or P5 where the space has a pair; or one that violates an
 * invariant of the space. Invariants are evaluated in any case. */
enum breadth_watch { WATCH_NOTHING, WATCH_PROPERTY, WATCH_INVARIANTS };

/* keep: the states are needed afterwards, with room for a number beside each. Otherwise a bit for each product state
 * may replace the visited set (bitset.h). */
void breadth_search(const struct space *space, const struct explore_limits *limits, enum breadth_watch watch, bool keep,
                    struct breadth *out);
void breadth_free(struct breadth *breadth);

#endif
