/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * candidate.h: a schedule in the form that the search uses. A *move* is a process and its goal: the access at which it
 * stood at the end when the candidate was last played. So after a mutation before it, a move still ends at its goal if
 * it can. It also ends where the process has to wait, or ends its passage, or has made half as many steps again as the
 * last time. Moves that cannot be made are left out. Playing makes a candidate consistent: the steps really made are
 * the new candidate.
 */
#ifndef EXPLORE_SEARCH_CANDIDATE_H
#define EXPLORE_SEARCH_CANDIDATE_H

#include "explore/search/world.h"

/* The goal of a move that is not an access: for moves that have never been played. */
enum { TO_COUNT, TO_WRITE, PAST_WRITE, TO_WAIT, N_EXTENTS };

struct move {
  uint32_t who;   /* a process; n + 1 + k: the k-th change */
  uint32_t count; /* steps; with a goal, their most */
  uint64_t goal;  /* sim_identity of the access before which it ends; below N_EXTENTS: see above */
  uint64_t past;  /* a bit for each access that it passed, by its hash */
  bool ends;      /* it ended a passage */
  bool rereads;   /* it begins at a wait, and the process reads again */
};

struct candidate {
  uint32_t observed;
  struct move *move;
  size_t n, capacity;
  uint32_t *ask;     /* [(p-1) * n_asks + k] */
  rmr_word *initial; /* [n_initial] */
  uint64_t paid, steps;
  bool ended;
};

void candidate_create(struct candidate *candidate, const struct world *world);
void candidate_free(struct candidate *candidate);
void candidate_copy(struct candidate *to, const struct candidate *from, const struct world *world);

/* Makes room for n moves, which the caller writes. */
void candidate_resize(struct candidate *candidate, size_t n);

/* Appends a move as it is, without playing it. */
void candidate_append(struct candidate *candidate, const struct move *move);

/* Resets the world to the beginning of the candidate. */
void candidate_begin(const struct candidate *candidate, struct world *world);

/* Makes a move as far as possible, and appends the part made to the candidate. It joins the last move if that is of
 * the same process and not fixed (move number `fixed` and those before it). */
void candidate_play(struct candidate *candidate, struct world *world, const struct move *move, size_t fixed);

/* One step of P_p, or the change, likewise. Where P_p waits until its writes are committed, the oldest is. */
void candidate_step(struct candidate *candidate, struct world *world, uint32_t who, size_t fixed);

/* All writes of P_p are committed, likewise. */
void candidate_drain(struct candidate *candidate, struct world *world, uint32_t p, size_t fixed);

#endif
