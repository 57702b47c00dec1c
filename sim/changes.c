/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * changes.c: events that happen by themselves: a change of the algorithm's, the crash of a process, a new one in its
 * place, the expiry of a lease, ticks of the clock. All of it is rare, costs no RMR, and is nobody's step.
 */
#include <string.h>

#include "sim/step.h"

/* Whether the crash of P_p would be noticed: in its remainder it has nothing to forget, but for what it remembers from
 * one passage to the next. */
static bool has_to_forget(const struct sim *sim, uint32_t p)
{
  const struct rmr_process *me = &sim->process[p];
  if (me->status == RMR_DONE || me->status == RMR_DEAD) return false;
  return me->section != RMR_REMAINDER || (sim->recovers && sim->system->algorithm->remembers);
}

static bool may_crash(const struct sim *sim, uint32_t p)
{
  const uint16_t at = sim->system->spec.faults.at;
  if (sim->budget.left[LIMIT_CRASHES] == 0 || p > sim->n) return false;
  if (faults_at_once(&sim->system->spec.faults)) return p == 0 && sim->n_done != sim->n;
  return p != 0 && has_to_forget(sim, p) && (at == 0 || sim->process[p].pending.line == at);
}

static bool may_come(const struct sim *sim, uint32_t p)
{
  return sim->budget.left[LIMIT_ARRIVALS] != 0 && p >= 1 && p <= sim->n && sim->process[p].status == RMR_DEAD;
}

bool sim_may_arrive(const struct sim *sim)
{
  for (uint32_t p = 1; sim->budget.left[LIMIT_ARRIVALS] != 0 && p <= sim->n; p++)
    if (may_come(sim, p)) return true;
  return false;
}

/* Whether P_p is alive and responsible for a lease. */
static bool keeps(const struct sim *sim, uint32_t p, uint32_t var)
{
  const struct system *system = sim->system;
  if (sim->process[p].status == RMR_DEAD) return false;
  if (system_shared(system, var)->keeps == NULL)
    return system_responsible(system, var, sim->memory[var]) == p &&
           (sim->at[p].inherited >> system->group_of[var] & 1) == 0;
  return system_keeps(system, var, sim->local + (size_t)p * sim->stride);
}

/* Whether somebody alive is responsible for a lease. */
static bool is_kept(const struct sim *sim, uint32_t var)
{
  if (system_shared(sim->system, var)->keeps == NULL) {
    const uint32_t q = system_responsible(sim->system, var, sim->memory[var]);
    return q != 0 && q <= sim->n && keeps(sim, q, var);
  }
  for (uint32_t p = 1; p <= sim->n; p++)
    if (keeps(sim, p, var)) return true;
  return false;
}

static bool is_up(const struct sim *sim, uint32_t var)
{
  return system_is_lease(sim->system, var) && sim->memory[var] != system_initial_value(sim->system, var);
}

/* P_reader, or 0: all. A process that is responsible for a lease has written its stamp by its own clock, so for that
 * process alone it does not run out. */
static bool may_expire(const struct sim *sim, uint32_t var, uint32_t reader)
{
  if (var >= sim->n_registers || !is_up(sim, var) || (reader != 0) != (sim->lapsed != NULL)) return false;
  if (reader > sim->n ||
      (reader != 0 && (sim->process[reader].status == RMR_DEAD || sim_expired_for(sim, reader, var))))
    return false;
  return !is_kept(sim, var) || (sim->budget.left[LIMIT_EXPIRIES] != 0 && (reader == 0 || !keeps(sim, reader, var)));
}

bool sim_will_happen(const struct sim *sim, rmr_action action)
{
  const uint32_t var = rmr_action_who(action);
  if (rmr_action_kind(action) == RMR_COMMIT) return sim_may_commit(sim, action);
  return rmr_action_kind(action) == RMR_EXPIRE && may_expire(sim, var, rmr_action_choice(action)) && !is_kept(sim, var);
}

