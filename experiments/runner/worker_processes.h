/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * worker_processes.h: tasks in processes of their own (base/child.h). Processes exchange whole tasks, not steps: a
 * worker gets the number of a task and returns its record, so the overhead is negligible.
 *
 * A process with several threads should not fork: an unfinished operation of another thread, such as a held lock or
 * half a line in a buffer, stays unfinished in the child for ever. So each thread gets a *keeper* before there are
 * threads: a process with one thread that starts a worker, forwards tasks and records, watches meanwhile, and starts
 * another worker when one has died. Keepers and workers have a copy of all memory at the fork, including the plan, and
 * none of its open files.
 *
 * A worker may do several tasks, and a plug-in may leave memory, files or variables behind. The result of a task must
 * not depend on that. So a worker ends where the next task has other plug-ins, and a task that fails in a used worker
 * is tried once more in a new one.
 */
#ifndef EXPERIMENTS_RUNNER_WORKER_PROCESSES_H
#define EXPERIMENTS_RUNNER_WORKER_PROCESSES_H

#include "base/child.h"

struct worker_job {
  /* Makes the record of a task; NULL where it fails, with an error, or is interrupted, without one. Called in a
   * worker. */
  char *(*carry_out)(void *self, size_t task, struct heartbeat *heart, atomic_bool *interrupt, struct error *e);
  /* Whether two tasks must not follow each other in one worker. */
  bool (*apart)(const void *self, size_t one, size_t other);
  /* The plug-ins of a task: "./a.so or ./b.so"; begins the sentence about a worker that has died. */
  void (*name)(const void *self, size_t task, char *out, size_t size);
  void *self;
};

struct worker_processes;

/* Starts the keepers. NULL and an error if that fails; then nothing is left over. */
struct worker_processes *worker_processes_start(unsigned n, const struct worker_job *job, struct error *e);

/* The record of a task, made under keeper 0..n-1; NULL as above. Where a worker dies, *e begins with its name. */
char *worker_processes_do(struct worker_processes *processes, unsigned keeper, size_t task, struct error *e);

void worker_processes_interrupt(struct worker_processes *processes);       /* all running tasks */
uint64_t worker_processes_steps(const struct worker_processes *processes); /* made so far */
void worker_processes_end(struct worker_processes *processes);             /* NULL is fine */

#endif
