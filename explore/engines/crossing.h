/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * crossing.h: the configurations of one class (progress_measure.h) are gone through: twice, first to find them and
 * count the steps to each, then in order (sweep_line.h). What comes into the class has been brought together before
 * (pending.h), and what leads out of it goes to the classes that follow.
 *
 * A crossing is a place where that is done, with all that is needed of memory; it goes from class to class. Several
 * threads may be at one crossing, or one at each. Whoever makes the first step to a configuration finds it, and
 * whoever makes the last one that was left goes on from it; what a thread finds goes on a stack of its own
 * (stacks.h).
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

/* What a thread has for itself. */
struct sweeper {
  alignas(64) struct transition *edge; /* those of a batch */
  struct pareto_front own;             /* of the configuration that is gone on from */
  uint8_t *taken;                      /* [move] */
  uint64_t configurations, transitions, swept, batches;
  struct pareto_label best; /* the label that has paid most, its record, and whether it can go on */
  uint64_t record;
  bool any, ends;
};

/* What all have in common. */
struct sweep {
  const struct space *space;
  const struct explore_limits *limits;
  uint64_t copies;
  struct progress_measure measure;
  struct pending pending;
  struct history history;
  struct sweeper *sweeper; /* [thread] */
  uint32_t threads;
  uint32_t level;     /* of the classes that are gone through */
  atomic_ullong done; /* configurations, as it was last told */
  atomic_bool over, comes_back;
};

struct crossing {
  struct sweep *sweep;
  uint32_t threads;
  struct bitset bitset;   /* numbers of the class */
  atomic_uchar *indegree; /* [number]: steps to it that have not been made yet; all are 0 between two classes */
  size_t capacity;
  struct configuration *entry; /* those by which the class is entered */
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

/* Of two labels that have paid the same, the better one cannot go on: the passage is over. Then any order will do that
 * does not depend on the threads. */
bool sweeper_is_better(const struct pareto_label *a, bool ends, const struct sweeper *than);

/* Makes a place for so many threads. False: no memory. */
bool crossing_create(struct crossing *crossing, struct sweep *sweep, uint32_t threads);
void crossing_free(struct crossing *crossing);

/* Goes through a class. pool: the threads that are all at this crossing; NULL: one is, this one. */
void crossing_take(struct crossing *crossing, uint32_t class, struct thread_pool *pool, uint32_t thread);

#endif
