/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * task_checks.h: finds errors of a config that only its tasks show: sessions for another N, a graph that does not fit
 * N, leases that an algorithm lacks, a system too large for an exploration, an adversary that cannot be made, and a
 * figure, a fit or a clause without series.
 */
#ifndef EXPERIMENTS_RUNNER_TASK_CHECKS_H
#define EXPERIMENTS_RUNNER_TASK_CHECKS_H

#include "experiments/runner/plan.h"

/* Creates a run for each pair of algorithm and adversary, and drops it again. */
bool plan_fits(const struct plan *plan, struct error *e);

#endif
