/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * breadth.h: finds all states, in breadth, on all cores.
 *
 * The states of one level (so many steps from the beginning) are looked at in blocks. For each block there are two
 * jobs. The first makes the successors and sorts them by the part of the visited set that they belong to; the second
 * puts what is new into each part, and into the next level. Each part is one item of the second job, so no two threads
 * ever touch the same memory; and as a part takes its states in the order of the block, all that happens is the same
 * for any number of threads, also the moment when the memory is used up. In the second job the slots are prefetched a
 * few states ahead: a search spends its time waiting for memory, and so waits for many slots at once.
 *
 * Steps that lead to a state a second time are left out where that is known beforehand (graph/reduction.h). They are
 * counted all the same.
 */
#ifndef EXPLORE_ENGINES_BREADTH_H
#define EXPLORE_ENGINES_BREADTH_H

#include "explore/engines/limits.h"
#include "explore/graph/invariants.h"
#include "explore/graph/violated.h"
#include "explore/graph/visited.h"

struct breadth {
  struct visited visited;       /* the states, where they were to be kept */
  uint64_t states, transitions; /* transitions: steps that can be made in the states, also those that change nothing */
  bool bits;                    /* a bit for each product state was enough, and there is no visited set */
  uint8_t *taken;               /* [move]: whether a step ever made it, or would have left a range by it */
  enum violated violated; /* the search ends with the block in which a state is found that breaks what is watched */
  uint32_t broken;        /* the invariants that do not hold in some state, of those that the space asks for: bits */
  bool complete;          /* else: it was cut short by */
  bool out_of_memory, interrupted;
  size_t most_bytes; /* for the states and those that wait to be looked at, at most */
};

/* What ends the search: a state that breaks P1, or P5 where the space has a pair; or an invariant of the space. Those
 * are looked at in any case. */
enum breadth_watch { WATCH_NOTHING, WATCH_PROPERTY, WATCH_INVARIANTS };

/* keep: the states are needed afterwards, and room for a number beside each; where they are only to be counted and
 * watched, a bit for each product state may stand for the visited set (bitset.h). */
void breadth_search(const struct space *space, const struct explore_limits *limits, enum breadth_watch watch, bool keep,
                    struct breadth *out);
void breadth_free(struct breadth *breadth);

#endif
