/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * step.h: the one primitive. `sim_step(sim, p, memory, &event)` carries out the pending access of P_p, charges it,
 * hands the reply to the algorithm, and tells the event. Simulating, replaying and searching differ only in the choice
 * of p.
 *
 * This is the hot path, so it is an inline function and `memory` a constant of the caller: run.c makes one loop for
 * each memory model. A step costs one indirect call (the algorithm) and touches one row of cache bits and one process.
 *
 * The order within a step: access and charge; wake the waiters of a written register; local computation up to the next
 * access; section; park if a wait has just failed on valid copies.
 */
#ifndef SIM_STEP_H
#define SIM_STEP_H

#include <assert.h>
#include <string.h>

#include "model/buffer.h"
#include "sim/state.h"

/* The word with the cache bits of P_p for var, and its shift. */
static inline uint64_t *sim_copies(const struct sim *sim, uint32_t p, uint32_t var)
{
  return &sim->copies[(size_t)var * sim->row + (p - 1) / SIM_PER_WORD];
}

static inline uint32_t sim_shift(uint32_t p)
{
  static_assert(2 * SIM_PER_WORD == 64, "the processor takes a shift modulo 64 by itself");
  return 2 * (p - 1) % 64;
}

static inline bool sim_holds(const struct sim *sim, uint32_t p, uint32_t var)
{
  return *sim_copies(sim, p, var) >> sim_shift(p) & SIM_VALID;
}

/* A read of var by P_p: returns the cause of an RMR, or RMR_FREE. Afterwards P_p holds a valid copy. The processor
 * cannot predict hits, so there is no branch on them. */
static inline uint8_t sim_charge_read(const struct sim *sim, uint32_t p, uint32_t var, enum memory memory)
{
  uint64_t *word = sim_copies(sim, p, var);
  const uint32_t bits = *word >> sim_shift(p) & (SIM_VALID | SIM_EVER);
  *word |= (uint64_t)(SIM_VALID | SIM_EVER) << sim_shift(p);
  if (!memory_has_caches(memory)) return memory_read_costs(memory, false, sim->home[var] == p) ? RMR_REMOTE : RMR_FREE;
  if (memory_has_owners(memory))
    sim->owner[var] = bits & SIM_VALID ? sim->owner[var] : 0; /* a miss: the owner shares */
  static_assert(RMR_FREE == 0 && RMR_COLD == 1 && RMR_INVALIDATED == 2, "looked up by the bits, four bits each");
  return (uint8_t)(0x0201 >> 4 * bits & 3);
}

/* Invalidates every copy of a register; `row` has its cache bits, in so many words. */
void sim_invalidate(uint64_t *row, uint32_t words);

/* A write or read-modify-write of var by P_p. Afterwards no process holds a valid copy, but for the writer where it
 * keeps one. */
static inline uint8_t sim_charge_write(const struct sim *sim, uint32_t p, uint32_t var, enum memory memory)
{
  uint64_t *row = &sim->copies[(size_t)var * sim->row];
  const bool owns = memory_has_owners(memory) && sim->owner[var] == p;
  if (owns) return RMR_FREE; /* no other process has a copy */
  if (sim->row <= 2) {       /* one word or both, without a branch */
    row[0] &= SIM_ALL_EVER;
    row[sim->row - 1] &= SIM_ALL_EVER;
  } else {
    sim_invalidate(row, sim->row);
  }
  if (memory_writer_holds(memory)) *sim_copies(sim, p, var) |= (uint64_t)(SIM_VALID | SIM_EVER) << sim_shift(p);
  if (memory_has_owners(memory)) sim->owner[var] = p;
  return memory_write_costs(memory, owns, sim->home[var] == p) ? RMR_WRITTEN : RMR_FREE;
}

/* Register, line, kind and section (from the lowest bits up) of an operation in one number, which identifies the
 * wait of a SPIN. Never 0, as lines are not. */
enum { SIM_KIND_SHIFT = 48, SIM_SECTION_SHIFT = 56 };

static inline uint64_t sim_identity(const struct rmr_op *op)
{
  static_assert(sizeof *op == 16 && offsetof(struct rmr_op, var) == 8 && offsetof(struct rmr_op, section) == 15 &&
                  __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
                "the second half of an operation is its identity");
  uint64_t identity;
  memcpy(&identity, &op->var, sizeof identity);
  return identity;
}

/* A process that comes to another section has left its wait. If it stands at a wait, that is a new one. */
static inline void sim_begin_wait(struct rmr_process *me)
{
  me->spinning = me->pending.kind == RMR_SPIN ? sim_identity(&me->pending) : 0;
}

/* `op`, a write or read-modify-write of P_p, makes of the value before the one after. Returns the cause of its cost. */
static inline __attribute__((always_inline)) uint8_t sim_store(struct sim *sim, uint32_t p, const struct rmr_op op,
                                                               rmr_word before, rmr_word after,
                                                               const enum memory memory)
{
  struct rmr_process *me = &sim->process[p];
  sim->in.value = before;
  sim->memory[op.var] = after;
  if (system_overwrites(&op, before)) {
    if (sim->lapsed != NULL) sim_renew(sim, op.var);
    sim->at[p].inherited &= ~(UINT32_C(1) << sim->group_of[op.var]);
  }
  const uint8_t cause = sim_charge_write(sim, p, op.var, memory);
  me->spinning = me->blocked = 0;
  if (sim_is_new(&sim->range[sim->group_of[op.var]], after)) sim_new_extreme(sim, p, op.var, op.line, after);
  sim->last.woken = sim->waiting[op.var].head != SIM_NOBODY ? sim_wake(sim, op.var) : 0;
  return cause;
}

