/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * climb.h: local search. A climber has a candidate, changes something about it (mutation.h), plays it, and keeps what
 * came out if the observed process pays no less.
 */
#ifndef EXPLORE_SEARCH_CLIMB_H
#define EXPLORE_SEARCH_CLIMB_H

#include "explore/search/mutation.h"
#include "explore/search/rollout.h"

struct climber {
  struct world *world;
  uint64_t rng;
  struct candidate current, candidate, best, scratch, costliest;
  struct places { /* where the world stood before some of the moves of a candidate */
    struct {
      size_t before; /* the move of this number */
      unsigned char *state;
    } * place;
    size_t n, capacity;
  } of_current, of_candidate; /* of the candidate, only those behind what it has in common with the current candidate */
  struct {
    bool any;
    size_t place, at; /* from this place of the current candidate on, and move `at` of the candidate, they are alike */
    int64_t more, longer; /* of the candidate */
  } meeting;
  uint32_t *who; /* for relabelling */
  size_t most_places;
  uint64_t longest;   /* steps of a schedule */
  bool never_repairs; /* no change is played with repair */
  uint64_t idle;      /* edits since the best has become better */
  uint64_t shortened; /* steps of the best candidate when it was last shortened, or begun with */
  uint64_t tried[N_EDITS], kept[N_EDITS];
};

void climber_create(struct climber *climber, struct world *world);
/* At most so many bytes for places. */
void climber_limit(struct climber *climber, size_t bytes);
void climber_free(struct climber *climber);

/* Forgets what it has, and begins with a candidate, which is played, with repair or without; NULL: one that is drawn,
 * of a cost to this process. */
void climber_begin(struct climber *climber, const struct candidate *candidate, bool repairs, uint32_t observed);

/* Plays the current candidate, which has come from elsewhere, and saves the places before these moves of it. False: it
 * is none of this world, as something else is paid. */
bool climber_return(struct climber *climber, const size_t *before, size_t n);

/* Draws a candidate after the other until the world has made so many steps more, and keeps the best. */
void climber_draw(struct climber *climber, uint64_t steps);

/* Tries changes until the world has made so many steps more. */
void climber_go(struct climber *climber, uint64_t steps);

/* Tries to have what lies between two ends of passages made once more, where it is, all places one after the other, or
 * as many as the world's work allows: where passages are made without end, there is no end of places. */
void climber_repeat_stages(struct climber *climber, uint64_t steps);

/* Goes on from the best candidate, and leaves out of it what can go at no loss: segments of moves of one length after
 * the other, down to single moves, or as many as the world's work allows. What climbing leaves behind of tries that
 * came to nothing would otherwise be played again with each change, and be handed on to larger systems. */
void climber_shorten(struct climber *climber, uint64_t steps);

#endif
