/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * gap.h: the fewest ticks from an entry to the next, and a path to two such entries. Only where there is time.
 */
#ifndef EXPLORE_ANSWER_GAP_H
#define EXPLORE_ANSWER_GAP_H

#include "explore/answer/state_paths.h"

#define GAP_NONE UINT64_MAX /* no entry follows another */

struct gap {
  bool complete;  /* false: memory or time ran out; there may be a smaller gap */
  uint64_t least; /* ticks, or GAP_NONE */
  struct path path;
};

void gap_search(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
                struct gap *out);

#endif
