/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * world.h: a simulated system in which a search plays its schedules, and the cost so far of the observed process's
 * passage. A world can be saved at a place and restored.
 *
 * The cost is that of the explorer: the cost of the first passage of the observed process, complete or not. Where it
 * recovers from crashes, each of which ends a passage, that is the maximum over the passages up to its next remainder;
 * the cost of a super-passage is their sum. Nothing after that counts, and a schedule is not played beyond it.
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

/* The initial choices: the sessions of passages, and the values of registers that are initialised arbitrarily. */
struct openings {
  uint32_t n_asks; /* of each process; 0: the rule of the sessions leaves no choice */
  uint32_t n_initial;
};

struct world {
  const struct search_goal *goal;
  struct system *system;
  struct sim *sim, *ahead;  /* ahead: for look-ahead */
  struct system_asks *asks; /* [1..n], of the system */
  struct system_initial *initial;
  struct openings open;
  uint32_t observed;
  uint32_t n_changes;
  uint32_t *commit; /* [(p - 1) * commits + choice]: number of the change, UINT32_MAX: there is none; NULL: writes do
                       not wait in buffers */
  uint32_t commits; /* choices */
  bool ended;       /* the observed passage is over */
  uint64_t paid;    /* the cost of the schedule: the most in one passage */
  uint64_t now;     /* cost of the current passage; equal to `paid` where no crash cuts it */
  uint64_t steps;   /* of the schedule */
  uint64_t made;    /* all steps, tried ones included: the effort of a search */
};

/* NULL: *e says why there is no such system. */
struct world *world_create(const struct search_goal *goal, struct error *e);
void world_free(struct world *world); /* NULL is fine */

/* Resets to the initial state, and sets the observed process. */
void world_begin(struct world *world, uint32_t observed);

/* The bytes of a place; saving and restoring. A place does not include the observed process. */
size_t world_size(const struct world *world);
void world_save(const struct world *world, void *to);
void world_load(struct world *world, const void *from);

/* Whether the future is the same as from a saved place. *more is the cost and *longer the number of steps in excess
 * of that place; both may be negative. */
bool world_is_alike(const struct world *world, const void *saved, int64_t *more, int64_t *longer);

/* Adds to the cost and the steps of a saved place. */
void world_add(void *saved, int64_t more, int64_t longer);

/* Whether P_p waits until its writes are committed. */
static inline bool world_drains(const struct world *w, uint32_t p)
{
  return w->sim->process[p].status == RMR_DRAINING;
}

/* Whether P_p can go on: it is ready, or it waits and reads again, or it waits for commits of its own writes, which
 * are then made. */
static inline bool world_can(const struct world *w, uint32_t p)
{
  return w->sim->process[p].status <= RMR_PARKED || world_drains(w, p);
}

static inline const struct rmr_process *world_process(const struct world *w, uint32_t p)
{
  return &w->sim->process[p];
}

/* A step of P_p, which is ready or waits and reads again. */
void world_step(struct world *world, uint32_t p);

/* The k-th change (model/system.h, from 0), if it can happen now. */
bool world_change(struct world *world, uint32_t k);

/* The number of a commit among the changes; of the commit of the oldest write of P_p, which must have one. UINT32_MAX:
 * P_p never writes to that register. */
static inline uint32_t world_commit(const struct world *w, rmr_action commit)
{
  return w->commit[(size_t)(rmr_action_who(commit) - 1) * w->commits + rmr_action_choice(commit)];
}
uint32_t world_oldest(const struct world *world, uint32_t p);

/* P_p goes on in the look-ahead: a step, and its writes go to memory at once. */
void world_look(struct world *world, uint32_t p);

/* Whether the observed process, if it alone moved from now on, would have to wait before its CS. */
bool world_would_wait(struct world *world);

/* Whether the algorithm has done something forbidden; *e describes it. */
bool world_is_broken(const struct world *world, struct error *e);

#endif
