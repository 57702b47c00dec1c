/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * worker_processes.h: tasks carried out in processes of their own (base/child.h). Whole tasks go over the border, not
 * steps: a worker gets the number of a task and gives back its record, so it costs next to nothing.
 *
 * A process with several threads should not fork: what another thread was in the middle of stays so in the child for
 * ever, be it a lock or half a line in a buffer. So each thread gets a *keeper* before there are threads: a process
 * with one thread that starts a worker, hands on what it is asked and what comes back, watches meanwhile, and starts
 * another one when that has fallen. Keepers and workers have a copy of all that there was at the fork, the plan among
 * it, and none of its open files.
 *
 * A worker may have done several tasks, and a plug-in may leave things behind: memory, files, variables. What a task
 * comes to must not depend on that. So a worker ends where the next task is one of other plug-ins, and a task that
 * fails in a worker that is not new is tried once more in a new one.
 */
#ifndef EXPERIMENTS_RUNNER_WORKER_PROCESSES_H
#define EXPERIMENTS_RUNNER_WORKER_PROCESSES_H

#include "base/child.h"

struct worker_job {
  /* Makes the record of a task; NULL where it fails, with an error, or is interrupted, without one. Called in a
   * worker. */
  char *(*carry_out)(void *self, size_t task, struct heartbeat *heart, atomic_bool *interrupt, struct error *e);
  /* Which of two tasks must not follow each other in one worker. */
  bool (*apart)(const void *self, size_t one, size_t other);
  /* Whose code a task runs: "./a.so or ./b.so"; begins the sentence about a worker that has fallen. */
  void (*name)(const void *self, size_t task, char *out, size_t size);
  void *self;
  unsigned seconds; /* of silence after which a worker has fallen */
};

struct worker_processes;

/* Starts the keepers. NULL and an error where that cannot be done; then nothing is left over. */
struct worker_processes *worker_processes_start(unsigned n, const struct worker_job *job, struct error *e);

/* The record of a task, made under keeper 0..n-1; NULL as above. Where a worker falls, *e begins with its name. */
char *worker_processes_do(struct worker_processes *processes, unsigned keeper, size_t task, struct error *e);

void worker_processes_interrupt(struct worker_processes *processes);       /* all that is being done */
uint64_t worker_processes_steps(const struct worker_processes *processes); /* made so far */
void worker_processes_end(struct worker_processes *processes);             /* NULL is fine */

#endif
