/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * breadth.h: finds all states, in breadth, on all cores.
 *
 * The states of one level (so many steps from the beginning) are looked at in blocks. For each block there are two jobs. The
 * first makes the successors and sorts them by the part of the store that they belong to; the second puts what is new into each
 * part, and into the next level. Each part is one item of the second job, so no two threads ever touch the same memory; and as
 * a part takes its states in the order of the block, all that happens is the same for any number of threads, also the moment when the
 * memory is used up. In the second job the places are prefetched a few states ahead: a search spends its time waiting for
 * memory, and so waits for many places at once.
 *
 * Most states are found several times, as the steps of two processes that access different registers can be made in either order. So
 * a step of P_q is not made in a state that was found by a step of P_p, p > q, if the two steps could have been exchanged. No
 * state is missed: let s be one of the next level, and of all steps that lead to it take one by the greatest process, P_q,
 * from a state t of this level. If it is left out, t was found by a step of some P_p, p > q, from a state u, and could be
 * exchanged with it; then P_p leads to s as well, from the state that P_q leads to from u, which is in this level too (else s would
 * be): but P_q was the greatest. The steps are counted all the same. What a pair watches must not come between the two steps: the
 * steps of these two are always made. Where costs are of interest orders are reduced in another way (space.h), and this one is left.
 */
#ifndef EXPLORE_SEARCH_BREADTH_H
#define EXPLORE_SEARCH_BREADTH_H

#include <stdatomic.h>

#include "explore/graph/visited.h"
#include "explore/tables/space.h"

/* What there is to tell while the work goes on. */
struct explore_progress {
  const char *what; /* what is being done, for people */
  uint64_t states, frontier, bytes;
  bool in_depth; /* `frontier` is how deep a descent is, else how many states wait to be looked at */
  uint64_t best; /* the most that the observed process is known to pay: a lower bound of the worst case */
  bool costs;    /* `best` is of meaning */
};

/* How the work may be done: memory, threads, and who is to hear of it. */
struct explore_means {
  size_t memory; /* bytes */
  uint32_t threads;
  atomic_bool *interrupt;                                           /* may be NULL */
  void (*tell)(void *listener, const struct explore_progress *now); /* may be NULL */
  void *listener;
};

enum broken { BROKEN_NOTHING, BROKEN_P1, BROKEN_P5 };

struct breadth {
  struct visited store;         /* the states, where they were to be kept */
  uint64_t states, transitions; /* transitions: steps that can be made in the states, also those that change nothing */
  uint8_t *taken;               /* [move]: whether a step ever made it, or would have left a range by it */
  enum broken broken; /* the search ends with the block in which a state is found that breaks what is watched */
  bool complete;      /* else: it was cut short by */
  bool out_of_memory, interrupted;
  size_t most_bytes; /* for the states and those that wait to be looked at, at most */
};

/* watch: P1, or P5 where the space has a pair. keep: the states are needed afterwards, and room for a note on each; where they are only
 * to be counted and watched, a bit for each tuple may take the place of the store (dense.h). */
void breadth_search(const struct space *space, const struct explore_means *means, bool watch, bool keep,
                    struct breadth *out);
void breadth_free(struct breadth *discovery);

/* Which property a state breaks. */
enum broken space_broken(const struct space *space, const uint64_t *state);

#endif
