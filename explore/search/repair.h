/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * repair.h: repairs a candidate in which a process waits instead of making its move: another process moves until the
 * first need not wait. So a process that blocks it, because of an earlier mutation, gets out of the way, as in a longer
 * schedule in which it belongs there; and the observed process pays for the encounter. Without repair all its moves
 * would be left out.
 *
 * No process enters its CS to repair a wait of another.
 */
#ifndef EXPLORE_SEARCH_REPAIR_H
#define EXPLORE_SEARCH_REPAIR_H

#include "explore/search/candidate.h"

/* Appends moves of others to the candidate so that P_p, which waits, can go on, if that is possible. The first
 * choice is the process in whose memory the awaited register lies; where it waits as well, its wait is repaired
 * first. */
void repair(struct candidate *candidate, struct world *world, uint32_t p, size_t fixed);

#endif
