/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * counting.h: the numbers of a task that need no step: where an algorithm has a graph and orders, the counts of
 * arbitration/. Records of every mode may have these metrics, so that a clause can compare them with results; those of
 * the mode `count` have no others.
 *
 * Blocking paths are counted one by one where there is no quicker way (model/arbitration/path_count.h). The metric is
 * absent if there are too many paths, if a million subsets do not decide the danger, or if a number is too large for a
 * double.
 */
#ifndef EXPERIMENTS_RUNNER_COUNTING_H
#define EXPERIMENTS_RUNNER_COUNTING_H

#include "experiments/runner/task.h"
#include "model/arbitration/danger.h"
#include "model/arbitration/path_count.h"
#include "model/neighbours.h"

struct counting {
  const struct task *task;
  bool looked, ordered; /* ordered: there are a graph and orders */
  void *block;          /* of the parameters */
  struct neighbours neighbours;
  enum danger danger;
  struct paths_counts paths; /* n = 0: not known */
};

/* The record of a task whose mode is count, as a line; the caller frees it. NULL: there are no such graph and
 * orders. */
char *counting_line(const struct task *task, const struct config *config, struct error *e);

struct counting counting_begin(const struct task *task);
void counting_end(struct counting *counting);

/* The value of a counted metric: a new reference. NULL: the task has no such number. */
json_t *counting_value(struct counting *counting, const struct metric *metric);

#endif
