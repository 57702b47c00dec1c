/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * known.h: whether the records of a journal belong to a plan's tasks. A record begins with the description of its task:
 * format, id, index, version, scope (experiments/runner/write_record.h). These bytes must equal the beginning of the
 * task's own record. Two records of one task must be equal.
 */
#ifndef EXPERIMENTS_RUNNER_KNOWN_H
#define EXPERIMENTS_RUNNER_KNOWN_H

#include "experiments/runner/plan.h"
#include "results/journal.h"

/* *there: the number of tasks with a record. False: a record does not belong to the plan, or contradicts another
 * one; the error names its line. */
bool records_known(const struct journal *journal, const struct plan *plan, size_t *there, struct error *e);

/* Whether line k begins as the task's record would; if not, *e names what differs. */
bool record_is_of_task(const struct journal *journal, size_t k, const char *line, const struct task *task,
                       struct error *e);

#endif
