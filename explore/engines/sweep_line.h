/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sweep_line.h: the worst case of a passage without a set of states.
 *
 * What the observed process holds in its cache decides what it pays and nothing else: not who may move, nor what
 * follows. So take the states without the copies, called configurations here. Where no configuration can be come back
 * to (but by steps that change nothing, as in waiting), configurations have an order in which every step leads forward.
 * They are gone through in that order (A. B. Kahn, "Topological sorting of large networks", Comm. ACM 5(11), 1962), and
 * each is forgotten when its steps have been made.
 *
 * With a configuration go labels: what can have been paid on the way to it, together with the copies that are held then
 * (under cc-writeback what is owned is one copy more). Most labels need not be kept. Whatever is done from a
 * configuration on, with more copies it costs no more, and each copy more saves at most one reference, when it is used
 * for the first time: then the other has it, too. So a label (paid, copies) is of no use beside another (paid',
 * copies') with paid' >= paid + |copies' - copies|: whatever the first comes to, the other comes to as much.
 *
 * That is done class by class (progress_measure.h): a process does not come back to a stage that it has left, so what
 * leads into a class is known before it is gone through. What is remembered is one byte for each product state of a
 * class that could be a configuration (bitset.h: how many steps to it have not been made yet), and the labels of its
 * configurations that wait (crossing.h); the labels that wait for later classes (pending.h); and of every label that
 * was gone on from its predecessor, for the witness (history.h). The last two are written once and read once: what does
 * not fit into the memory goes to a disk, if there is one.
 *
 * Several threads go through the classes of a level side by side, and together through one that is larger than the
 * others. Neither what is found nor the witness depends on the threads (pareto.h). Where memory runs out it would: then
 * one thread begins anew.
 */
#ifndef EXPLORE_ENGINES_SWEEP_LINE_H
#define EXPLORE_ENGINES_SWEEP_LINE_H

#include "explore/engines/limits.h"
#include "explore/graph/path.h"
#include "explore/tables/space.h"

struct sweep_result {
  bool complete;   /* `most` is the worst case; else the most that was seen, cut short by memory or interrupt, or as */
  bool comes_back; /* some configuration can be come back to: nothing can be said in this way */
  uint64_t most;
  uint64_t configurations, labels, transitions; /* transitions: steps that can be made in the configurations */
  uint8_t *taken;                               /* as in struct breadth */
  struct visited visited;                       /* the states on */
  struct path path;                             /* a way that costs `most` */
};

/* How many configurations there could be, and how many in one class: a byte for each of these will be needed, and about
 * as much again for the labels. At most UINT64_MAX / 2; 0: the space is none that can be gone through in this way. */
uint64_t sweep_product_states(const struct space *space);
uint64_t sweep_largest(const struct space *space);

/* The space must have a cost, and product states. */
void sweep_search(const struct space *space, const struct explore_limits *limits, struct sweep_result *out);

/* The same with another size of classes: product states that one has at most, if that can be. */
void sweep_search_cut(const struct space *space, const struct explore_limits *limits, uint64_t product_states,
                      struct sweep_result *out);
void sweep_free(struct sweep_result *result);

#endif
