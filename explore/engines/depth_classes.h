/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * depth_classes.h: a search in depth by several threads. What can still be paid from a state on depends on what follows
 * it, and that is in its class or in one of a higher level (progress_measure.h). So the classes are gone through from
 * the highest level down, those of a level side by side, each by one thread: whatever leads out of a class has been
 * left already, and no component is in two. What the states learn is what they learn from a single descent.
 *
 * It does nothing where it is of no use: where there is one class only, or processes crash.
 */
#ifndef EXPLORE_ENGINES_DEPTH_CLASSES_H
#define EXPLORE_ENGINES_DEPTH_CLASSES_H

#include "explore/engines/depth.h"

/* Fills values of `out`, of REGION_ALL: all, unless memory or the grace period ended or a cycle is paid for. Those
 * that it fills are final, and of all states that can be reached from one that is filled. */
void depth_by_classes(const struct space *space, const struct visited *visited, const struct region *region,
                      const struct explore_limits *limits, struct depth *out);

#endif
