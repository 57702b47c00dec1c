/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * enlarge.h: turns a costly schedule for n processes into one for n + 1. A new process is inserted between two others,
 * and copies its neighbour, or does nothing.
 *
 * A process that has ended its passage is out of the way, so the rest is a schedule of a smaller system: ends of
 * passages cut a schedule into *stages*. After the first k stages with the new process, k processes have left, and as
 * many remain as in the smaller system before its k-th stage. So the remaining processes can make that stage once more,
 * in their order, and all later ones.
 */
#ifndef EXPLORE_SEARCH_ENLARGE_H
#define EXPLORE_SEARCH_ENLARGE_H

#include "explore/search/relabel.h"

struct doubling {
  uint32_t stages; /* k, from 1; 0: no stage is repeated, and the new process stays to the end */
  uint32_t place;  /* number of the new process; those from here on move up */
  uint32_t twin;   /* the process of the smaller system that it copies; 0: none */
  bool before;     /* it moves before its twin, otherwise after it */
};

/* Converts a candidate of a smaller system to one of the world, which has one process more. False: there are no such
 * stages, or the observed process would differ between the two parts. */
bool grow(struct candidate *to, const struct world *world, const struct candidate *from, const struct system *smaller,
          const struct doubling *doubling);

#endif
