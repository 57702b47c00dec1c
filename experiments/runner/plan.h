/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * plan.h: a config as a list of tasks.
 *
 * Order: modes, algorithms, adversaries, memories, sessions, passages, faults, time, orders of writes, n, repetitions,
 * the last one fastest. This numbers the tasks and is the order of the final records. Nothing else depends on it.
 */
#ifndef EXPERIMENTS_RUNNER_PLAN_H
#define EXPERIMENTS_RUNNER_PLAN_H

#include "experiments/runner/task.h"

struct plan {
  const struct config *config;
  size_t n;
  struct task *task;
  struct inputs *algorithm_inputs, *adversary_inputs; /* [k]: of the k-th text of the config's list */
  bool *leaves_out;                                   /* [k]: whether the k-th item of `exclude` leaves out any run */
};

/* The config must outlive the plan. Creates a run for each pair of algorithm and adversary, and drops it again, so
 * that bad options and missing schedules and plug-ins are found before any task runs. */
bool plan_create(const struct config *config, struct plan *out, struct error *e);
void plan_free(struct plan *plan);

/* Whether the k-th item of `exclude`, counted from 0, leaves out no run, which may be a slip; *e says so, with its
 * place, and may be printed as a warning. */
bool plan_exclusion_is_idle(const struct plan *plan, size_t k, struct error *e);

#endif
