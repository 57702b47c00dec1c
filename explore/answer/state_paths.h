/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * state_paths.h: ways through the states that have been found, for witnesses: the fewest steps to a state, a loop that
 * keeps everybody busy, and a path of the greatest weight with few changes of process.
 *
 * After an interrupt none of them goes on for long (grace_period.h); then there is no path.
 */
#ifndef EXPLORE_ANSWER_STATE_PATHS_H
#define EXPLORE_ANSWER_STATE_PATHS_H

#include "explore/engines/depth.h"
#include "explore/graph/path.h"

/* The fewest steps from an initial state to one for which `goal` holds. False: there is none; or out->cut. */
bool path_to(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
             bool goal(void *self, uint32_t id), void *self, struct path *out);

/* A lasso: the fewest steps to where `depth` has found a cycle on which a step counts, then once around it in the
 * region. */
bool path_positive_cycle(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
                         const struct region *region, const struct depth *depth, struct path *out);

/* A lasso: the fewest steps to the fair component that it has found, then a loop in it in which all its movers make a
 * step, and every lease that has to run out does, or comes to where it has not. */
bool path_fair(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
               const struct region *region, const struct depth *depth, struct path *out);

/* A path of the greatest weight in the region, with few changes of process; in REGION_ALL the observed process ends its
 * passage if that is possible. Where the search in depth was cut short: one that counts `most`. *unpaid: what it lacks
 * of that, if there was no time. */
bool path_longest(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
                  const struct region *region, const struct depth *depth, struct path *out, uint64_t *unpaid);

#endif
