/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * slots.h: chooses the explorations that run in parallel. An exploration can use all cores, but small ones do not:
 * several of them run at a time, each on one thread. An exploration gets threads in proportion to its share of the
 * remaining work, so a large one, and the last one, get all. It waits until the threads are free, and until the machine
 * has the memory of its budget. The results do not depend on this.
 *
 * A search uses all cores well, and has one checkpoint file, so it runs alone. So do tasks with foreign code, in a
 * worker.
 */
#ifndef EXPERIMENTS_RUNNER_SLOTS_H
#define EXPERIMENTS_RUNNER_SLOTS_H

#include <stdbool.h>
#include <stddef.h>

struct slots {
  unsigned all, taken; /* threads */
  size_t memory, used; /* bytes: available to explorations on the machine; of their budgets */
  unsigned working;    /* tasks */
  double weight;       /* of the tasks not taken yet (experiments/runner/progress.h) */
};

void slots_create(struct slots *slots, unsigned threads);

/* The number of threads for a task of this weight. */
unsigned slots_for(const struct slots *slots, double weight, bool alone);

/* Whether so many threads and bytes are free. The first task never waits. */
bool slots_free(const struct slots *slots, unsigned threads, size_t bytes);

void slots_take(struct slots *slots, unsigned threads, size_t bytes, double weight);
void slots_give(struct slots *slots, unsigned threads, size_t bytes);

#endif
