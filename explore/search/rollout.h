/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rollout.h: draws a random, but guided, continuation of a schedule. The observed process should not reach its CS as
 * long as another process can delay it. So before it moves, a look-ahead finds whether it would have to wait if it
 * alone moved. If so, it may as well go there now and pay on the way (`keen`). If not, it is better held back until
 * another process blocks it (`rash` is how often it moves all the same). The others move in stretches, and in some
 * continuations the most advanced ones wait (`looks`). All of this is drawn again for each continuation.
 */
#ifndef EXPLORE_SEARCH_ROLLOUT_H
#define EXPLORE_SEARCH_ROLLOUT_H

#include "explore/search/candidate.h"

/* Continues from the current state of the world, which is the end of the candidate, until the observed passage is
 * over, nothing can happen, or `most` steps have been made. */
void rollout(struct candidate *candidate, struct world *world, uint64_t *rng, uint64_t most, size_t fixed);

#endif
