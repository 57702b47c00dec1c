/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * witness.h: a schedule that shows what the explorer says. It outlives the search: who makes each step, what each
 * passage asks for where that was a choice, what registers held at first where that was open.
 */
#ifndef EXPLORE_ANSWER_WITNESS_H
#define EXPLORE_ANSWER_WITNESS_H

#include "explore/answer/state_paths.h"
#include "sim/schedule.h"

struct witness {
  bool found; /* false: there is none, and the rest is of no meaning */
  struct schedule schedule;
  uint32_t changes; /* of the process that moves, the first included */
  char *file;       /* into which it has been written; NULL: none */
};

void witness_create(struct witness *witness, const struct space *space, const struct visited *visited,
                    const struct path *path);
void witness_free(struct witness *witness);

#endif
