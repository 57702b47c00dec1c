/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pending.h: labels (pareto.h) that wait for the traversal of their class (progress_measure.h). They are only appended,
 * and read once, in their order of arrival; so they can wait on a disk (base/scratch.h), and do where memory is short.
 * Several threads may append.
 */
#ifndef EXPLORE_ENGINES_PENDING_H
#define EXPLORE_ENGINES_PENDING_H

#include <stdatomic.h>

#include "base/budget.h"
#include "base/scratch.h"
#include "explore/engines/pareto.h"

struct pending_block;

struct pending_class {
  struct pending_block *first, *last;
  uint64_t n; /* labels */
  atomic_flag locked;
};

struct pending {
  struct pending_class *class; /* [class] */
  uint32_t classes;
  bool alone; /* there is one thread: no lock is needed */
  struct budget *budget;
  struct scratch *scratch; /* NULL: there is no disk */
  size_t most;             /* when more of the budget is taken, full blocks go to the disk */
};

void pending_create(struct pending *pending, uint32_t classes, uint32_t threads, struct budget *budget,
                    struct scratch *scratch, size_t most);
void pending_free(struct pending *pending);

void pending_add(struct pending *pending, uint32_t class, const struct pareto_label *label);

static inline bool pending_any(const struct pending *pending, uint32_t class)
{
  return pending->class[class].first != NULL;
}

/* Calls visit for each label of a class, and forgets it. False: a disk error. */
bool pending_take(struct pending *pending, uint32_t class, void visit(void *self, const struct pareto_label *label),
                  void *self);

#endif