/* The pending write or read-modify-write of P_p. */
static inline __attribute__((always_inline)) uint8_t sim_write_in(struct sim *sim, uint32_t p, uint8_t kind,
                                                                  const enum memory memory)
{
  struct rmr_op op = sim->process[p].pending;
  op.kind = kind;
  const rmr_word before = sim->memory[op.var];
  return sim_store(sim, p, op, before, system_result(sim->system, &op, before), memory);
}

/* Rarer than a read, so it stays out of the loop; one for each memory model, like the loop. */
#define MEMORY(id, name, help)                                                                    \
  static __attribute__((noinline, unused)) uint8_t sim_write_in_##id(struct sim *sim, uint32_t p) \
  {                                                                                               \
    return sim_write_in(sim, p, sim->process[p].pending.kind, MEMORY_##id);                       \
  }
MEMORIES(MEMORY)
#undef MEMORY

static inline __attribute__((always_inline)) uint8_t sim_write(struct sim *sim, uint32_t p, const enum memory memory)
{
  switch (memory) {
#define MEMORY(id, name, help) \
  case MEMORY_##id: return sim_write_in_##id(sim, p);
    MEMORIES(MEMORY)
#undef MEMORY
  case N_MEMORIES: break;
  }
  return RMR_FREE;
}

/* First half of a step of P_p: the access, its charge, and the waking of its waiters. Returns the cause of its cost.
 * sim->last describes it. */
static inline __attribute__((always_inline)) uint8_t sim_access(struct sim *sim, uint32_t p, const enum memory memory)
{
  struct rmr_process *me = &sim->process[p];
  const uint32_t var = me->pending.var;
  const uint8_t kind = me->pending.kind;
  uint8_t cause = RMR_FREE;
  assert(me->status == RMR_READY && me->pending.line != 0 && (!rmr_kind_accesses(kind) || var < sim->n_registers));
  sim->view.step++;
  sim->last.done = sim_identity(&me->pending);
  if (__builtin_expect(kind == RMR_READ || kind == RMR_SPIN, 1)) {
    sim->in.value = sim->memory[var];
    cause = sim_charge_read(sim, p, var, memory);
  } else if (rmr_kind_writes(kind)) {
    cause = sim_write(sim, p, memory);
  } else {
    me->spinning = me->blocked = 0;
  }
  sim->last.cause = cause;
  me->rmr += cause != RMR_FREE;
  me->steps++;
  return cause;
}

/* Between the two, with per-reader expiry: P_p finds the value that the lease has for it. */
static inline void sim_look(struct sim *sim, uint32_t p)
{
  const struct rmr_op *op = &sim->process[p].pending;
  if (sim->lapsed != NULL && rmr_kind_accesses(op->kind) && !rmr_kind_writes(op->kind))
    sim->in.value = sim_seen(sim, p, op->var);
}

/* Whether the operation, as the step function returns it, names a register that does not exist. */
static inline bool sim_is_stray(const struct sim *sim, const struct rmr_op *op)
{
  return op->var >= sim->places.end[op->var >> RMR_CELL_BITS];
}

/* The operation of P_p that its local computation has led to becomes its pending one; `section` is that of the line
 * just done. Whether sim_settle must follow, because the process may have changed section, or is back where the
 * evaluation of its wait began (*failed); sim_settle may also be called after any other step. One addition replaces the
 * register's name by its number in the whole identity. */
static inline __attribute__((always_inline)) bool sim_pend(const struct sim *sim, uint32_t p, const struct rmr_op op,
                                                           uint8_t section, bool *failed)
{
  struct rmr_process *me = &sim->process[p];
  const uint64_t next = sim_identity(&op) + (uint64_t)sim->places.offset[op.var >> RMR_CELL_BITS];
  *failed = op.kind == RMR_SPIN && next == me->spinning;
  me->pending.value = op.value;
  memcpy(&me->pending.var, &next, sizeof next);
  if (op.kind == RMR_SPIN) me->spinning = next; /* easy to predict: the algorithm has just branched the same way */
  return ((me->section ^ op.section) | (me->section ^ section) | *failed) != 0;
}

/* Second half of a step: the local computation up to the next access. The result is that of sim_pend. */
static inline __attribute__((always_inline)) bool sim_compute(struct sim *sim, uint32_t p)
{
  sim->in.i = p;
  sim->in.id = sim->at[p].id;
  const struct rmr_op op = sim->algorithm_step(sim->local + (size_t)p * sim->stride, &sim->in);
  if (__builtin_expect(sim_is_stray(sim, &op), 0)) return sim_go_astray(sim, p);
  return sim_pend(sim, p, op, (uint8_t)(sim->last.done >> SIM_SECTION_SHIFT), &sim->last.failed);
}

/* First half of a step, whatever the order of writes is. */
static inline uint8_t sim_access_in_order(struct sim *sim, uint32_t p, const enum memory memory)
{
  sim->last.added =
    sim->process[p].pending.kind == RMR_FENCE && buffer_adds_fence(sim->system, sim->local + (size_t)p * sim->stride);
  return sim->buffers ? sim_access_buffered(sim, p) : sim_access(sim, p, memory);
}

/* One whole step of a ready process. */
static inline void sim_step(struct sim *sim, uint32_t p, const enum memory memory, struct rmr_event *event)
{
  if (sim->clock != NULL) sim->in.now = sim_local_time(sim, p);
  sim_access_in_order(sim, p, memory);
  sim_look(sim, p);
  sim_compute(sim, p);
  sim_settle(sim, p, event);
}

#endif
