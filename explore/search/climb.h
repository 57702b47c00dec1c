/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * climb.h: local search. A climber mutates its candidate (mutation.h), plays the result, and keeps it if the observed
 * process pays no less.
 */
#ifndef EXPLORE_SEARCH_CLIMB_H
#define EXPLORE_SEARCH_CLIMB_H

#include "explore/search/mutation.h"
#include "explore/search/rollout.h"

struct climber {
  struct world *world;
  uint64_t rng;
  struct candidate current, candidate, best, scratch, costliest;
  struct places { /* saved states of the world before some moves of a candidate */
    struct {
      size_t before; /* the move of this number */
      unsigned char *state;
    } * place;
    size_t n, capacity;
  } of_current, of_candidate; /* of the candidate, only those behind the prefix it shares with the current candidate */
  struct {
    bool any;
    size_t place, at;     /* from this place of the current candidate and move `at` of the candidate on, the two are
                         alike */
    int64_t more, longer; /* of the candidate */
  } meeting;
  uint32_t *who; /* for relabelling */
  size_t most_places;
  uint64_t longest;   /* steps of a schedule */
  bool never_repairs; /* no mutation is played with repair */
  uint64_t idle;      /* mutations since the best has improved */
  uint64_t shortened; /* steps of the best candidate when it was last shortened, or at the beginning */
};

void climber_create(struct climber *climber, struct world *world);
/* Limits the bytes for places. */
void climber_limit(struct climber *climber, size_t bytes);
void climber_free(struct climber *climber);

/* Forgets what it has, and begins with a candidate, which is played with repair or without; NULL: with one drawn at
 * random for the cost of this process. */
void climber_begin(struct climber *climber, const struct candidate *candidate, bool repairs, uint32_t observed);

/* Plays the current candidate, which comes from elsewhere, and saves the places before these moves of it. False: it
 * does not belong to this world, as its cost differs. */
bool climber_return(struct climber *climber, const size_t *before, size_t n);

/* Draws candidates until the world has made `steps` more steps, and keeps the best. */
void climber_draw(struct climber *climber, uint64_t steps);

/* Tries mutations until the world has made `steps` more steps. */
void climber_go(struct climber *climber, uint64_t steps);

/* Tries to repeat in place each part between two ends of passages, one after the other, as far as `steps` allow:
 * where passages are without end, so are these parts. */
void climber_repeat_stages(struct climber *climber, uint64_t steps);

/* Continues from the best candidate, and removes from it all that costs nothing to lose: segments of decreasing
 * length, down to single moves, as far as `steps` allow. Otherwise the remains of failed tries would be played again
 * with each mutation, and passed on to larger systems. */
void climber_shorten(struct climber *climber, uint64_t steps);

#endif
