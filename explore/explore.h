/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * explore.h: answers about an algorithm over all schedules: the worst-case cost of a passage, and P1 to P7. This is the
 * interface of the explorer; the rest of the folder implements it, in this order:
 *
 *   tables    each process as a table (automaton), a global state in a few words (packing), and the tables as additions
 *             to those words (space)
 *   graph     the successors of a state (successors), orders that can be left out (reduction), sets and queues of
 *             states
 *   search    the searches over states: breadth first, depth first, in topological order
 *   answer    costs, properties, and witnesses for them
 *
 * Every answer has a scope: it holds for a number of processes, a number of passages (or without end), sessions and
 * memory. When memory or time runs out first, costs are lower bounds and properties hold for the explored states.
 */
#ifndef EXPLORE_EXPLORE_H
#define EXPLORE_EXPLORE_H

#include "explore/answer/answer.h"

/* False: *e describes the error in the algorithm (a register leaves its declared range) or in the question. */
bool explore(const struct explore_spec *spec, struct explored *out, struct error *e);
void explored_free(struct explored *explored);

/* The default cap: where passages are counted, more than any ticket that they can draw, if each is one more than
 * those before; without end, a few rounds of all processes. */
rmr_word explore_cap(const struct system_spec *setup);

#endif
