/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * known.h: whether the records of a journal are those of a plan's tasks. A record begins with what it says of its task:
 * format, id, index, version, scope (experiments/runner/write_record.h). These bytes must be the very ones with which
 * the task's own record would begin. Two records of one task must be the same.
 */
#ifndef EXPERIMENTS_RUNNER_KNOWN_H
#define EXPERIMENTS_RUNNER_KNOWN_H

#include "experiments/runner/plan.h"
#include "results/journal.h"

/* *there: how many tasks have a record. False: a record is not one of the plan's, or contradicts another one; the error
 * names its line. */
bool records_known(const struct journal *journal, const struct plan *plan, size_t *there, struct error *e);

#endif
