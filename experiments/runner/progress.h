/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * progress.h: the line on a terminal that says how far the work is. It is rewritten in place a few times a second;
 * where the stream is not a terminal there is none. The ETA assumes that a task's time grows with N^2 and its passages,
 * that of an exploration eightfold with each process, which is wrong by a factor but sorts the large tasks from the
 * small ones.
 */
#ifndef EXPERIMENTS_RUNNER_PROGRESS_H
#define EXPERIMENTS_RUNNER_PROGRESS_H

#include <stdint.h>
#include <stdio.h>

#include "experiments/runner/task.h"

struct progress {
  FILE *out; /* NULL: quiet */
  double started, weight_total;
  double share,
    then; /* of the weight, that was done when it was last looked at; since when, in seconds from the start */
};

/* What there is to tell. */
struct progress_state {
  size_t done, total, failed;
  double weight_done; /* of the tasks, and the parts of searches, that were done in this run */
  uint64_t steps;     /* made in this run; of explorations, states found */
  const char *doing;  /* "glb, N = 4: tables"; NULL: nothing that one could say in few words */
};

double progress_weight(const struct task *task);

/* weight_total: of the tasks that are still to be done. Quiet unless `out` is a terminal. */
void progress_start(struct progress *progress, FILE *out, double weight_total);
void progress_show(struct progress *progress, const struct progress_state *state);

/* The line: a share of the work was done after `then` of the `elapsed` seconds. */
void progress_line(const struct progress_state *state, double share, double then, double elapsed, char *out,
                   size_t size);
void progress_clear(const struct progress *progress); /* takes the line away */

#endif
