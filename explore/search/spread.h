/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * spread.h: finds all states, in breadth, on several ranks (base/ranks.h), each with a memory of its own: the memory of
 * a search is the sum.
 *
 * A state belongs to the rank that its hash says. Each rank goes through its own states of a level in blocks, sorts
 * what follows by rank, and exchanges it with the others; what is new there is its part of the next level. A level is
 * over for all ranks at the same time, and the search is over when a level is empty everywhere. What is counted does
 * not depend on the number of ranks, nor does the number of steps to what is found.
 *
 * The way to a state that was looked for is found by a second search, which keeps its levels. From the last level back,
 * the rank that has the state tells it, and a rank that has one before it, in the level before, says so.
 */
#ifndef EXPLORE_SEARCH_SPREAD_H
#define EXPLORE_SEARCH_SPREAD_H

#include "explore/graph/path.h"
#include "explore/search/breadth.h"

/* What ends the search, at the end of the level in which it is found; and whether to look for dead states: nobody who
 * is outside the remainder can do anything that changes anything, and somebody wants to enter. These end it only where
 * the way to one is asked for. */
struct spread_watch {
  enum breadth_watch what;
  bool dead;
};

struct spread {
  uint64_t states, transitions; /* of all ranks, as in struct breadth */
  uint8_t *taken;
  enum violated violated;
  uint32_t broken;
  bool dead;
  bool complete, out_of_memory, interrupted;
  struct visited visited; /* of the way, where it was asked for and is known: on every rank */
  struct path path;
};

/* Joint. way: to the state that ended it. */
void spread_search(const struct space *space, const struct explore_means *means, struct spread_watch watch, bool way,
                   struct spread *out);
void spread_free(struct spread *spread);

#endif
