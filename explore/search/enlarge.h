/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * enlarge.h: what is bad for n processes as a schedule of n + 1. A process is put between two others, and does what its
 * neighbour does, or nothing.
 *
 * Who has ended its passage is out of the way, so what follows is a schedule of a smaller system: ends of passages cut
 * a schedule into *stages*. When the first k stages have been made with the new process, k have left, and as many are
 * there as were there in the smaller system before its k-th stage. So that stage can be made once more, by those who
 * are left, in their order, and all that comes behind it.
 */
#ifndef EXPLORE_SEARCH_ENLARGE_H
#define EXPLORE_SEARCH_ENLARGE_H

#include "explore/search/relabel.h"

struct doubling {
  uint32_t stages; /* k, from 1; 0: no stage is made twice, and the new process is there to the end */
  uint32_t place;  /* the new process is this one; those from here on move up */
  uint32_t twin;   /* it does what this one does, of the smaller system; 0: nothing */
  bool before;     /* each time before it, otherwise after it */
};

/* The candidate of a smaller system as one of the world's, which has a process more. False: there are no such stages,
 * or the observed process would not be the same in both parts. */
bool grow(struct candidate *to, const struct world *world, const struct candidate *from, const struct system *smaller,
          const struct doubling *doubling);

#endif
