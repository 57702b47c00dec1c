/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * violated.h: the property that a state violates: P1, two processes with conflicting passages in the critical section
 * (of a renaming algorithm: two that hold one name, or a name that is too large); P5, where the space watches a pair.
 */
#ifndef EXPLORE_GRAPH_VIOLATED_H
#define EXPLORE_GRAPH_VIOLATED_H

#include "explore/tables/space.h"

enum violated { VIOLATED_NONE, VIOLATED_P1, VIOLATED_P5 };

enum violated violated_in(const struct space *space, const uint64_t *state);

#endif
