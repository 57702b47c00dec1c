/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * properties.h: the parts of properties.c. A breadth-first search finds states that violate a property, and a second
 * one makes the witness (broken.c). P5 takes a search for each pair of processes (fcfs.c). The others are parallel
 * depth-first searches through regions of the states (regions.c).
 */
#ifndef EXPLORE_ANSWER_PROPERTIES_H
#define EXPLORE_ANSWER_PROPERTIES_H

#include "explore/answer/answer.h"
#include "explore/engines/breadth.h"

/* P2, P3, P4, P6 and P7, bounded re-entry, and where there is time response and rate: those that are asked for. */
void search_regions(const struct explore_spec *spec, const struct space *space, const struct visited *visited,
                    struct explored *out);

/* A witness of a state that violates P1 or P5. The search is repeated, as it did not keep its states. */
void show_broken(const struct space *space, const struct explore_limits *limits, struct explored_property *property);

/* The fewest steps to a state in which an invariant does not hold: a second breadth-first search that ends there. */
void show_not_so(struct space *space, const struct explore_limits *limits, uint32_t which,
                 struct explored_property *property);

/* P5, pair by pair. Earlier answers stand when there is no time or no room for a pair: then P5 is not decided.
 * False: an error. */
bool check_order(const struct explore_spec *spec, struct explored *out, struct error *e);

/* The largest value of each register group, as in struct explored: over the initial values and all values written by
 * the moves that were made. */
rmr_word *largest_values(const struct space *space, const struct breadth *found);

#endif
