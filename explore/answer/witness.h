/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * witness.h: a schedule that shows a claim of the explorer. It outlives the search. It lists the process of each step,
 * the session of each passage where that was a choice, and the initial values of registers where they were open.
 */
#ifndef EXPLORE_ANSWER_WITNESS_H
#define EXPLORE_ANSWER_WITNESS_H

#include "explore/answer/state_paths.h"
#include "sim/schedule.h"

struct witness {
  bool found; /* false: there is none, and the rest is invalid */
  struct schedule schedule;
  uint32_t changes; /* context switches, the first process included */
  char *file;       /* to which it has been written; NULL: none */
};

void witness_create(struct witness *witness, const struct space *space, const struct visited *visited,
                    const struct path *path);

/* The same where each state of the path stands for itself, whatever the others of the space do. */
void witness_of_run(struct witness *witness, const struct space *space, const struct visited *visited,
                    const struct path *path);

/* Writes the schedule to `file`, which is taken. Where that fails, the witness has no file. */
bool witness_write(struct witness *witness, char *file, const char *comment, struct error *e);

void witness_free(struct witness *witness);

#endif
