/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * state_paths.h: paths through the found states, for witnesses: the fewest steps to a state, a fair loop, and a path of
 * the greatest weight with few context switches.
 *
 * After an interrupt each of these searches ends soon (grace_period.h); then there is no path.
 */
#ifndef EXPLORE_ANSWER_STATE_PATHS_H
#define EXPLORE_ANSWER_STATE_PATHS_H

#include "explore/engines/depth.h"
#include "explore/graph/path.h"

/* The fewest steps from an initial state to one for which `goal` holds. False: there is none; or out->cut. */
bool path_to(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
             bool goal(void *self, uint32_t id), void *self, struct path *out);

/* A lasso: the fewest steps to the positive cycle that `depth` has found, then once around it in the region. */
bool path_positive_cycle(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
                         const struct region *region, const struct depth *depth, struct path *out);

/* A lasso: the fewest steps to the fair component that `depth` has found, then a loop in it in which all its movers
 * make a step, and every lease that must run out does so, or passes a state where it need not. */
bool path_fair(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
               const struct region *region, const struct depth *depth, struct path *out);

/* A path of the greatest weight in the region, with few context switches; in REGION_ALL the observed process ends
 * its passage if possible. Where the depth-first search was cut short: one of weight `most`. *unpaid: the weight it
 * lacks, if there was no time. */
bool path_longest(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
                  const struct region *region, const struct depth *depth, struct path *out, uint64_t *unpaid);

#endif
