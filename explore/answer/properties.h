/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * properties.h: what properties.c is made of. States that are wrong in themselves are found in breadth, and
 * shown by a search that is made anew (broken.c); P5 takes a search for each pair of processes (fcfs.c); the
 * others are searches in depth through regions of the states, side by side (regions.c).
 */
#ifndef EXPLORE_ANSWER_PROPERTIES_H
#define EXPLORE_ANSWER_PROPERTIES_H

#include "explore/answer/answer.h"
#include "explore/engines/breadth.h"

/* P2, P3, P4, P6 and P7, bounded re-entry, and where there is time response and rate: as far as they are asked for. */
void search_regions(const struct explore_spec *spec, const struct space *space, const struct visited *visited,
                    struct explored *out);

/* A witness of a state in which P1 or P5 is broken. The search is made anew, as it did not keep its states. */
void show_broken(const struct space *space, const struct explore_limits *limits, struct explored_property *property);

/* The fewest steps to a state in which an invariant does not hold. Found in breadth anew, and no further than that. */
void show_not_so(struct space *space, const struct explore_limits *limits, uint32_t which,
                 struct explored_property *property);

/* P5, pair by pair. What was answered before stands when there is no time or no room for a pair: then nothing is known
 * of P5. False: an error. */
bool check_order(const struct explore_spec *spec, struct explored *out, struct error *e);

/* The largest value of each register group, as in struct explored: what was there at first, and what the moves that
 * were made have written. */
rmr_word *largest_values(const struct space *space, const struct breadth *found);

#endif
