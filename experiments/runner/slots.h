/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * slots.h: which explorations are made side by side. An exploration can use all cores, but small ones do not: they are
 * made several at a time, each by one thread. One gets as many threads as its share of the work that is left is worth,
 * so a large one, and the last one, get all. It waits until so many are free, and until the machine has the memory that
 * its budget lets it take. What comes out does not depend on any of that.
 *
 * A search uses all cores well, and is kept in one file while it is made: it is made alone. So is what runs somebody's
 * code, apart.
 */
#ifndef EXPERIMENTS_RUNNER_SLOTS_H
#define EXPERIMENTS_RUNNER_SLOTS_H

#include <stdbool.h>
#include <stddef.h>

struct slots {
  unsigned all, taken; /* threads */
  size_t memory, used; /* bytes: of the machine that explorations may use, and those of their budgets */
  unsigned working;    /* tasks */
  double weight;       /* of the tasks that nobody has taken (experiments/runner/progress.h) */
};

void slots_create(struct slots *slots, unsigned threads);

/* How many threads a task of this weight gets. */
unsigned slots_for(const struct slots *slots, double weight, bool alone);

/* Whether so many are free, and so much memory. Who is the first one is never kept waiting. */
bool slots_free(const struct slots *slots, unsigned threads, size_t bytes);

void slots_take(struct slots *slots, unsigned threads, size_t bytes, double weight);
void slots_give(struct slots *slots, unsigned threads, size_t bytes);

#endif
