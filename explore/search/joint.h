/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * joint.h: a search whose climbers are spread over ranks (base/ranks.h): climber k climbs at rank k modulo their
 * number, and all ranks know the best candidates. The distribution of climbers does not affect the result. A search on
 * one rank has all climbers itself.
 */
#ifndef EXPLORE_SEARCH_JOINT_H
#define EXPLORE_SEARCH_JOINT_H

#include "explore/search/ongoing.h"

bool joint_is_mine(const struct search_run *run, uint32_t climber);

/* The cost and the number of moves of each climber's best candidate, over all climbers of a level. */
struct joint_table {
  uint64_t paid[CLIMBERS], n[CLIMBERS];
};
void joint_look(const struct search_run *run, const struct level *level, struct joint_table *table);

/* Copies a candidate from the rank of this climber to every rank. */
void joint_share(const struct search_run *run, uint32_t climber, struct candidate *candidate,
                 const struct world *world);

#endif
