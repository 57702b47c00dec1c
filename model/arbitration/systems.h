/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * systems.h: all systems of grabbing orders of a graph, by number. There is one for each way to choose a permutation
 * for every philosopher, so their number is the product of the factorials of the degrees: 8 of a triangle, 1,296 of
 * complete:4. They are counted like numbers of several digits, one for each philosopher: PN's changes fastest, and a
 * digit counts the permutations of somebody's neighbours as dictionaries have them. In system 0 everybody grabs the
 * forks in the order of its neighbours' numbers.
 */
#ifndef MODEL_ARBITRATION_SYSTEMS_H
#define MODEL_ARBITRATION_SYSTEMS_H

#include "model/arbitration/orders.h"

/* Of the graph of these orders; UINT64_MAX: so many or more. */
uint64_t systems_count(const struct orders *orders);

/* Makes them the system of this number, which is below systems_count. */
void systems_at(struct orders *orders, uint64_t number);

#endif