bool sim_may_change(const struct sim *sim, rmr_action action)
{
  const uint32_t who = rmr_action_who(action);
  switch ((enum rmr_action_kind)rmr_action_kind(action)) {
  case RMR_CHANGE: return who < sim->n_registers && system_may_change(sim->system, action, sim->memory[who]);
  case RMR_CRASH: return may_crash(sim, who);
  case RMR_EXPIRE: return may_expire(sim, who, rmr_action_choice(action));
  case RMR_NEW: return may_come(sim, who);
  case RMR_TICK: return who != 0 && who <= sim_most_ticks(sim) && rmr_action_choice(action) == 0;
  case RMR_COMMIT: return sim_may_commit(sim, action);
  case RMR_STEP:
  case RMR_N_ACTIONS: break;
  }
  return false;
}

rmr_action sim_first_change(const struct sim *sim)
{
  for (uint32_t k = 0, n = system_n_changes(sim->system) - (sim->clock != NULL); k < n; k++) /* the last is the tick */
    if (sim_may_change(sim, system_change(sim->system, k))) return system_change(sim->system, k);
  return RMR_STOP;
}

/* Its copies are gone, and registers that it owned are nobody's. */
static void drop_copies(struct sim *sim, uint32_t p)
{
  for (uint32_t var = 0; var < sim->n_registers; var++) {
    *sim_copies(sim, p, var) &= ~((uint64_t)(SIM_VALID | SIM_EVER) << sim_shift(p));
    if (sim->owner[var] == p) sim->owner[var] = 0;
  }
}

void sim_renew(struct sim *sim, uint32_t var)
{
  memset(&sim->lapsed[(size_t)var * sim->reads], 0, sim->reads * sizeof *sim->lapsed);
}

/* P_p reads nothing any more. */
static void forget_expired(struct sim *sim, uint32_t p)
{
  for (uint32_t var = 0; sim->lapsed != NULL && var < sim->n_registers; var++)
    sim->lapsed[(size_t)var * sim->reads + (p - 1) / 64] &= ~(UINT64_C(1) << (p - 1) % 64);
}

/* Whether P_p is parked, and waits for the register. */
static bool waits_for(const struct sim *sim, uint32_t p, uint32_t var)
{
  for (uint32_t k = 0; k < sim->process[p].watching; k++)
    if (sim->waiter[(size_t)p * sim->watch + k].var == var) return true;
  return false;
}

/* It runs out for P_reader, which looks again if it waits for it. */
static void run_out_for(struct sim *sim, uint32_t var, uint32_t reader, struct rmr_event *event)
{
  sim->lapsed[(size_t)var * sim->reads + (reader - 1) / 64] |= UINT64_C(1) << (reader - 1) % 64;
  if (!waits_for(sim, reader, var)) return;
  sim_unpark(sim, reader);
  sim->woken[event->woken++] = reader;
}

/* An expiry for which a parked process waits, of a lease that nobody alive is responsible for. */
static rmr_action awaited_expiry(const struct sim *sim)
{
  for (uint32_t k = 0, n = system_n_changes(sim->system); k < n; k++) {
    const rmr_action action = system_change(sim->system, k);
    const uint32_t var = rmr_action_who(action), reader = rmr_action_choice(action);
    if (rmr_action_kind(action) != RMR_EXPIRE || !sim_will_happen(sim, action)) continue;
    if (reader != 0 ? waits_for(sim, reader, var) : sim->waiting[var].head != SIM_NOBODY) return action;
  }
  return RMR_STOP;
}

rmr_action sim_awaited(const struct sim *sim)
{
  if (sim->buffers) return sim_usual_commit(sim, 0);
  return sim_awaits_clock(sim) ? rmr_action_of(RMR_TICK, 1, 0) : awaited_expiry(sim);
}

