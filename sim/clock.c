/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * clock.c: time in a simulation (model/time.h). Each process has a time by which its pending access must be made, and,
 * where it sleeps, one at which it can go on; a tick moves the common clock, and wakes.
 *
 * A parked process looks at its registers again and again, and is never late with that. Its wait may come true by time
 * alone: a lease runs out. From when on it would is found when it is parked, by trying later clocks on a copy of its
 * local state. This takes for granted that a wait which time has made true stays true while nothing is written. Its
 * access after waking is due as if it had looked in vain at the last moment before.
 */
#include <string.h>

#include "sim/step.h"

static const rmr_word NEVER = INT64_MAX;

void sim_clock_reset(struct sim *sim)
{
  sim->now = 0;
  sim->last_tick = 0;
  for (uint32_t p = 1; p <= sim->n && sim->clock != NULL; p++)
    sim->clock[p] = (struct sim_clock){
      .due = NEVER, .alarm = NEVER, .ahead = sim->system->begin + system_skew(&sim->system->spec, p)};
}

/* --- deadlines ---------------------------------------------------------------------------------------------------- */

static rmr_word due_of(const struct sim *sim, uint32_t p)
{
  const struct rmr_process *me = &sim->process[p];
  const struct time_spec *time = &sim->system->spec.time;
  const rmr_word leave = sim->clock[p].entered + time->cs, soon = sim->now + time->slow;
  if (me->section != RMR_CS) return soon;
  const bool leaves = me->pending.kind == RMR_LOCAL || me->pending.section == RMR_EXIT;
  return leaves || leave < soon ? leave : soon;
}

void sim_clock_look(struct sim *sim, uint32_t p)
{
  const struct rmr_process *me = &sim->process[p];
  if (!sim->fault.raised && system_delays_too_early(me->section, &me->pending))
    sim->fault = (struct sim_fault){.raised = true, .early = true, .process = p, .line = me->pending.line};
}

void sim_clock_pending(struct sim *sim, uint32_t p)
{
  const struct rmr_process *me = &sim->process[p];
  struct sim_clock *clock = &sim->clock[p];
  clock->due = clock->alarm = NEVER;
  if (me->status != RMR_DONE) sim_clock_look(sim, p);
  if (me->section == RMR_REMAINDER || me->status != RMR_READY) return;
  clock->due = due_of(sim, p);
  if (me->pending.kind != RMR_DELAY) return;
  clock->due = sim->now + (me->pending.value > 0 ? me->pending.value : 0);
  if (clock->due == sim->now) return;
  clock->alarm = clock->due;
  sim_delay(sim, p, RMR_DELAYED);
}

/* --- waits that time ends ----------------------------------------------------------------------------------------- */

/* Whether the wait of P_p, which is parked, would fail once more if its clock showed so much more. */
static bool fails_later(const struct sim *sim, uint32_t p, rmr_word later)
{
  _Alignas(16) unsigned char copy[RMR_MAX_STATE];
  const unsigned char *const local = sim->local + (size_t)p * sim->stride;
  const struct waiter *const reads = &sim->waiter[(size_t)p * sim->watch];
  struct rmr_in in = sim->in;
  memcpy(copy, local, sim->stride);
  in.i = p;
  in.id = sim->at[p].id;
  in.now = sim_local_time(sim, p) + later;
  struct rmr_op op = sim->process[p].pending;
  for (uint32_t k = 0; k < sim->process[p].watching; k++) {
    if (!rmr_kind_reads(op.kind) || op.var != reads[k].var) return false;
    in.value = sim->memory[op.var];
    op = system_step(sim->system, copy, &in);
  }
  return sim_identity(&op) == sim_identity(&sim->process[p].pending) && memcmp(copy, local, sim->stride) == 0;
}

void sim_clock_parked(struct sim *sim, uint32_t p)
{
  const rmr_word horizon = time_horizon(sim->system->algorithm, sim->system->size);
  rmr_word fails = 0, ends = 2 * (horizon + sim->system->spec.time.skew) + 1;
  sim->clock[p].due = sim->clock[p].alarm = NEVER;
  if (horizon == 0 || fails_later(sim, p, ends)) return;
  while (ends - fails > 1) {
    const rmr_word middle = fails + (ends - fails) / 2;
    if (fails_later(sim, p, middle))
      fails = middle;
    else
      ends = middle;
  }
  sim->clock[p].alarm = sim->now + ends;
}

/* --- ticks -------------------------------------------------------------------------------------------------------- */

/* The last moment at which P_p is not late: its access must be made by then. */
static rmr_word latest(const struct sim *sim, uint32_t p)
{
  const struct sim_clock *clock = &sim->clock[p];
  if (sim->process[p].status != RMR_PARKED || clock->alarm == NEVER) return clock->due;
  return clock->alarm - 1 + sim->system->spec.time.slow;
}

uint32_t sim_most_ticks(const struct sim *sim)
{
  rmr_word most = UINT32_MAX;
  if (sim->clock == NULL) return 0;
  for (uint32_t p = 1; p <= sim->n; p++) {
    const rmr_word left = latest(sim, p) - sim->now;
    if (left < most) most = left;
  }
  if (sim->system->end_of_time - sim->now < most) most = sim->system->end_of_time - sim->now;
  return most > 0 ? (uint32_t)most : 0;
}

uint32_t sim_first_due(const struct sim *sim)
{
  uint32_t first = 0;
  for (uint32_t p = 1; p <= sim->n; p++)
    if (sim->clock[p].due != NEVER && (first == 0 || sim->clock[p].due < sim->clock[first].due)) first = p;
  return first;
}

bool sim_awaits_clock(const struct sim *sim)
{
  for (uint32_t p = 1; sim->clock != NULL && p <= sim->n; p++)
    if (sim->process[p].status != RMR_READY && sim->clock[p].alarm != NEVER) return true;
  return false;
}

uint32_t sim_ticks_to_wake(const struct sim *sim)
{
  rmr_word soonest = NEVER;
  for (uint32_t p = 1; p <= sim->n && sim->clock != NULL; p++)
    if (sim->process[p].status != RMR_READY && sim->clock[p].alarm < soonest) soonest = sim->clock[p].alarm;
  const uint32_t most = sim_most_ticks(sim);
  return soonest == NEVER || soonest - sim->now > most ? 0 : (uint32_t)(soonest - sim->now);
}

void sim_tick(struct sim *sim, uint32_t ticks, struct rmr_event *event)
{
  event->before = sim->now;
  event->after = sim->now += ticks;
  sim->view.now = sim->now;
  sim->last_tick = event->step;
  for (uint32_t p = 1; p <= sim->n; p++) {
    struct sim_clock *clock = &sim->clock[p];
    struct rmr_process *me = &sim->process[p];
    /* the first access of a passage is of the moment at which it is made */
    if (me->status == RMR_READY && me->section == RMR_REMAINDER) sim_ask_first(sim, p, false);
    if (clock->alarm > sim->now) continue;
    const rmr_word due = me->status == RMR_PARKED ? latest(sim, p) : clock->alarm;
    sim_unpark(sim, p);
    clock->due = due;
    sim->woken[event->woken++] = p;
  }
}

rmr_action sim_usual_tick(const struct sim *sim)
{
  uint32_t ticks = 0;
  if (sim->view.n_ready == 0)
    ticks = sim_ticks_to_wake(sim);
  else if (sim->view.step - sim->last_tick >= sim->n)
    ticks = sim_most_ticks(sim) != 0;
  return ticks != 0 ? rmr_action_of(RMR_TICK, ticks, 0) : RMR_STOP;
}
