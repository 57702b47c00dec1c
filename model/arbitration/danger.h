/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * danger.h: can these philosophers lose each other? Theorem 0 of the paper: the danger of deadlock is present exactly
 * if some connected subset has a cyclic path of more than two first forks, a philosopher's first fork in a subset being
 * the first one in its order that it shares with anybody of the subset.
 *
 * danger_find throws away what cannot be part of such a cycle, and looks at few subsets.
 *
 * Of a cyclic path only its own philosophers matter: without the others their first forks are the same. So the search
 * is for a set C in which the first forks make one cycle of three or more. It uses three facts:
 *
 *   1. In the deadlock each of C owns the fork to the one before it and waits for the one behind it. So at each
 *      philosopher of C the fork of the cycle that comes in is grabbed before the one that goes out, and forks through
 *      which no closed walk of that kind leads can be forgotten, and a philosopher without other forks as well. (In a
 *      ranked system nobody remains.)
 *   2. If the first forks of those who remain have a cycle of three or more, that is it. If not, there are two, x and
 *      y, which share a fork that is first for both (corollary C1). They are not both in C: they would be each other's
 *      first in C as well. So C is found without x or without y.
 *   3. If x and y are twins, of equal orders and next to each other in everybody's, then it is enough to do without y.
 *      (Doubling makes twins, so its inverse needs no choice.)
 */
#ifndef MODEL_ARBITRATION_DANGER_H
#define MODEL_ARBITRATION_DANGER_H

#include "model/arbitration/orders.h"

enum danger {
  DANGER_NONE,
  DANGER_PRESENT,
  DANGER_UNKNOWN /* after so many subsets nothing was found, and there were more */
};

struct danger_cycle {
  uint32_t n;
  uint32_t
    *philosopher;   /* each one's first fork is the one that it shares with the next, the last one's with the first */
  uint64_t subsets; /* that were looked at */
};

/* `most`: subsets. The cycle is n = 0 where there is no danger. */
enum danger danger_find(const struct orders *orders, uint64_t most, struct danger_cycle *out);
void danger_cycle_free(struct danger_cycle *cycle);

#endif
