/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * levels.h: the remote references of a passage through N-1 levels, at every N, as in Peterson's filter lock: a
 * polynomial in N-1. At a level a process says that it is there, writes its name to the level's register, and looks at
 * the places of all others until nobody is in its way, or until another name is there.
 *
 * No states are searched, as the levels are no places (abstract.h). It is a matter of the graph: what each level costs
 * in its accesses, and how often another process changes its place before it writes to the register of this level.
 * docs/every-n.md, Lemmas 8c and 8d, has the argument, and what a text must fulfil for it.
 */
#ifndef PROVE_LEVELS_H
#define PROVE_LEVELS_H

#include "prove/prove.h"

/* Fills the cost. False: there is no such bound, and *why says why if the text has levels; else it is NULL. */
bool levels_cost(const struct machine *machine, enum memory memory, struct prove_cost *cost, const char **why);

#endif
