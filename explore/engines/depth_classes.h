/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * depth_classes.h: a depth-first search by several threads. The cost from a state on depends on its successors, which
 * are in its class or in one of a higher level (progress_measure.h). So the classes are searched from the highest level
 * down, those of a level in parallel, each by one thread: every state that a step out of a class leads to has been left
 * already, and no component is in two classes. The states get the same values as from a single descent.
 *
 * It does nothing where there is only one class, or where processes crash.
 */
#ifndef EXPLORE_ENGINES_DEPTH_CLASSES_H
#define EXPLORE_ENGINES_DEPTH_CLASSES_H

#include "explore/engines/depth.h"

/* Fills values of `out` for REGION_ALL or STUCK: all, unless memory or the grace period ends, or there is a positive
 * cycle or a fair component. Filled values are final; with a state, all states reachable from it are filled. */
void depth_by_classes(const struct space *space, const struct visited *visited, const struct region *region,
                      const struct explore_limits *limits, struct depth *out);

#endif
