/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * arbitration_census.h: the plain ways to what model/arbitration finds in quicker ones: all systems of a graph, one
 * after the other; all subsets of the philosophers; all ways to split them.
 */
#ifndef TESTS_ARBITRATION_CENSUS_H
#define TESTS_ARBITRATION_CENSUS_H

#include "model/arbitration/orders.h"

/* The next system of the graph, as numbers are counted up; false: that was the last. */
bool orders_next(struct orders *orders);

/* Theorem 0 as it is written: whether some subset has a cyclic path of more than two first forks. At most 20
 * philosophers. */
bool danger_by_subsets(const struct orders *orders);

/* Whether some fork is first at both of its ends (corollary C1). */
bool danger_mutual_first(const struct orders *orders);

/* f(1) .. f(most), each the minimum over all ways to split. *worse: the first n for which some other split is better
 * than halves, 0: none. */
char **minimum_by_splits(uint32_t most, uint32_t *worse); /* [n - 1]; the caller frees each, and the list */

/* Every system of the complete graph, 1 <= n <= 5. Those that differ in the names of 1 .. n-1 only are looked at once,
 * as the one in which philosopher 0 grabs the forks in ascending order, and counted (n-1)! times. */
struct minimum_census {
  uint64_t systems, in_danger;
  uint64_t least;         /* blocking paths of a system without danger */
  uint64_t least_systems; /* that have so few */
};
void minimum_by_systems(uint32_t n, struct minimum_census *out);

#endif
