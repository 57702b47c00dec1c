/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * progress.h: the line on a terminal that says how far the work is. It is rewritten in place a few times a second;
 * where the stream is not a terminal there is none. The ETA assumes that a task's time grows with N^2 and its passages,
 * that of an exploration eightfold with each process, which is wrong by a factor but sorts the large tasks from the
 * small ones.
 */
#ifndef RUNNER_PROGRESS_H
#define RUNNER_PROGRESS_H

#include <stdint.h>
#include <stdio.h>

#include "runner/task.h"

struct progress {
  FILE *out; /* NULL: quiet */
  double started, weight_total;
};

/* What there is to tell. */
struct progress_state {
  size_t done, total, failed;
  double weight_done; /* of the tasks that were done in this run */
  uint64_t steps;     /* made in this run; of explorations, states found */
};

double progress_weight(const struct task *task);

/* weight_total: of the tasks that are still to be done. Quiet unless `out` is a terminal. */
void progress_start(struct progress *progress, FILE *out, double weight_total);
void progress_show(const struct progress *progress, const struct progress_state *state);
void progress_clear(const struct progress *progress); /* takes the line away */

#endif
