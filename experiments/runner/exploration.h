/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * exploration.h: a task whose mode is explore, from its questions to its record.
 *
 * The questions follow from the metrics: each cost that one of them names is searched for once, and the properties
 * under `check` are decided with the first. Inexact values are marked: "unbounded" replaces a number, and
 * "lower_bounds" names the metrics that are lower bounds only (memory ran out, or an unbounded register reached the
 * cap). None of this depends on the number of threads, nor, as the budget is part of the task, on the machine.
 */
#ifndef EXPERIMENTS_RUNNER_EXPLORATION_H
#define EXPERIMENTS_RUNNER_EXPLORATION_H

#include "experiments/runner/task.h"
#include "explore/explore.h"

/* One line with its newline; the caller frees it. *interrupted: it has only the bounds found until then
 * (experiments/runner/unfinished.h). NULL: it failed, with an error, or was interrupted before any result, without
 * one. The memory of `limits` is ignored, as the task has its own. */
char *exploration_line(const struct task *task, const struct config *config, const struct explore_limits *limits,
                       bool *interrupted, struct error *e);

enum { EXPLORATION_COST_SIZE = 80 };

/* The name of a cost in a record: "rmr", "rmr@4". */
void exploration_cost_name(enum cost_id cost, const char *label, char out[EXPLORATION_COST_SIZE]);

#endif
