/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * explore.h: what can be asked of an algorithm, for all schedules: the most that a passage can cost, and P1 to P7. This
 * is the face of the explorer; the rest of the folder is how it is done, in this order:
 *
 *   tables    each process as a table (automaton), a global state in a few words (packing), and the tables as additions
 *             to those words (space)
 *   graph     what follows a state (successors), which orders need not be looked at (reduction), sets of states and
 *             queues of them
 *   search    the searches over states: in breadth, in depth, in topological order
 *   answer    costs, properties, and witnesses for them
 *
 * Every answer has a scope: it holds for so many processes, so many passages (or without end), these sessions, this
 * memory. When the memory or the time of the user ends first, costs are lower bounds and properties hold as far as
 * was looked.
 */
#ifndef EXPLORE_EXPLORE_H
#define EXPLORE_EXPLORE_H

#include "explore/answer/answer.h"

/* False: *e tells what is wrong with the algorithm (a register leaves its declared range) or with what was asked. */
bool explore(const struct explore_spec *spec, struct explored *out, struct error *e);
void explored_free(struct explored *explored);

/* The cap that is taken where none is given: where passages are counted, more than any ticket that they can draw, which
 * is one more than those before; without end, a few rounds of all processes. */
rmr_word explore_cap(const struct system_spec *setup);

#endif
