/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * step.h: the one primitive. `sim_step(sim, p, memory)` carries out the pending access of P_p, charges it, hands the reply to the
 * algorithm, and returns what happened. Simulating, replaying and searching differ only in who chooses p.
 *
 * This is the hot path, so it is an inline function and `memory` a constant of the caller: run.c makes one loop for each
 * memory model. A step costs one indirect call (the algorithm) and touches one row of cache bits.
 *
 * The order within a step: access and charge; wake the waiters of a written register; local computation up to the next
 * access; section; park if a wait has just failed on valid copies.
 */
#ifndef SIM_STEP_H
#define SIM_STEP_H

#include <assert.h>

#include "sim/state.h"

static inline uint64_t *sim_row(const struct sim *sim, uint32_t var)
{
  return sim->copies + (size_t)var * 2 * sim->row;
}

static inline bool sim_holds(const struct sim *sim, uint32_t p, uint32_t var)
{
  return sim_row(sim, var)[(p - 1) / 64] >> (p - 1) % 64 & 1;
}

/* A read of var by P_p: why it costs an RMR, or RMR_FREE. Afterwards P_p holds a valid copy. */
static inline uint8_t sim_charge_read(struct sim *sim, uint32_t p, uint32_t var, enum sim_memory memory)
{
  uint64_t *valid = &sim_row(sim, var)[(p - 1) / 64];
  uint64_t *ever = valid + sim->row;
  const uint64_t bit = UINT64_C(1) << (p - 1) % 64;
  if (memory == SIM_DSM) {
    *valid |= bit;
    return sim->home[var] == p ? RMR_FREE : RMR_REMOTE;
  }
  if ((*valid & bit) != 0) return RMR_FREE;
  *valid |= bit;
  if (memory == SIM_CC_WRITEBACK) sim->owner[var] = 0; /* the owner now shares */
  const uint8_t cause = (*ever & bit) != 0 ? RMR_INVALIDATED : RMR_COLD;
  *ever |= bit;
  return cause;
}

/* A write or read-modify-write of var by P_p. Afterwards nobody holds a valid copy, but for the writer where it keeps one. */
static inline uint8_t sim_charge_write(struct sim *sim, uint32_t p, uint32_t var, enum sim_memory memory)
{
  uint64_t *valid = sim_row(sim, var);
  if (memory == SIM_CC_WRITEBACK && sim->owner[var] == p) return RMR_FREE;
  for (uint32_t w = 0; w < sim->row; w++) valid[w] = 0;
  if (memory == SIM_CC_KEEP || memory == SIM_CC_WRITEBACK) {
    const uint64_t bit = UINT64_C(1) << (p - 1) % 64;
    valid[(p - 1) / 64] |= bit;
    valid[(p - 1) / 64 + sim->row] |= bit;
  }
  if (memory == SIM_CC_WRITEBACK) sim->owner[var] = p;
  if (memory == SIM_DSM && sim->home[var] == p) return RMR_FREE;
  return RMR_WRITTEN;
}

/* What a write or read-modify-write leaves in the register. */
static inline rmr_word sim_result(const struct rmr_op *op, rmr_word before)
{
  switch (op->kind) {
  case RMR_CAS: return before == op->expected ? op->value : before;
  case RMR_FETCH_ADD: return before + op->value;
  case RMR_TAS: return 1;
  default: return op->value; /* WRITE, SWAP */
  }
}

/* Notes what the evaluation of a wait has read so far. watching > watch means: more than was declared. */
static inline void sim_watch(struct sim *sim, uint32_t p, struct rmr_process *me, const struct rmr_op *op)
{
  if (op->kind == RMR_SPIN) {
    me->watching = 1;
    me->waiting_line = op->line;
    sim->waiter[(size_t)p * sim->watch].var = op->var;
  } else if (op->kind == RMR_READ && me->watching != 0) {
    if (me->watching < sim->watch) sim->waiter[(size_t)p * sim->watch + me->watching].var = op->var;
    if (me->watching <= sim->watch) me->watching++;
  } else {
    me->watching = 0;
  }
}

/* P_p is poised to begin the evaluation of a wait. Is it the one that it has just completed, in vain? */
static inline bool sim_wait_failed(const struct sim *sim, uint32_t p, const struct rmr_process *me)
{
  return me->watching != 0 && me->waiting_line == me->pending.line &&
         sim->waiter[(size_t)p * sim->watch].var == me->pending.var;
}

/* Would P_p, evaluating its wait again now, read nothing but what it has in its cache (or in its own memory)? */
static inline bool sim_can_park(const struct sim *sim, uint32_t p, const struct rmr_process *me, enum sim_memory memory)
{
  const struct waiter *watched = &sim->waiter[(size_t)p * sim->watch];
  for (uint32_t k = 0; k < me->watching; k++) {
    if (!sim_holds(sim, p, watched[k].var)) return false;
    if (memory == SIM_DSM && sim->home[watched[k].var] != p) return false;
  }
  return true;
}

static inline struct rmr_event sim_step(struct sim *sim, uint32_t p, const enum sim_memory memory)
{
  struct rmr_process *me = &sim->process[p];
  const struct rmr_op op = me->pending;
  struct rmr_event event = {.step = ++sim->view.step, .process = p, .var = op.var, .line = op.line, .kind = op.kind,
                            .session = me->session, .from = me->section};
  assert(me->status == RMR_READY && op.line != 0 && (op.kind == RMR_LOCAL || op.var < sim->n_registers));

  if (op.kind == RMR_READ || op.kind == RMR_SPIN) {
    event.before = event.after = sim->memory[op.var];
    event.cause = sim_charge_read(sim, p, op.var, memory);
  } else if (op.kind != RMR_LOCAL) {
    event.before = sim->memory[op.var];
    event.after = sim->memory[op.var] = sim_result(&op, event.before);
    event.cause = sim_charge_write(sim, p, op.var, memory);
    if (sim->waiting[op.var].head != SIM_NOBODY) event.woken = sim_wake(sim, op.var);
    if (event.after > sim->limit[op.var]) sim_check_range(sim, p, op.var, op.line, event.after);
  }
  sim_watch(sim, p, me, &op);

  sim->in.i = p;
  sim->in.value = event.before;
  me->pending = sim->algorithm->step(sim->local + (size_t)p * sim->stride, &sim->in);

  event.passage_rmr = me->rmr += event.cause != RMR_FREE;
  event.passage_steps = ++me->steps;
  event.to = me->section = sim->after[sim->section_of[op.line]][sim->section_of[me->pending.line]];
  if (event.to == RMR_REMAINDER && event.from != RMR_REMAINDER) sim_passage_end(sim, p);

  if (me->pending.kind == RMR_SPIN) {
    if (sim_wait_failed(sim, p, me)) {
      assert(me->watching <= sim->watch && "the algorithm's `watch` is too small");
      event.blocked = !me->blocked;
      me->blocked = 1;
      if (sim_can_park(sim, p, me, memory)) {
        event.parked = true;
        sim_park(sim, p);
      }
    } else {
      me->blocked = 0;
    }
  }
  return event;
}

#endif
