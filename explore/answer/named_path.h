/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * named_path.h: a path through states that were taken up to renaming (tables/symmetry.h), as a run.
 *
 * Each state of such a path stands for its orbit, and so each step may have other names than the one before. The run is
 * found by following: from the state where it is, a step of a process like the mover leads to some state of the next
 * orbit, with the same weight. A loop comes back to its orbit, perhaps under other names; then it goes round until it
 * comes back to a state.
 *
 * A fair loop is no such path: each process must move in it under its own name. It is looked for among the states
 * whose orbits are in the fair component, breadth first from one step that is needed to the next.
 *
 * The run goes through a visited set of its own, which the caller frees whatever comes of it.
 */
#ifndef EXPLORE_ANSWER_NAMED_PATH_H
#define EXPLORE_ANSWER_NAMED_PATH_H

#include "explore/answer/state_paths.h"

/* False: no memory. */
bool named_path(const struct space *space, const struct visited *visited, const struct path *path, struct visited *own,
                struct path *out);

/* Finds a lasso as path_fair does. False: no memory or no time, and then out->cut. */
bool named_fair_path(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
                     const struct region *region, const struct depth *depth, struct visited *own, struct path *out);

#endif
