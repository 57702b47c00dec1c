/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * page_forks.h: the relations between neighbours in a graph, which the page of a run shows beside each step: for each
 * fork a number, owner + 3 * ready + 9 * arrow, each 0 for neither, 1 for the neighbour with the lower number, 2 for
 * the one with the higher number (struct rmr_between), and 27 more where there is nothing to own.
 */
#ifndef SIM_PAGE_FORKS_H
#define SIM_PAGE_FORKS_H

#include <stdio.h>

#include "sim/sim.h"

struct page_forks;

/* NULL: the algorithm has no graph, or nothing between neighbours, or there are too many philosophers for a picture
 * of this size. */
struct page_forks *page_forks_create(const struct sim *sim);
void page_forks_free(struct page_forks *forks); /* NULL is fine */

/* [[lower, higher, number], ...] in the present state. */
void page_forks_print(const struct page_forks *forks, FILE *out);

/* After an action: [step, fork, number], for each fork whose number has changed, each behind a comma. Forks count
 * from 0. */
void page_forks_see(struct page_forks *forks, uint64_t step, FILE *out);

#endif
