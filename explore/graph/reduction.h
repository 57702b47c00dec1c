/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * reduction.h: partial-order reduction: it leaves out orders of steps that lead to the same result as another order.
 * There are two reductions; a search uses one of them.
 *
 * Where costs are asked for: an ample set of one process (the conditions C0 to C3 of Clarke, Grumberg and Peled, *Model
 * Checking*, chapter 10). If no other process will ever make an access that conflicts with the pending one of P_p, the
 * time of that access does not matter, so in such a state only P_p moves. Every path still exists in another order,
 * with the same costs. The step must satisfy the cycle proviso: it leads onward in P_p's automaton, so no process
 * cycles for ever while the others are ignored. This leaves states out.
 *
 * Where processes crash and stay dead, a crash of P_p conflicts with the step, but need not be explored before it. No
 * other process reads what P_p writes, so for the others the crash leads to the same whether it comes before or after
 * the step, and no cost is lower. That has two conditions. If P_p can crash before the step, it can crash after it, or
 * else its leases would not run out; a step that breaks this does not satisfy the proviso. And a register whose lease
 * runs out when a process is dead, or may still die, is in the may-access set as a write. Crashes of the observed
 * process, after which it pays no more, are left out; where there are no leases, all crashes are. The same steps
 * without them cost as much, as a process may as well stand still for ever.
 *
 * Where all states are to be found: a sleep set of the last steps. Most states are found several times, as the steps of
 * two processes that access different registers can be made in either order. So a step of P_q is not made in a state
 * that was found by a step of P_p, p > q, if the two steps commute. No state is missed. Let s be a state of the next
 * level of a breadth-first search. Of all steps that lead to it take one by the greatest process, P_q, from a state t
 * of this level. If it is left out, then t was found by a step of some P_p, p > q, from a state u, and the two steps
 * commute. Then P_p leads to s as well, from the state that P_q leads to from u. That state is in this level too (else
 * s would be). But P_q was the greatest. A watched pair (first come, first served) must not interfere: the steps of
 * these two are always made.
 *
 * The crash of a process that stays dead commutes with everything that is not that process's own: with steps and
 * crashes of others, and with leases of others that run out. Its conditions, that the process is alive and a crash is
 * left, hold before and after these. The argument above holds for any order of the actors. Crashes precede all others,
 * so in a state that was found by P_p only P_p need crash: a process crashes right after its last step. A lease that
 * runs out commutes with every step that leaves its register alone, and is last. The commit of a write commutes with
 * the steps of other processes that leave its register alone. Other events commute with nothing.
 */
#ifndef EXPLORE_GRAPH_REDUCTION_H
#define EXPLORE_GRAPH_REDUCTION_H

#include "explore/graph/successors.h"

/* --- for costs: an ample set of one process ----------------------------------------------------------------------- */

/* Fills space->may_access, roams and MOVE_PROVISO where the question allows it; the searches then reduce. Counted
 * steps of others (bypass) do not allow it. The only faults that allow it are processes that stop and leases that
 * run out for all: a process that restarts after a crash may read what it has written. */
void reduction_prepare(struct space *space);

/* The sets against which a pending access is held. A register is in the others' may-access set if it is in the sets of
 * two processes, or in the set of one but not in one's own. */
enum reduction_set {
  REDUCTION_WRITES,         /* of one process: for a read of a register that the process will not write */
  REDUCTION_WRITES_TWICE,   /* of two: for one of a register that it will write */
  REDUCTION_ACCESSES_TWICE, /* for a write, which is an access of one's own */
  REDUCTION_NEVER,          /* the process is done, or no step of it satisfies the cycle proviso */
  N_REDUCTION_SETS
};

/* Whether a step satisfies the cycle proviso with every choice of a session. */
INNER bool reduction_is_onward(const struct space *s, uint32_t first)
{
  bool onward = true;
  for (uint32_t choice = 0; choice < s->choices; choice++)
    onward &= (s->flags[first + choice] & (MOVE_NONE | MOVE_PROVISO)) == MOVE_PROVISO;
  return onward;
}

/* A process whose pending access conflicts with no later access of another process and satisfies the cycle proviso;
 * 0: there is none. */
