/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * changes.c: what happens by itself: a change of the algorithm's, the crash of a process, the expiry of a lease. All of
 * it is rare, costs no RMR, and is nobody's step.
 */
#include <string.h>

#include "sim/step.h"

static bool may_crash(const struct sim *sim, uint32_t p)
{
  return sim->budget.crashes != 0 && p >= 1 && p <= sim->n && sim->process[p].section != RMR_REMAINDER;
}

static bool may_expire(const struct sim *sim, uint32_t var)
{
  if (var >= sim->n_registers || !system_is_lease(sim->system, var)) return false;
  const rmr_word value = sim->memory[var];
  if (value == system_initial_value(sim->system, var)) return false;
  const uint32_t p = system_responsible(sim->system, var, value);
  return p == 0 || p > sim->n || sim->process[p].status == RMR_DEAD || sim->budget.expiries != 0;
}

bool sim_may_change(const struct sim *sim, rmr_action action)
{
  const uint32_t who = rmr_action_who(action);
  switch ((enum rmr_action_kind)rmr_action_kind(action)) {
  case RMR_CHANGE: return who < sim->n_registers && system_may_change(sim->system, action, sim->memory[who]);
  case RMR_CRASH: return may_crash(sim, who);
  case RMR_EXPIRE: return may_expire(sim, who);
  case RMR_STEP:
  case RMR_N_ACTIONS: break;
  }
  return false;
}

rmr_action sim_first_change(const struct sim *sim)
{
  for (uint32_t k = 0, n = system_n_changes(sim->system); k < n; k++)
    if (sim_may_change(sim, system_change(sim->system, k))) return system_change(sim->system, k);
  return RMR_STOP;
}

/* Its copies are gone, and what it owned is nobody's. */
static void drop_copies(struct sim *sim, uint32_t p)
{
  for (uint32_t var = 0; var < sim->n_registers; var++) {
    *sim_copies(sim, p, var) &= ~((uint64_t)SIM_VALID << sim_shift(p));
    if (sim->owner[var] == p) sim->owner[var] = 0;
  }
}

static void crash(struct sim *sim, uint32_t p, struct rmr_event *event)
{
  struct rmr_process *me = &sim->process[p];
  event->from = me->section;
  event->to = RMR_REMAINDER;
  event->session = me->session;
  event->passage_rmr = me->rmr;
  event->passage_steps = me->steps;
  sim_remove(sim, p);
  drop_copies(sim, p);
  memset(sim->local + (size_t)p * sim->stride, 0, sim->stride);
  *me = (struct rmr_process){.pending = {.kind = RMR_LOCAL, .section = RMR_REMAINDER},
                             .session = me->session,
                             .passages = me->passages,
                             .section = RMR_REMAINDER,
                             .status = RMR_DEAD};
  sim->budget.crashes--;
}

static void change(struct sim *sim, uint32_t var, rmr_action action, struct rmr_event *event)
{
  event->before = sim->memory[var];
  if (event->action == RMR_EXPIRE) {
    const uint32_t p = system_responsible(sim->system, var, event->before);
    if (p != 0 && p <= sim->n && sim->process[p].status != RMR_DEAD) sim->budget.expiries--;
  }
  event->after = sim->memory[var] = system_changed(sim->system, action, event->before);
  if (sim_is_new(&sim->range[sim->group_of[var]], event->after)) sim_new_extreme(sim, 0, var, 0, event->after);
  event->woken = sim_wake(sim, var);
}

struct rmr_event sim_change(struct sim *sim, rmr_action action)
{
  const uint32_t who = rmr_action_who(action);
  struct rmr_event event = {.step = ++sim->view.step,
                            .action = (uint8_t)rmr_action_kind(action),
                            .choice = rmr_action_choice(action),
                            .var = who};
  sim->changes++;
  if (event.action == RMR_CRASH)
    crash(sim, who, &event);
  else
    change(sim, who, action, &event);
  return event;
}
