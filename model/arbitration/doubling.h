/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * doubling.h: section 3 of the paper. A system of k philosophers becomes one of k + 1 when one is doubled: the pair's
 * common fork is the first of both, the rest of their orders is a copy, and everybody else grabs the two forks with the
 * pair one after the other, the older one's first. Beginning with one philosopher this makes systems for complete
 * graphs that are free from deadlock, and some of them have as few blocking paths as there can be.
 */
#ifndef MODEL_ARBITRATION_DOUBLING_H
#define MODEL_ARBITRATION_DOUBLING_H

#include "model/arbitration/orders.h"

/* whom[k], for k = 1 .. n-1, is the one that is doubled into itself and k; whom[0] is not looked at. Into the orders of
 * a complete graph. */
void doubling_orders(const uint32_t *whom, struct orders *out);

/* Splits everybody into halves that differ by one at most, and those into halves, and so on. */
void doubling_balanced(uint32_t n, uint32_t *whom);

#endif
