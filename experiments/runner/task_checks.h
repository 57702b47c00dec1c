/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * task_checks.h: what is wrong with a config that only its tasks show: sessions for another N, a graph that does not go
 * with it, leases that an algorithm does not have, what is too much for an exploration, an adversary that cannot be
 * made, and a figure, a fit or a clause of series that there are none of.
 */
#ifndef EXPERIMENTS_RUNNER_TASK_CHECKS_H
#define EXPERIMENTS_RUNNER_TASK_CHECKS_H

#include "experiments/runner/plan.h"

/* Creates a run for each pair of algorithm and adversary, and drops it again. */
bool plan_fits(const struct plan *plan, struct error *e);

#endif
