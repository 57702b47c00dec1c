/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * worst.h: the exact worst case of one passage of the observed process over all schedules.
 *
 * The reachable states form a graph whose edges are steps; an edge weighs what the step costs the observed process. The worst case
 * is the weight of the heaviest path. The search has three parts:
 *
 *   discover   finds all states, in breadth, and counts the edges into each
 *   settle     goes through the states in topological order: when all edges into a state have been seen, the heaviest path to it
 *              is known. That covers everything before the first cycle.
 *   correct    what is left lies on cycles or behind them. Labels are corrected: a state is looked at again whenever a heavier
 *              path to it turns up. Cycles of weight 0 (somebody goes round a wait) are harmless. On a cycle of positive
 *              weight labels grow for ever: there is no worst case. Then the path by which a state was last improved
 *              runs through the state itself, which is looked for whenever a label passes a power of two; prefix and loop
 *              are the witness.
 *
 * The observed process makes one passage; states after its end are not gone on from, as nothing more is paid.
 */
#ifndef EXPLORE_WORST_H
#define EXPLORE_WORST_H

#include <stdatomic.h>

#include "explore/automaton.h"

/* What a step of the observed process is worth. */
enum worst_cost { COST_RMR, COST_LINE, COST_RMR_AT_LINE, COST_STEPS, COST_BYPASS };

struct worst_spec {
  struct sim_setup setup; /* passages is that of the others; the observed process makes one */
  uint32_t observed;      /* 1..n */
  enum worst_cost cost;
  uint16_t line;          /* of COST_LINE and COST_RMR_AT_LINE */
  rmr_word cap;           /* largest value of registers without a declared maximum */
  size_t memory;          /* bytes for the states */
  atomic_bool *interrupt; /* may be NULL */
};

struct worst {
  bool complete; /* false: interrupted, out of memory, or a register outgrew its cap: a lower bound */
  bool unbounded;
  bool outside;                                    /* a register outgrew its declared range or the cap */
  uint64_t cost, states, transitions, corrections; /* corrections: states that were looked at again */
  uint32_t *schedule;                              /* the processes of a heaviest path, one per step */
  size_t n_schedule, loop;                         /* unbounded: the steps from `loop` on can be repeated for ever */
};

bool worst_case(const struct worst_spec *spec, struct worst *out, struct error *e);
void worst_free(struct worst *worst);

#endif
