/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * runner.h: the tasks of a plan, carried out by a number of threads into a journal.
 *
 * Threads take the next task that the journal does not have, run it, and append its record under one mutex. Simulations
 * are made side by side; then explorations, one after another, each with as many threads. No task knows of another, so
 * neither the number of threads nor the order in which they finish can be seen in the records. A task that fails (a
 * plug-in's error) is reported and leaves no record, and the others go on; with --resume it is tried again. An
 * interrupted task leaves no record either.
 */
#ifndef RUNNER_RUNNER_H
#define RUNNER_RUNNER_H

#include <stdatomic.h>
#include <stdio.h>

#include "results/journal.h"
#include "runner/plan.h"

struct runner_options {
  unsigned jobs;          /* threads, at least 1 */
  FILE *progress;         /* where progress and failures are told */
  const char *directory;  /* for traces */
  atomic_bool *interrupt; /* ends the work as soon as possible */
  atomic_uint_fast64_t
    *steps; /* counts steps and states of all threads, for whoever watches over them; NULL: nobody does */
};

struct runner_outcome {
  size_t there, done, failed; /* records found, added; tasks that failed */
  bool interrupted;
  struct error failure; /* of the first task, in the order of the plan, that failed; code EXIT_OK: none */
};

/* False only where the journal could not be written, or the like; then *e says why. */
bool runner_go(const struct plan *plan, struct journal *journal, const struct runner_options *options,
               struct runner_outcome *out, struct error *e);

#endif
