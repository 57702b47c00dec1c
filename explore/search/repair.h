/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * repair.h: a process that waits where a candidate has a move for it is helped: another moves until it need not wait.
 * Whoever is in its way, because something was changed before, so gets out of it, as it does in a longer schedule in
 * which it belongs there; and the observed process pays for having met it. Without repair all its moves would be left
 * out.
 *
 * Nobody is helped by one who would enter its CS for it.
 */
#ifndef EXPLORE_SEARCH_REPAIR_H
#define EXPLORE_SEARCH_REPAIR_H

#include "explore/search/candidate.h"

/* Has others move, at the end of the candidate, so that P_p, who waits, can go on; if that can be had. The first choice
 * is the process in whose memory the register is that P_p waits for; where it waits as well, it is helped first. */
void repair(struct candidate *candidate, struct world *world, uint32_t p, size_t fixed);

#endif
