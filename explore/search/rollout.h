/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rollout.h: how a schedule may go on, drawn at random but not blindly. The observed process should not get into its CS
 * as long as there is somebody who can hold it up; so before it moves, it is looked whether it would come to wait if it
 * alone moved. If so, it may as well go there now and pay on the way (`keen`); if not, it is better held back until
 * another has put something in its way (`rash` is how often it moves all the same). The others move in stretches, and
 * in some continuations those wait who have got further (`looks`). All that is drawn for each continuation anew.
 */
#ifndef EXPLORE_SEARCH_ROLLOUT_H
#define EXPLORE_SEARCH_ROLLOUT_H

#include "explore/search/candidate.h"

/* Goes on from where the world stands, which is the end of the candidate, until the observed passage is over, nothing
 * can happen, or so many steps have been made. */
void rollout(struct candidate *candidate, struct world *world, uint64_t *rng, uint64_t most, size_t fixed);

#endif
