/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * step.h: the one primitive. `sim_step(sim, p, memory)` carries out the pending access of P_p, charges it, hands the reply to the
 * algorithm, and returns what happened. Simulating, replaying and searching differ only in who chooses p.
 *
 * This is the hot path, so it is an inline function and `memory` a constant of the caller: run.c makes one loop for each
 * memory model. A step costs one indirect call (the algorithm) and touches one row of cache bits and one process.
 *
 * The order within a step: access and charge; wake the waiters of a written register; local computation up to the next
 * access; section; park if a wait has just failed on valid copies.
 */
#ifndef SIM_STEP_H
#define SIM_STEP_H

#include <assert.h>
#include <string.h>

#include "sim/state.h"

static inline uint64_t *sim_row(const struct sim *sim, uint32_t var)
{
  return sim->copies + (size_t)var * 2 * sim->row;
}

static inline bool sim_holds(const struct sim *sim, uint32_t p, uint32_t var)
{
  return sim_row(sim, var)[(p - 1) / 64] >> (p - 1) % 64 & 1;
}

/* A read of var by P_p: why it costs an RMR, or RMR_FREE. Afterwards P_p holds a valid copy. Whether a read hits is as good
 * as random to the processor, so there is no branch on it. */
static inline uint8_t sim_charge_read(struct sim *sim, uint32_t p, uint32_t var, enum sim_memory memory)
{
  uint64_t *valid = &sim_row(sim, var)[(p - 1) / 64];
  uint64_t *ever = valid + sim->row;
  const uint32_t place = (p - 1) % 64;
  const uint64_t hit = *valid >> place & 1, held = *ever >> place & 1;
  *valid |= UINT64_C(1) << place;
  if (memory == SIM_DSM) return sim->home[var] == p ? RMR_FREE : RMR_REMOTE;
  *ever |= UINT64_C(1) << place;
  if (memory == SIM_CC_WRITEBACK) sim->owner[var] = hit ? sim->owner[var] : 0; /* after a miss the owner shares */
  static_assert(RMR_FREE == 0 && RMR_COLD == 1 && RMR_INVALIDATED == 2, "the causes of a read are computed");
  return (uint8_t)((hit ^ 1) * (1 + held));
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
  case RMR_CAS: return before == rmr_cas_expected(op) ? rmr_cas_desired(op) : before;
  case RMR_FETCH_ADD: return before + op->value;
  case RMR_TAS: return 1;
  default: return op->value; /* WRITE, SWAP */
  }
}

/* Register, line, kind and section of an operation in one number: which wait a SPIN belongs to. Never 0, as lines are not. */
static inline uint64_t sim_identity(const struct rmr_op *op)
{
  static_assert(sizeof *op == 16 && offsetof(struct rmr_op, var) == 8, "the second half of an operation is its identity");
  uint64_t identity;
  memcpy(&identity, &op->var, sizeof identity);
  return identity;
}

/* First half of a step of P_p: the access, its charge, and the waking of those who wait for it. Returns the cause of its cost.
 * What was done is kept in sim->last. */
static inline __attribute__((always_inline)) uint8_t sim_access(struct sim *sim, uint32_t p, const enum sim_memory memory)
{
  struct rmr_process *me = &sim->process[p];
  const struct rmr_op op = me->pending;
  uint8_t cause = RMR_FREE;
  assert(me->status == RMR_READY && op.line != 0 && (op.kind == RMR_LOCAL || op.var < sim->n_registers));
  sim->view.step++;
  sim->last.op = op;
  sim->last.woken = 0;

  if (op.kind == RMR_READ || op.kind == RMR_SPIN) {
    const uint64_t begins = -(uint64_t)(op.kind == RMR_SPIN); /* all ones or none: as random as hits are */
    me->spinning ^= (me->spinning ^ sim_identity(&op)) & begins;
    sim->in.value = sim->memory[op.var];
    cause = sim_charge_read(sim, p, op.var, memory);
  } else if (op.kind != RMR_LOCAL) {
    const rmr_word before = sim->memory[op.var], after = sim_result(&op, before);
    sim->in.value = before;
    sim->memory[op.var] = after;
    cause = sim_charge_write(sim, p, op.var, memory);
    me->spinning = me->blocked = 0;
    if (after > sim->largest[op.var]) sim_new_largest(sim, p, op.var, op.line, after);
    if (sim->waiting[op.var].head != SIM_NOBODY) sim->last.woken = sim_wake(sim, op.var);
  }
  sim->last.cause = cause;
  me->rmr += cause != RMR_FREE;
  me->steps++;
  return cause;
}

/* Second half: the local computation up to the next access. True if sim_settle must follow, because the process has
 * changed section or is back where the evaluation of its wait began. */
static inline __attribute__((always_inline)) bool sim_compute(struct sim *sim, uint32_t p)
{
  struct rmr_process *me = &sim->process[p];
  sim->in.i = p;
  me->pending = sim->algorithm->step(sim->local + (size_t)p * sim->stride, &sim->in);
  const uint8_t to = sim->after[sim->last.op.section][me->pending.section];
  return (to != me->section) | (sim_identity(&me->pending) == me->spinning);
}

/* One whole step of a ready process. */
static inline struct rmr_event sim_step(struct sim *sim, uint32_t p, const enum sim_memory memory)
{
  sim_access(sim, p, memory);
  sim_compute(sim, p);
  return sim_settle(sim, p);
}

#endif
