/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adopt.h: records that were made before the config's `exclude` was changed. The ids and seeds of tasks do not depend
 * on it, so those of tasks that are still asked for are kept, with the task's new index; the others go. The remaining
 * file is, byte for byte, that of a new run.
 */
#ifndef EXPERIMENTS_RUNNER_ADOPT_H
#define EXPERIMENTS_RUNNER_ADOPT_H

#include "experiments/runner/plan.h"
#include "results/journal.h"

/* Verifies all records, then rewrites the file, atomically, and opens the journal again. *dropped: the number of
 * records that are not of the plan. A record whose trace is missing is left out as well. On failure the journal is open
 * as before, or closed with fd -1, and the file is whole. */
bool journal_adopt(struct journal *journal, const char *directory, const struct plan *plan, size_t *dropped,
                   struct error *e);

#endif
