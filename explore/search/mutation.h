/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * mutation.h: a change of a candidate, drawn at random, but for it to be played:
 *
 *   cut      a segment of moves goes
 *   shift    a segment is made at another time
 *   repeat   a segment is made once more at another time, by the same processes, or by others: all or some one place up
 *            or down, or two of them changing places. Schedules that are bad for large N have stages that are alike
 *   twin     in a segment, a process does what another does
 *   insert   somebody makes a few steps more
 *   redraw   from some time on, the continuation is drawn anew (rollout.h), for a while or to its end
 *   reopen   a passage asks for another session; a register that is initialised arbitrarily holds another value
 *
 * Segments begin and end where the observed process moves, or where a passage ends, more often than elsewhere. Half of
 * the changes are played with repair (repair.h) for those who come to wait, and half without.
 */
#ifndef EXPLORE_SEARCH_MUTATION_H
#define EXPLORE_SEARCH_MUTATION_H

#include "explore/search/candidate.h"

enum { MOST_PIECES = 6, MOST_EXTRA = 4, N_EDITS = 9 };

enum mutation_kind { CUT, SHIFT, REPEAT, REPEAT_OTHERS, TWIN, INSERT, REDRAW, REDRAW_REST, REOPEN };

/* Moves first .. last - 1 of the candidate, or of those beside it; or a continuation of so many steps. */
struct piece {
  size_t first, last;
  bool extra, relabelled;
  uint32_t model, twin; /* what this one does, that one does likewise; 0: there is none */
  bool before;          /* each time before it */
  uint64_t redraw;
};

/* The candidate up to move `from`, and then the pieces. */
struct mutation {
  enum mutation_kind kind;
  bool repairs;
  size_t from, n;
  struct piece piece[MOST_PIECES];
  struct move extra[MOST_EXTRA];
  size_t n_extra;
  uint32_t *who; /* [0..n]: whose place a process takes in pieces that are relabelled, and as a twin */
};

/* Into an edit that is zeroed, but for `who`. What is open at the beginning is changed in the candidate itself. */
void mutation_draw(struct mutation *mutation, const struct world *world, struct candidate *candidate, uint64_t *rng);

/* The moves first .. last - 1 once more, likewise: before or behind themselves, by the same processes or by those next
 * to them. That is six manners, from 0. */
void mutation_repeat(struct mutation *mutation, const struct world *world, const struct candidate *candidate,
                     size_t first, size_t last, uint32_t manner);

#endif
