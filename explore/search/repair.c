/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/repair.h"

enum {
  ALONE = 8, /* steps of a helper, for each process */
  DEPTH = 4, /* most nested repairs */
};

/* So many steps of P_q set P_p free, if its writes go to memory at once; 0: they do not. */
static uint32_t steps_to_wake(struct world *w, uint32_t p, uint32_t q)
{
  struct sim *sim = w->ahead;
  const struct rmr_process *helper = &sim->process[q];
  sim_state_copy(sim, w->sim);
  const bool inside = helper->section >= RMR_CS;
  for (uint32_t k = 1; k <= ALONE * (w->system->n + 2) && helper->status == RMR_READY; k++) {
    world_look(w, q);
    if (!inside && helper->section >= RMR_CS) return 0;
    if (sim->process[p].status == RMR_READY) return k;
    if (helper->section == RMR_REMAINDER) return 0;
  }
  return 0;
}

static bool repairs(struct candidate *candidate, struct world *w, uint32_t p, uint32_t q, size_t fixed)
{
  if (q == p || world_process(w, q)->status != RMR_READY) return false;
  const uint32_t steps = steps_to_wake(w, p, q);
  for (uint32_t k = 0; k < steps; k++) {
    candidate_step(candidate, w, q, fixed);
    candidate_drain(candidate, w, q, fixed);
  }
  return steps != 0;
}

static void repair_by(struct candidate *candidate, struct world *w, uint32_t p, size_t fixed, uint32_t depth)
{
  const uint32_t home = w->system->home[world_process(w, p)->pending.var];
  if (home != 0) {
    if (depth > 0 && home != w->observed && world_process(w, home)->status == RMR_PARKED)
      repair_by(candidate, w, home, fixed, depth - 1);
    if (world_process(w, p)->status == RMR_PARKED) repairs(candidate, w, p, home, fixed);
    return;
  }
  for (uint32_t q = 1; q <= w->system->n; q++)
    if (repairs(candidate, w, p, q, fixed)) return;
}

void repair(struct candidate *candidate, struct world *world, uint32_t p, size_t fixed)
{
  repair_by(candidate, world, p, fixed, DEPTH);
}
