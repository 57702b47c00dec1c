/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * runner.h: the tasks of a plan, carried out by a number of threads into a journal.
 *
 * Threads take the next task that the journal does not have, run it, and append its record under one mutex. What is
 * counted and simulations are made side by side; then explorations, one after another, each with as many threads. No
 * task knows of another, so neither the number of threads nor the order in which they finish can be seen in the
 * records. Tasks that run the code of plug-ins are carried out in processes of their own (worker_processes.h). A task
 * that fails (a plug-in's error, or its fall) is told, leaves no record but a line in failures.jsonl (failures.h), and
 * the others go on; with --resume it is tried again. An interrupted task leaves no record either.
 *
 * Where there are several ranks (base/ranks.h), rank 0 hands tasks out to the others as well (remote.h).
 */
#ifndef EXPERIMENTS_RUNNER_RUNNER_H
#define EXPERIMENTS_RUNNER_RUNNER_H

#include <stdatomic.h>
#include <stdio.h>

#include "base/ranks.h"
#include "experiments/runner/plan.h"
#include "results/journal.h"

struct runner_options {
  unsigned jobs;          /* threads, at least 1 */
  FILE *progress;         /* where progress and failures are told */
  const char *directory;  /* for traces */
  atomic_bool *interrupt; /* ends the work as soon as possible */
  bool isolate_all;       /* every task in a worker, not those of plug-ins only */
  size_t shard, shards;   /* do only tasks shard, shard + shards, ... (from 0) of the plan; shards 0: all of them */
  struct ranks *ranks;    /* which do tasks as well; NULL: this process is alone */
  unsigned patience;      /* seconds of silence after which a worker has fallen; 0: WATCH_SECONDS */
};

struct runner_outcome {
  size_t there, done, failed; /* records found, added; tasks that failed */
  size_t others;              /* tasks without a record that are another shard's */
  bool interrupted;
};

/* False only where the journal could not be written, or the like; then *e says why. */
bool runner_go(const struct plan *plan, struct journal *journal, const struct runner_options *options,
               struct runner_outcome *out, struct error *e);

/* What the other ranks do meanwhile: tasks of the same plan, as rank 0 gives them. False: it could not begin; then
 * rank 0 waits for nothing from here. */
bool runner_serve(const struct plan *plan, const struct runner_options *options, struct error *e);

#endif
