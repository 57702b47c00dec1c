/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * world.h: a simulated system in which a search plays its schedules, and what the passage of the observed process has
 * cost there so far. A world can be put back to a place where it was.
 *
 * The cost is that of the explorer: what is paid in the first passage of the observed process, for ending or not. Where
 * it recovers from crashes, each of which ends a passage, that is the most of one passage up to its next remainder; the
 * cost of a super-passage is that of all of them. What happens after that counts nothing, and a schedule is not played
 * beyond it.
 */
#ifndef EXPLORE_SEARCH_WORLD_H
#define EXPLORE_SEARCH_WORLD_H

#include "explore/tables/space.h"
#include "sim/step.h"

struct search_goal {
  struct system_spec setup;
  enum cost_id cost; /* one that is searched */
  struct cost_lines lines;
};

/* What is open at the beginning: what passages ask for, and what registers hold that are initialised arbitrarily. */
struct openings {
  uint32_t n_asks; /* of each process; 0: the rule of the sessions leaves no choice */
  uint32_t n_initial;
};

struct world {
  const struct search_goal *goal;
  struct system *system;
  struct sim *sim, *ahead;  /* ahead: for looking what would happen */
  struct system_asks *asks; /* [1..n], of the system */
  struct system_initial *initial;
  struct openings open;
  uint32_t observed;
  uint32_t n_changes;
  bool ended;     /* the observed passage is over */
  uint64_t paid;  /* what the schedule is worth: the most in one passage */
  uint64_t now;   /* in the one that goes on; as much where no crash cuts it */
  uint64_t steps; /* of the schedule */
  uint64_t made;  /* steps in all, tried ones included: what a search has worked */
};

/* NULL: *e tells why there is no such system. */
struct world *world_create(const struct search_goal *goal, struct error *e);
void world_free(struct world *world); /* NULL is fine */

/* To the initial state, where somebody is observed. */
void world_begin(struct world *world, uint32_t observed);

/* Bytes of a place, and there and back. The observed process is none of it. */
size_t world_size(const struct world *world);
void world_save(const struct world *world, void *to);
void world_load(struct world *world, const void *from);

/* Whether what follows is what would follow in a saved place. *more is what has been paid more than there, *longer how
 * many steps more were made; both may be below 0. */
bool world_is_alike(const struct world *world, const void *saved, int64_t *more, int64_t *longer);

/* Enters in a saved place that more had been paid, and more steps made. */
void world_add(void *saved, int64_t more, int64_t longer);

/* Whether P_p can make a step: it is ready, or it waits and reads again. */
static inline bool world_can(const struct world *w, uint32_t p)
{
  return w->sim->process[p].status <= RMR_PARKED;
}

static inline const struct rmr_process *world_process(const struct world *w, uint32_t p)
{
  return &w->sim->process[p];
}

/* A step of P_p, which can make one. */
void world_step(struct world *world, uint32_t p);

/* The k-th change (model/system.h, from 0), if it can happen now. */
bool world_change(struct world *world, uint32_t k);

/* Whether the observed process, if it alone moved from now on, would come to wait before its CS. */
bool world_would_wait(struct world *world);

/* The algorithm has done something that it must not do; *e tells what. */
bool world_is_broken(const struct world *world, struct error *e);

#endif
