/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * crossing.h: traverses the configurations of one class (progress_measure.h) twice: first to find them and count the
 * steps to each, then in topological order (sweep_line.h). Labels that enter the class were gathered before
 * (pending.h); labels that leave it go to later classes.
 *
 * A crossing holds the memory for that, and moves from class to class. Several threads may work at one crossing, or one
 * at each. The thread that makes the first step to a configuration finds it; the thread that makes the last remaining
 * step to it expands it. Each thread puts what it finds on its own stack (stacks.h).
 */
#ifndef EXPLORE_ENGINES_CROSSING_H
#define EXPLORE_ENGINES_CROSSING_H

#include <stdatomic.h>

#include "base/thread_pool.h"
#include "explore/engines/configurations.h"
#include "explore/engines/history.h"
#include "explore/engines/limits.h"
#include "explore/engines/pareto.h"
#include "explore/engines/pending.h"
#include "explore/engines/stacks.h"
#include "explore/graph/bitset.h"

/* The data of one thread. */
struct sweeper {
  alignas(64) struct transition *edge; /* those of a batch */
  struct pareto_front own;             /* of the configuration being expanded */
  uint8_t *taken;                      /* [move] */
  uint64_t configurations, transitions, swept, batches;
  struct pareto_label best; /* the costliest label; below, its record, and whether its passage ends */
  uint64_t record;
  bool any, ends;
};

/* The data that all threads share. */
struct sweep {
  const struct space *space;
  const struct explore_limits *limits;
  uint64_t copies;
  struct progress_measure measure;
  struct pending pending;
  struct history history;
  struct sweeper *sweeper; /* [thread] */
  uint32_t threads;
  uint32_t level;     /* of the current classes */
  atomic_ullong done; /* configurations, as last reported */
  atomic_bool over, comes_back;
};

struct crossing {
  struct sweep *sweep;
  uint32_t threads;
  struct bitset bitset;   /* numbers of the class */
  atomic_uchar *indegree; /* [number]: steps to it not made yet; all are 0 between two classes */
  size_t capacity;
  struct configuration *entry; /* those at which the class is entered */
  size_t n_entries, entries_capacity;
  struct stacks stacks;
  struct pareto labels;
};

void sweeper_create(struct sweeper *sweeper, const struct space *space);
void sweeper_free(struct sweeper *sweeper);

static inline bool sweep_is_over(struct sweep *sweep)
{
  return atomic_load_explicit(&sweep->over, memory_order_relaxed);
}

/* Of two labels of equal cost, the better one cannot go on: its passage is over. Other ties are broken by any order
 * that does not depend on the threads. */
bool sweeper_is_better(const struct pareto_label *a, bool ends, const struct sweeper *than);

/* Makes a crossing for `threads` threads. False: no memory. */
bool crossing_create(struct crossing *crossing, struct sweep *sweep, uint32_t threads);
void crossing_free(struct crossing *crossing);

/* Traverses a class. pool: the threads that all work at this crossing; NULL: only the calling thread does. */
void crossing_take(struct crossing *crossing, uint32_t class, struct thread_pool *pool, uint32_t thread);

#endif
