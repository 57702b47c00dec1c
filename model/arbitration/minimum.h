/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * minimum.h: how few blocking paths a system of n philosophers can have, when each two share a fork. Section 3 of the
 * paper finds f(1) = 1 and f(m + n) = (n + 1) f(m) + (m + 1) f(n), the minimum over all ways to split, and its appendix
 * that halves, or nearly so, are best. Three ways to the number:
 *
 *   minimum_by_halves    the recurrence with |m - n| <= 1
 *   minimum_by_splits    the minimum over all splits
 *   minimum_by_systems   the minimum over all systems, up to 5 philosophers
 */
#ifndef MODEL_ARBITRATION_MINIMUM_H
#define MODEL_ARBITRATION_MINIMUM_H

#include <stdbool.h>
#include <stdint.h>

/* Decimal; the caller frees it. n from 1. */
char *minimum_by_halves(uint32_t n);

/* Of f(1) .. f(most). *worse: the first n for which some other split is better than halves, 0: none. */
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
