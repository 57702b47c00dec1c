/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * begin.h: what the climbers of a level begin a pass with: nothing, the best so far, or what comes of the best of the
 * level below when a process is added to it (enlarge.h).
 */
#ifndef EXPLORE_SEARCH_BEGIN_H
#define EXPLORE_SEARCH_BEGIN_H

#include "explore/search/ongoing.h"

/* One climber of the level begins anew, one with the best so far, the others with what comes of the smaller level. An
 * item of a thread pool: self is the search. */
void search_begin(void *self, uint32_t item, uint32_t thread);

#endif