static void die(struct sim *sim, uint32_t p)
{
  struct rmr_process *me = &sim->process[p];
  sim_remove(sim, p);
  memset(sim->local + (size_t)p * sim->stride, 0, sim->stride);
  *me = (struct rmr_process){.pending = {.kind = RMR_LOCAL, .section = RMR_REMAINDER},
                             .session = me->session,
                             .passages = me->passages,
                             .section = RMR_REMAINDER,
                             .status = RMR_DEAD};
  if (sim->clock != NULL) sim_clock_pending(sim, p);
}

/* Everything that P_p knew is gone; it stands before its first line, for the session that it has asked for. */
static void start_again(struct sim *sim, uint32_t p)
{
  struct rmr_process *me = &sim->process[p];
  const uint32_t next = sim->session[p];
  if (me->status != RMR_READY) sim_unpark(sim, p);
  memset(sim->local + (size_t)p * sim->stride, 0, sim->stride);
  sim->session[p] = me->session;
  sim_ask_first(sim, p, true);
  sim->session[p] = next;
  sim_begin_wait(me);
  me->blocked = 0;
  me->rmr = me->steps = 0;
  if (me->section != RMR_REMAINDER) me->section = RMR_RECOVER;
  if (sim->clock != NULL) sim_clock_pending(sim, p);
}

/* A lease runs out, for one process or for all. */
static void expire(struct sim *sim, uint32_t var, struct rmr_event *event)
{
  event->before = sim->memory[var];
  event->after = system_initial_value(sim->system, var);
  if (is_kept(sim, var)) sim->budget.left[LIMIT_EXPIRIES]--;
  if (event->choice != 0) {
    run_out_for(sim, var, event->choice, event);
    return;
  }
  sim->memory[var] = event->after;
  event->woken = sim_wake(sim, var);
}

static void crash(struct sim *sim, uint32_t p, struct rmr_event *event)
{
  const struct rmr_process *me = &sim->process[p];
  event->from = me->section;
  event->session = me->session;
  event->passage_rmr = me->rmr;
  event->passage_steps = me->steps;
  drop_copies(sim, p);
  if (sim->recovers) {
    start_again(sim, p);
  } else {
    die(sim, p);
    forget_expired(sim, p);
  }
  event->to = me->section;
}

static void crash_all(struct sim *sim)
{
  for (uint32_t p = 1; p <= sim->n; p++) {
    drop_copies(sim, p);
    if (has_to_forget(sim, p)) start_again(sim, p);
  }
  for (uint32_t var = 0; var < sim->n_registers; var++)
    if (system_shared(sim->system, var)->epoch) {
      sim->memory[var]++;
      if (sim_is_new(&sim->range[sim->group_of[var]], sim->memory[var]))
        sim_new_extreme(sim, 0, var, 0, sim->memory[var]);
    }
}

/* Another one, which knows nothing of it, but finds what it has written. */
static void arrive(struct sim *sim, uint32_t p)
{
  sim->at[p].asked += sim->process[p].passages + 1;
  sim->at[p].before++;
  sim->at[p].inherited = system_inherited(sim->system);
  sim->process[p].passages = 0;
  sim_begin(sim, p);
  sim_restore(sim, p);
  sim->budget.left[LIMIT_ARRIVALS]--;
}

static void change(struct sim *sim, uint32_t var, rmr_action action, struct rmr_event *event)
{
  event->before = sim->memory[var];
  event->after = sim->memory[var] = system_changed(sim->system, action, event->before);
  if (sim->lapsed != NULL) sim_renew(sim, var);
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
  switch ((enum rmr_action_kind)event.action) {
  case RMR_NEW: arrive(sim, who); break;
  case RMR_TICK: sim_tick(sim, who, &event); break;
  case RMR_COMMIT: sim_commit(sim, action, &event); break;
  case RMR_EXPIRE: expire(sim, who, &event); break;
  case RMR_CHANGE: change(sim, who, action, &event); break;
  case RMR_CRASH:
    sim->budget.left[LIMIT_CRASHES]--;
    if (who != 0)
      crash(sim, who, &event);
    else
      crash_all(sim);
    break;
  case RMR_STEP: /* no change */
  case RMR_N_ACTIONS: break;
  }
  return event;
}
