/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * exploration.h: a task whose drive is explore, from its questions to its record.
 *
 * What is asked follows from the metrics: each cost that one of them names is searched for once, and the properties
 * under `check` are decided with the first. A number that is no exact value is marked: "unbounded" stands in place of a
 * number, and the names of metrics that are lower bounds only (memory ran out, or an unbounded register met the cap)
 * stand under "lower_bounds". Nothing of this depends on the number of threads, nor, as the budget is part of the task,
 * on the machine.
 */
#ifndef EXPERIMENTS_RUNNER_EXPLORATION_H
#define EXPERIMENTS_RUNNER_EXPLORATION_H

#include "experiments/runner/task.h"
#include "explore/explore.h"

/* One line with its newline; the caller frees it. *interrupted: it is no more than the bounds that were found until
 * then (experiments/runner/unfinished.h). NULL: it failed, with an error, or was interrupted before anything was known,
 * without one. The memory of `means` is of no meaning, as the task has its own. */
char *exploration_line(const struct task *task, const struct config *config, const struct explore_limits *limits,
                       bool *interrupted, struct error *e);

enum { EXPLORATION_COST_SIZE = 80 };

/* What a cost is called in a record: "rmr", "rmr@4". */
void exploration_cost_name(enum cost_id cost, const char *label, char out[EXPLORATION_COST_SIZE]);

#endif
