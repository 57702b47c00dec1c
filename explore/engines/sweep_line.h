/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sweep_line.h: sweep-line search: the worst case of a passage without a set of states.
 *
 * The copies in the observed process's cache affect only its cost, not the enabled steps and their effects. A state
 * without the copies is called a configuration. If no configuration is on a cycle (but for steps that change nothing,
 * as in waiting), configurations have a topological order. They are traversed in that order (A. B. Kahn, "Topological
 * sorting of large networks", Comm. ACM 5(11), 1962), and each is forgotten when its steps have been made.
 *
 * A configuration has labels: the possible costs of paths to it, each with the copies held at the end (under
 * cc-writeback ownership is one copy more). Most labels need not be kept. From a configuration on, more copies never
 * cost more, and each additional copy saves at most one reference, at its first use: then the other label has the copy,
 * too. So a label (paid, copies) is dominated by another (paid', copies') with paid' >= paid + |copies' - copies|:
 * every continuation costs at least as much from the other.
 *
 * The search proceeds class by class (progress_measure.h): a process never returns to a stage that it has left, so all
 * labels that enter a class are known before it is traversed. Memory holds one byte for each product state of a class
 * (bitset.h: the number of steps to it not made yet), the labels of its waiting configurations (crossing.h), the labels
 * that wait for later classes (pending.h), and the predecessor of every expanded label, for the witness (history.h).
 * The last two are written once and read once: parts that do not fit into the memory go to a disk, if there is one.
 *
 * Several threads traverse the classes of a level in parallel, and work together on one that is larger than the others.
 * Neither the result nor the witness depends on the threads (pareto.h). Where memory runs out they would: then one
 * thread begins again.
 */
#ifndef EXPLORE_ENGINES_SWEEP_LINE_H
#define EXPLORE_ENGINES_SWEEP_LINE_H

#include "explore/engines/limits.h"
#include "explore/graph/path.h"
#include "explore/tables/space.h"

struct sweep_result {
  bool complete;   /* `most` is the worst case; else the greatest cost seen, cut short by memory or interrupt, or as */
  bool comes_back; /* some configuration is on a cycle: this method has no answer */
  uint64_t most;
  uint64_t configurations, labels, transitions; /* transitions: enabled steps of the configurations */
  uint8_t *taken;                               /* as in struct breadth */
  struct visited visited;                       /* the states of */
  struct path path;                             /* a path that costs `most` */
};

/* The number of product states, and of those in one class: each of the latter needs a byte, and about as much again
 * for the labels. At most UINT64_MAX / 2; 0: the method does not apply to the space. */
uint64_t sweep_product_states(const struct space *space);
uint64_t sweep_largest(const struct space *space);

/* The space must have a cost, and product states. */
void sweep_search(const struct space *space, const struct explore_limits *limits, struct sweep_result *out);

/* The same with another size of classes: at most `product_states` product states in each, if possible. */
void sweep_search_cut(const struct space *space, const struct explore_limits *limits, uint64_t product_states,
                      struct sweep_result *out);
void sweep_free(struct sweep_result *result);

#endif
