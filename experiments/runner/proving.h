/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * proving.h: a task whose mode is prove, from its questions to its record.
 *
 * The questions follow from `check` and the metrics: P1, P3, P4 and P5 are asked as properties, and the metrics that
 * are bounds ask for the proofs that give them. An algorithm that cannot be followed is not decided, with the reason.
 * A record has no times: equal tasks give equal bytes.
 */
#ifndef EXPERIMENTS_RUNNER_PROVING_H
#define EXPERIMENTS_RUNNER_PROVING_H

#include "experiments/runner/task.h"
#include "prove/reach.h"

/* One line with its newline; the caller frees it. NULL: it failed, with an error, or was interrupted, without one. The
 * memory of `limits` is ignored, as the task has its own. */
char *proving_line(const struct task *task, const struct config *config, const struct reach_limits *limits,
                   struct error *e);

#endif
