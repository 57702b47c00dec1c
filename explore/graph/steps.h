/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * steps.h: the one way from a state to the moves that can be made in it. Engines, searches for witnesses and checks
 * differ in what they do with a move, not in how they come to it:
 *
 *   struct actor a = actors_begin(ample_set(space, shape, from));
 *   while (actors_next(space, shape, from, &a))
 *     for (uint32_t move = a.first; move < a.end; move++)
 *       if (space_step(space, shape, from, a.p, move, &to)) ...
 *
 * A process has a move for each session that it can choose; space_step (successors.h) tells whether there is such a
 * step, and where it leads.
 */
#ifndef EXPLORE_GRAPH_STEPS_H
#define EXPLORE_GRAPH_STEPS_H

#include "explore/graph/reduction.h"

/* A process, or what else can happen, that is not done in a state. */
struct actor {
  uint32_t p, last;            /* the last one that is to be looked at */
  uint32_t first, end;         /* its moves: first..end-1 */
  const struct space_row *row; /* its row in the state */
};

INNER struct actor actors_begin(struct actors actors)
{
  return (struct actor){.p = actors.first - 1, .last = actors.last};
}

/* Goes on to the next one. False: there is none. Crashes are passed over together where none is left. */
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
