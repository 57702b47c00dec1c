/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * runner.h: the tasks of a plan, carried out by a number of threads into a journal.
 *
 * Threads take the next task that the journal does not have, run it, and append its record under one mutex. Counting
 * and simulations run in parallel; then proofs and explorations, each with the threads that slots.h gives it. Tasks are
 * independent, so the records show neither the number of threads nor the order in which tasks finish. Tasks that run
 * the code of plug-ins run in processes of their own (worker_processes.h). A task that fails (a plug-in's error or
 * crash) is reported and leaves no record but a line in failures.jsonl (failures.h), and the others go on; with
 * --resume it is tried again. An interrupted task leaves no record either.
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

enum { RUNNER_MOST_JOBS = 1024 };

struct runner_options {
  unsigned jobs;          /* threads, 1 to RUNNER_MOST_JOBS */
  FILE *progress;         /* for progress and failures */
  const char *directory;  /* for traces */
  atomic_bool *interrupt; /* ends the work as soon as possible */
  bool isolate_all;       /* every task in a worker, not only those of plug-ins */
  size_t shard, shards;   /* do only tasks shard, shard + shards, ... (from 0) of the plan; shards 0: all of them */
  struct ranks *ranks;    /* which do tasks as well; NULL: a single process */
};

struct runner_outcome {
  size_t there, done, failed; /* records found, added; tasks that failed */
  size_t others;              /* tasks of other shards without a record */
  bool interrupted;
};

/* False only for errors such as a journal that cannot be written; then *e says why. */
bool runner_go(const struct plan *plan, struct journal *journal, const struct runner_options *options,
               struct runner_outcome *out, struct error *e);

/* For the other ranks meanwhile: does tasks of the same plan that rank 0 hands out. False: it could not begin; then
 * rank 0 does not wait for this rank. */
bool runner_serve(const struct plan *plan, const struct runner_options *options, struct error *e);

#endif
