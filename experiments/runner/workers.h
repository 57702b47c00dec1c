/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * workers.h: what those who work on the tasks of a plan share, and how one task is carried out: a simulation, an
 * exploration, a search or a count, here or, where it is foreign, in a worker (worker_processes.h). Who takes which
 * task, and what becomes of the records, is the runner's (runner.c).
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

/* What the threads share; everything but the steps under the mutex. */
struct workers {
  const struct plan *plan;
  const struct runner_options *options;
  struct journal *journal;
  struct runner_outcome *out;
  bool *there;      /* [index]: has the journal this task, or is it another shard's? */
  enum drive drive; /* whose tasks are being done: those of the others wait */
  size_t next;      /* the first task that nobody has taken */
  struct failures failures;
  struct worker_processes *processes; /* NULL: no task is foreign */
  unsigned working;                   /* threads that have not ended */
  struct error error;                 /* of the journal: ends the work */
  double weight_done;
  struct slots slots;                     /* of explorations and searches that are being made */
  _Atomic(const struct task *) current;   /* the last of these that was begun; else NULL */
  _Atomic(const char *) phase;            /* what it is at; NULL: it has not said */
  atomic_uint_fast64_t effort;            /* of the search */
  atomic_uint_fast64_t own_steps, *steps; /* in a worker: its heart; else own_steps */
  struct heartbeat *heart;                /* in a worker; else NULL */
  atomic_bool *interrupt;                 /* may be NULL */
  struct remote *remote;                  /* tasks at other ranks; NULL: there are none */
  struct server *server;                  /* of a rank that serves: where tasks come from; else NULL */
  char *unfinished;                       /* of such a rank: what an interrupted exploration has found */
  pthread_mutex_t mutex;
  pthread_cond_t ended; /* a thread has ended */
  pthread_cond_t freed; /* a slot is free */
  struct progress progress;
};

bool workers_are_interrupted(const struct workers *workers);

/* The task runs somebody's code, so it is done in a worker. */
bool workers_are_foreign(const struct workers *workers, const struct task *task);

/* Marks the tasks that the journal has; that they are the plan's was seen to (experiments/runner/known.h). */
void workers_find_done(struct workers *workers);

/* Nor are those to be done that are another shard's. */
void workers_leave_to_others(struct workers *workers);

/* Of the tasks that are still to be done (progress.h). */
double workers_weight_left(const struct workers *workers);

/* The record of the task, as thread number `thread` has it; NULL: it failed, with an error, or was interrupted, without
 * one. cores: how many threads an exploration may have. */
char *workers_do(struct workers *workers, unsigned thread, const struct task *task, unsigned cores, struct error *e);

/* What workers do for the workers; they are silent for at most so many seconds. */
struct worker_job workers_job(struct workers *workers, unsigned seconds);

#endif
