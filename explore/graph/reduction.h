/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * reduction.h: partial-order reduction: orders of steps that need not be looked at, as another order leads to the same.
 * There are two, and a search uses one of them.
 *
 * Where costs are of interest: a step that is made at once (a persistent set of one process; the conditions C0 to C3 of
 * Clarke, Grumberg and Peled, *Model Checking*, chapter 10). If nobody else will ever make an access that conflicts
 * with the pending one of P_p, it does not matter when that is made, so in such a state only P_p moves. Every path is
 * then still there in another order, with the same costs. The step must lead onward in P_p's automaton, so that nobody
 * goes round for ever while the others are not looked at. This leaves states out.
 *
 * Where processes crash and stay dead, a crash of P_p conflicts with the step, but it need not be looked at before the
 * step: what P_p writes is of no interest to anybody else, so from behind the step the crash leads to what it leads to
 * from before it, as far as others can see, and nobody has paid less. That asks for two things. P_p must be able to
 * crash behind the step if it is before, or what it leaves would not run out; such a step leads not onward. And what
 * runs out when somebody is dead, or may still die, is in the may-access set as a write. Crashes of the observed
 * process, after which it pays no more, and where there are no leases all crashes, are left out: the same steps without
 * them cost as much, as a process may as well stand still for ever.
 *
 * Where all states are to be found: a step that is not made again (a sleep set of the steps that came last). Most
 * states are found several times, as the steps of two processes that access different registers can be made in either
 * order. So a step of P_q is not made in a state that was found by a step of P_p, p > q, if the two steps could have
 * been exchanged. No state is missed: let s be one of the next level of a search in breadth, and of all steps that lead
 * to it take one by the greatest process, P_q, from a state t of this level. If it is left out, t was found by a step
 * of some P_p, p > q, from a state u, and could be exchanged with it; then P_p leads to s as well, from the state that
 * P_q leads to from u, which is in this level too (else s would be): but P_q was the greatest. What a pair watches
 * (first come, first served) must not come between the two steps: the steps of these two are always made.
 *
 * The crash of a process that stays dead can be exchanged with everything that is not that process's own: with steps
 * and crashes of others, and leases of others that run out. What it needs, that the process is alive and a crash is
 * left, is there before as it is behind. Any order of the actors will do in the argument above; crashes come before
 * all others, so in a state that was found by P_p only P_p need crash: who crashes does so right after its last step.
 * A lease that runs out can be exchanged with every step that leaves its register alone, and comes last. Other faults
 * are not exchanged with anything.
 */
#ifndef EXPLORE_GRAPH_REDUCTION_H
#define EXPLORE_GRAPH_REDUCTION_H

#include "explore/graph/successors.h"

/* --- for costs: a step that is made at once ----------------------------------------------------------------------- */

/* Fills space->may_access, roams and MOVE_PROVISO where the question allows it; the searches then reduce. Steps of
 * others that are counted (bypass) do not allow it, nor do faults but that processes stop and leases run out for all:
 * who starts again after a crash may read what it has written. */
void reduction_prepare(struct space *space);

/* A process whose pending access conflicts with nothing that anybody else will ever do, and leads it onward; 0: there
 * is none. A register is in the others' may-access set if it is in that of two processes, or in that of one, and not
 * one's own. */
INNER uint32_t reduction_process(const struct space *s, struct space_shape shape, const uint64_t *state)
{
  struct space_may_access once = {0}, twice = {0};
  for (uint32_t p = 1; p <= s->n_actors; p++) {
    const struct space_may_access *o = &s->may_access[p][space_local(s, state, p)];
    twice.writes |= once.writes & o->writes;
    twice.accesses |= once.accesses & o->accesses;
    once.writes |= o->writes;
    once.accesses |= o->accesses;
  }
  for (uint32_t p = 1; p <= s->n; p++) {
    const struct space_row *row = space_row_of(s, shape, state, p);
    if (row->first == SPACE_DONE) continue;
    const struct space_may_access *own = &s->may_access[p][space_local(s, state, p)];
    const uint64_t others =
      row->access & 1 ? twice.accesses | (once.accesses & ~own->accesses) : twice.writes | (once.writes & ~own->writes);
    if (row->access != SPACE_NO_ACCESS && (others >> (row->access >> 1) & 1) != 0) continue;
    const uint32_t first = space_moves(s, shape, state, row);
    bool onward = true;
    for (uint32_t choice = 0; choice < s->choices; choice++)
      onward &= (s->flags[first + choice] & (MOVE_NONE | MOVE_PROVISO)) == MOVE_PROVISO;
    if (onward) return p;
  }
  return 0;
}

/* The ample set of a state: the actors whose steps suffice, first..last. It is empty when the observed process is done;
 * it is the observed process alone when what that still pays is settled; and it is one process whose step may as well
 * be made now. Else it is everybody. */
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

/* --- for all states: a step that is not made again ---------------------------------------------------------------- */

/* Whether two accesses of different processes lead to the same whichever is made first. */
static inline bool reduction_commute(uint32_t a, uint32_t b)
{
  return (a ^ b) >= 2 || ((a | b) & 1) == 0;
}

/* Whether the step of P_p with this access may be left out in a state that was found by a step of P_before. */
INNER bool is_asleep(const struct space *s, struct space_shape shape, uint32_t p, uint32_t access, uint32_t before,
                     uint32_t access_before)
{
  return p < before && reduction_commute(access, access_before) &&
         (before <= s->n || !s->env.any || (s->env.stops && p <= s->n && s->env.crashes[before] == 0)) &&
         (shape.plain || (p != s->spec.observer.pair_first && p != s->spec.observer.pair_second));
}

/* Whether crashes are looked at apart from all else. */
static inline bool reduction_sets_apart(const struct space *s)
{
  return s->env.stops && s->env.n_crashes != 0 && s->spec.observer.cost == COST_NONE;
}

/* The same of the crash of P_p, which stays dead. */
INNER bool crash_is_asleep(const struct space *s, struct space_shape shape, uint32_t p, uint32_t before)
{
  const uint32_t whose = before <= s->n ? before : s->automata.event[before].process;
  return whose != 0 && whose != p && (before <= s->n || s->env.crashes[before] == 0 || p < whose) &&
         (shape.plain || (p != s->spec.observer.pair_first && p != s->spec.observer.pair_second));
}

/* Whose crashes are to be looked at with that: of most states, which a step has found, those of one process. */
INNER struct actors reduction_crashes(const struct space *s, struct space_shape shape, uint32_t before)
{
  return shape.plain && before != 0 && before <= s->n ? (struct actors){before, before} : (struct actors){1, s->n};
}

#endif
