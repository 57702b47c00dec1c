/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * candidate.h: a schedule in the form in which it is searched for. A *move* is a process and how far it runs: to the
 * access at which it stood at the end when the candidate was last played. So where something is changed before it, a
 * move still ends where it was meant to, as far as it can: it also ends where the process has to wait, or ends its
 * passage, or has made half as many steps again as it did the last time. Moves that cannot be made are left out. That
 * is how a candidate is repaired: it is played, and what was really played is the candidate.
 */
#ifndef EXPLORE_SEARCH_CANDIDATE_H
#define EXPLORE_SEARCH_CANDIDATE_H

#include "explore/search/world.h"

/* Where a move ends, if it is not at an access: how far, for moves that have never been played. */
enum { TO_COUNT, TO_WRITE, PAST_WRITE, TO_WAIT, N_EXTENTS };

struct move {
  uint32_t who;   /* a process; n + 1 + k: the k-th change */
  uint32_t count; /* steps; most of them, where there is a goal */
  uint64_t goal;  /* sim_identity of the access before which it ends; below N_EXTENTS: see above */
  uint64_t past;  /* a bit for each access that it came past, by its hash */
  bool ends;      /* it ended a passage */
  bool rereads;   /* it begins where the process waits, which then reads again */
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

/* Room for n moves, which are written by whoever asks. */
void candidate_resize(struct candidate *candidate, size_t n);

/* As it is, without playing it. */
void candidate_append(struct candidate *candidate, const struct move *move);

/* Puts the world to the beginning of the candidate. */
void candidate_begin(const struct candidate *candidate, struct world *world);

/* Makes a move as far as it can be made, and writes down at the end of the candidate what was made. It stays one move
 * with the last one of the same process, unless that is fixed: move number `fixed` and those before it. */
void candidate_play(struct candidate *candidate, struct world *world, const struct move *move, size_t fixed);

/* One step of P_p, or the change, likewise. */
void candidate_step(struct candidate *candidate, struct world *world, uint32_t who, size_t fixed);

#endif
