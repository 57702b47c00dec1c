/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * task_search.h: a task whose drive is search, from its questions to its record.
 *
 * Each cost that a metric names is searched for once, with all the task's effort. What is found is one schedule, so the
 * record is a sample, as that of a simulation is; its "costs" are told as those of an exploration, each a lower bound
 * with its witness. Nothing of it depends on the number of threads or on the machine. Where the means have a file to
 * keep the search in, one that is kept there already is gone on with, and the file is gone when the search is done.
 * The costs that are found are kept as well, until the record is whole.
 */
#ifndef EXPERIMENTS_RUNNER_TASK_SEARCH_H
#define EXPERIMENTS_RUNNER_TASK_SEARCH_H

#include "experiments/runner/task.h"
#include "explore/search/search.h"

/* One line with its newline; the caller frees it. NULL: it failed, with an error, or was interrupted, without one.
 * kept: a file for the costs that are found; NULL: there is none. */
char *searching_line(const struct task *task, const struct config *config, const struct search_limits *limits,
                     const char *kept, struct error *e);

#endif
