/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * mutation.h: a random change of a candidate, not played yet:
 *
 *   cut      a segment of moves is removed
 *   shift    a segment is made at another time
 *   repeat   a segment is made once more at another time, by the same processes, or by others: all or some one place up
 *            or down, or two of them swapped. Costly schedules for large N have similar stages
 *   twin     in a segment, a process copies another
 *   insert   a process makes a few steps more
 *   redraw   from some time on, the continuation is drawn again (rollout.h), for a while or to its end
 *   reopen   a passage asks for another session; a register that is initialised arbitrarily holds another value
 *
 * Segments begin and end where the observed process moves, or where a passage ends, more often than elsewhere. Half of
 * the mutations are played with repair (repair.h) for waiting processes, and half without.
 */
#ifndef EXPLORE_SEARCH_MUTATION_H
#define EXPLORE_SEARCH_MUTATION_H

#include "explore/search/candidate.h"

enum { MOST_PIECES = 6, MOST_EXTRA = 4 };

enum mutation_kind { CUT, SHIFT, REPEAT, REPEAT_OTHERS, TWIN, INSERT, REDRAW, REDRAW_REST, REOPEN, N_EDITS };

/* Moves first .. last - 1 of the candidate, or of `extra`; or a continuation of `redraw` steps. */
struct piece {
  size_t first, last;
  bool extra, relabelled;
  uint32_t model, twin; /* `twin` copies `model`; 0: there is none */
  bool before;          /* it moves before its model */
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
  uint32_t *who; /* [0..n]: the relabelling of processes, in relabelled pieces and for a twin */
};

/* Draws into a mutation that is zeroed but for `who`. REOPEN changes the candidate itself. */
void mutation_draw(struct mutation *mutation, const struct world *world, struct candidate *candidate, uint64_t *rng);

/* Repeats the moves first .. last - 1, likewise: before or behind themselves, by the same processes or by their
 * neighbours. There are six manners, from 0. */
void mutation_repeat(struct mutation *mutation, const struct world *world, const struct candidate *candidate,
                     size_t first, size_t last, uint32_t manner);

#endif
