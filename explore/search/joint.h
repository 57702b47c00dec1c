/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * joint.h: a search whose climbers are spread over ranks (base/ranks.h): climber k climbs at rank k modulo their
 * number, and all ranks know what the best candidates are. Who climbs where makes no difference to what is found. A
 * search that is alone has all climbers itself.
 */
#ifndef EXPLORE_SEARCH_JOINT_H
#define EXPLORE_SEARCH_JOINT_H

#include "explore/search/ongoing.h"

bool joint_is_mine(const struct search_run *run, uint32_t climber);

/* What each climber's best candidate pays, and how many moves it has: of all climbers of a level. */
struct joint_table {
  uint64_t paid[CLIMBERS], n[CLIMBERS];
};
void joint_look(const struct search_run *run, const struct level *level, struct joint_table *table);

/* Every rank gets a candidate as the rank of this climber has it. */
void joint_share(const struct search_run *run, uint32_t climber, struct candidate *candidate,
                 const struct world *world);

#endif
