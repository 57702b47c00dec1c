/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * spread_sweep.h: the sweep (sweep.h) on several ranks (base/ranks.h). A configuration belongs to the rank that its
 * number says; there lie the count of steps to it and its labels. In each round a rank goes on from some of its
 * configurations to which no more steps lead, and sends what can have been paid behind each step to whom it belongs.
 * The order is another one than that of a single process, so of several worst cases another may be shown. A record's
 * number tells its rank as well, so the way is found from rank to rank.
 */
#ifndef EXPLORE_SEARCH_SPREAD_SWEEP_H
#define EXPLORE_SEARCH_SPREAD_SWEEP_H

#include "explore/search/sweep.h"

/* What each rank needs for the counts: a byte for each tuple that is its own. 0: the space is none that can be gone
 * through in this way. */
uint64_t spread_sweep_bytes(const struct space *space, const struct ranks *ranks);

/* Joint. The space must have a cost, and tuples. Every rank gets all that a sweep comes to. */
void spread_sweep(const struct space *space, const struct explore_means *means, struct sweep_result *out);

#endif
