/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * steps.h: enumerates the moves that can be made in a state. Engines, searches for witnesses and checks all use it;
 * they differ only in what they do with a move:
 *
 *   struct actor a = actors_begin(ample_set(space, shape, from));
 *   while (actors_next(space, shape, from, &a))
 *     for (uint32_t move = a.first; move < a.end; move++)
 *       if (space_step(space, shape, from, a.p, move, &to)) ...
 *
 * A process has a move for each session that it can choose; space_step (successors.h) says whether that step exists,
 * and where it leads.
 */
#ifndef EXPLORE_GRAPH_STEPS_H
#define EXPLORE_GRAPH_STEPS_H

#include "explore/graph/reduction.h"

/* An actor (a process, or an event behind the processes) that is not done in a state. */
struct actor {
  uint32_t p, last;            /* the last actor to visit */
  uint32_t first, end;         /* its moves: first..end-1 */
  const struct space_row *row; /* its row in the state */
};

INNER struct actor actors_begin(struct actors actors)
{
  return (struct actor){.p = actors.first - 1, .last = actors.last};
}

/* Advances to the next actor. False: there is none. Where no crash is left, all crashes are skipped together. */
INNER bool actors_next(const struct space *s, struct space_shape shape, const uint64_t *from, struct actor *a)
{
  do {
    a->p++;
    if (!shape.harmless && a->p == s->env.first_crash && !space_may_crash(s, from)) a->p += s->env.n_crashes;
    if (a->p > a->last) return false;
    a->row = space_row_of(s, shape, from, a->p);
  } while (a->row->first == SPACE_DONE);
  a->first = space_moves(s, shape, from, a->row);
  a->end = a->first + (shape.plain ? 1 : s->choices);
  return true;
}

#endif
