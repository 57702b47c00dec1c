/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * task_search.h: a task whose mode is search, from its questions to its record.
 *
 * Each cost that a metric names is searched for once, with all the task's effort. The result is one schedule, so the
 * record is a sample, like that of a simulation; its "costs" have the form of those of an exploration, each a lower
 * bound with its witness. None of it depends on the number of threads or on the machine. Where the limits have a
 * checkpoint file, an existing one is resumed, and the file is removed when the search is done. The costs found are
 * kept as well, until the record is whole.
 */
#ifndef EXPERIMENTS_RUNNER_TASK_SEARCH_H
#define EXPERIMENTS_RUNNER_TASK_SEARCH_H

#include "experiments/runner/task.h"
#include "explore/search/search.h"

/* One line with its newline; the caller frees it. NULL: it failed, with an error, or was interrupted, without one.
 * kept: a file for the costs found; NULL: there is none. */
char *searching_line(const struct task *task, const struct config *config, const struct search_limits *limits,
                     const char *kept, struct error *e);

#endif