INNER uint32_t reduction_process(const struct space *s, struct space_shape shape, const uint64_t *state)
{
  const struct space_may_access *at[PACKING_MAX_PROCESSES + 1];
  uint64_t writes = 0, accesses = 0, set[N_REDUCTION_SETS] = {[REDUCTION_NEVER] = UINT64_MAX};
  for (uint32_t p = 1; p <= s->n_actors; p++) {
    const struct space_may_access *o = &s->may_access[p][space_local(s, state, p)];
    if (p <= s->n) at[p] = o;
    set[REDUCTION_WRITES_TWICE] |= writes & o->writes;
    set[REDUCTION_ACCESSES_TWICE] |= accesses & o->accesses;
    writes |= o->writes;
    accesses |= o->accesses;
  }
  set[REDUCTION_WRITES] = writes;
  for (uint32_t p = 1; p <= s->n; p++) {
    if ((set[at[p]->against] & at[p]->pending) != 0) continue;
    const uint32_t first = space_moves(s, shape, state, space_row_of(s, shape, state, p));
    if (reduction_is_onward(s, first)) return p;
  }
  return 0;
}

/* The ample set of a state: the actors whose steps suffice, first..last. It is empty when the observed process is
 * done. It is the observed process alone when its remaining cost is settled. It is one process whose step may as
 * well be made now. Else it is all actors. */
struct actors {
  uint32_t first, last;
};

INNER struct actors ample_set(const struct space *s, struct space_shape shape, const uint64_t *state)
{
  if (!shape.plain && s->spec.observer.cost != COST_NONE) {
    const struct space_label *label = space_label_of(s, state, s->spec.observer.process);
    if (label->done) return (struct actors){1, 0};
    if (label->alone) return (struct actors){s->spec.observer.process, s->spec.observer.process};
    const uint32_t p = s->may_access != NULL ? reduction_process(s, shape, state) : 0;
    if (p != 0) return (struct actors){p, p};
  }
  return (struct actors){1, s->n_actors};
}

/* --- for all states: sleep sets ----------------------------------------------------------------------------------- */

/* Whether two accesses of different processes commute. */
static inline bool reduction_commute(uint32_t a, uint32_t b)
{
  return ((a ^ b) >= 2) | (((a | b) & 1) == 0);
}

/* Whether the step of P_p with this access may be left out in a state that was found by a step of P_before. */
INNER bool is_asleep(const struct space *s, struct space_shape shape, uint32_t p, uint32_t access, uint32_t before,
                     uint32_t access_before)
{
  const bool commutes = (p < before) & reduction_commute(access, access_before);
  if (shape.plain && shape.harmless) return commutes; /* without a branch, as no processor could predict it */
  return commutes && (shape.plain || s->symmetry == NULL) &&
         (before <= s->n || !s->env.any || (s->env.commits && space_owner(s, p) != space_owner(s, before)) ||
          (s->env.stops && p <= s->n && s->env.crashes[before] == 0)) &&
         (shape.plain || (p != s->spec.observer.pair_first && p != s->spec.observer.pair_second));
}

/* Whether crashes are explored apart from all other actions. */
static inline bool reduction_sets_apart(const struct space *s)
{
  return s->env.stops && s->env.n_crashes != 0 && s->spec.observer.cost == COST_NONE;
}

/* The same for the crash of P_p, which stays dead. */
INNER bool crash_is_asleep(const struct space *s, struct space_shape shape, uint32_t p, uint32_t before)
{
  const uint32_t whose = before <= s->n ? before : s->automata.event[before].process;
  return whose != 0 && whose != p && (before <= s->n || s->env.crashes[before] == 0 || p < whose) &&
         (shape.plain || (p != s->spec.observer.pair_first && p != s->spec.observer.pair_second));
}

/* The actors whose crashes are then explored: in most states, which a step has found, those of one process. */
INNER struct actors reduction_crashes(const struct space *s, struct space_shape shape, uint32_t before)
{
  return shape.plain && before != 0 && before <= s->n ? (struct actors){before, before} : (struct actors){1, s->n};
}

#endif
