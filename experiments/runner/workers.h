/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * workers.h: the shared data of the threads that work on a plan, and the execution of one task: a simulation, an
 * exploration, a search or a count, here or, where it is foreign, in a worker (worker_processes.h). The runner
 * (runner.c) assigns tasks and writes records.
 */
#ifndef EXPERIMENTS_RUNNER_WORKERS_H
#define EXPERIMENTS_RUNNER_WORKERS_H

#include <pthread.h>

#include "experiments/runner/failures.h"
#include "experiments/runner/progress.h"
#include "experiments/runner/remote.h"
#include "experiments/runner/runner.h"
#include "experiments/runner/slots.h"
#include "experiments/runner/worker_processes.h"

/* The shared data of the threads; all but the steps is under the mutex. */
struct workers {
  const struct plan *plan;
  const struct runner_options *options;
  struct journal *journal;
  struct runner_outcome *out;
  bool *there;      /* [index]: the journal has this task, or it is another shard's */
  enum drive drive; /* the mode of the running tasks: those of the others wait */
  size_t next;      /* the first task not taken yet */
  struct failures failures;
  struct worker_processes *processes; /* NULL: no task is foreign */
  unsigned working;                   /* threads that have not ended */
  struct error error;                 /* of the journal: ends the work */
  double weight_done;
  struct slots slots;                     /* of running explorations and searches */
  _Atomic(const struct task *) current;   /* the last of these to begin; else NULL */
  _Atomic(const char *) phase;            /* its phase; NULL: unknown */
  atomic_uint_fast64_t effort;            /* of the search */
  atomic_uint_fast64_t own_steps, *steps; /* in a worker: its heart; else own_steps */
  struct heartbeat *heart;                /* in a worker; else NULL */
  atomic_bool *interrupt;                 /* may be NULL */
  struct remote *remote;                  /* tasks at other ranks; NULL: there are none */
  struct server *server;                  /* of a serving rank: the source of tasks; else NULL */
  pthread_mutex_t mutex;
  pthread_cond_t ended; /* a thread has ended */
  pthread_cond_t freed; /* a slot is free */
  struct progress progress;
};

bool workers_are_interrupted(const struct workers *workers);

/* Whether the task runs foreign code, so that it is done in a worker. */
bool workers_are_foreign(const struct workers *workers, const struct task *task);

/* Marks the tasks in the journal, which are known to belong to the plan (experiments/runner/known.h). */
void workers_find_done(struct workers *workers);

/* Marks the tasks of other shards, which are not done here, either. */
void workers_leave_to_others(struct workers *workers);

/* The weight of the remaining tasks (progress.h). */
double workers_weight_left(const struct workers *workers);

/* Does the task in thread number `thread`, and returns its record. NULL: it failed, with an error, or was interrupted,
 * without one. cores: most threads of an exploration. *unfinished: at a rank that serves, the results of an exploration
 * that was interrupted, to be freed; else NULL. */
char *workers_do(struct workers *workers, unsigned thread, const struct task *task, unsigned cores, char **unfinished,
                 struct error *e);

/* How far all is, with the mutex held. */
void workers_show_progress(struct workers *workers);

/* The job of the worker processes. */
struct worker_job workers_job(struct workers *workers);

#endif
