/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * gap.h: how soon an entry may follow another, in ticks, and a way to two that follow each other so soon. Where there
 * is time.
 */
#ifndef EXPLORE_ANSWER_GAP_H
#define EXPLORE_ANSWER_GAP_H

#include "explore/answer/state_paths.h"

#define GAP_NONE UINT64_MAX /* no entry follows another */

struct gap {
  bool complete;  /* false: there was no memory, or no time; there may be a smaller one */
  uint64_t least; /* ticks, or GAP_NONE */
  struct path path;
};

void gap_search(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
                struct gap *out);

#endif
