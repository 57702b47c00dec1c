/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * write_record.h: a finished run as one line of records.jsonl, and the algorithms as algorithms.json. docs/records.md
 * is the specification; this is its only writer. Everything here is a function of the task, so equal tasks give equal
 * bytes.
 */
#ifndef EXPERIMENTS_RUNNER_WRITE_RECORD_H
#define EXPERIMENTS_RUNNER_WRITE_RECORD_H

#include "experiments/runner/task.h"

/* The description of its task in a record: the keys with which every record begins. The caller owns it. */
json_t *record_head(const struct task *task);

/* Adds a value under the name of its metric: a number to "metrics", a list to "vectors", which the record has. NULL: no
 * value. */
void record_add_value(json_t *record, const struct metric *metric, json_t *value);

/* One line with its newline; the caller frees it. */
char *record_line(const struct task *task, const struct run *run, const struct metric *metrics, size_t n_metrics);

/* algorithms.json for the algorithms of a config. The caller owns it. */
json_t *record_algorithms(const struct config *config);

#endif
