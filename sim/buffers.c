/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * buffers.c: steps and commits where writes wait in buffers (model/buffer.h). Such runs are rare and need not be fast.
 * The cost of a write is known when it is issued, and is charged there; copies go when it is committed.
 */
#include <string.h>

#include "sim/step.h"

static unsigned char *local_of(const struct sim *sim, uint32_t p)
{
  return sim->local + (size_t)p * sim->stride;
}

bool sim_has_writes(const struct sim *sim, uint32_t p)
{
  return sim->buffers && buffer_of(sim->system, local_of(sim, p))->n != 0;
}

static uint32_t occupied_by(const struct sim *sim, uint32_t p)
{
  const struct rmr_process *me = &sim->process[p];
  const uint32_t session = buffer_occupies(sim->system, local_of(sim, p));
  return me->section == RMR_CS ? buffer_session_too(session, me->session) : session;
}

bool sim_excludes(const struct sim *sim, uint32_t p, uint32_t q)
{
  return buffer_exclude(sim->system, p, occupied_by(sim, p), q, occupied_by(sim, q));
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

static uint8_t access_memory(struct sim *sim, uint32_t p)
{
  switch (sim->system->memory) {
#define MEMORY(id, name, help) \
  case MEMORY_##id: return sim_access(sim, p, MEMORY_##id);
    MEMORIES(MEMORY)
#undef MEMORY
  case N_MEMORIES: break;
  }
  return RMR_FREE;
}

/* The write of P_p goes into its buffer. */
static uint8_t issue(struct sim *sim, uint32_t p)
{
  struct rmr_process *me = &sim->process[p];
  const struct rmr_op *op = &me->pending;
  sim->in.value = sim->memory[op->var];
  sim->last.issued = op->value;
  me->spinning = me->blocked = 0;
  if (sim_is_new(&sim->range[sim->group_of[op->var]], op->value)) sim_new_extreme(sim, p, op->var, op->line, op->value);
  return memory_write_costs(sim->system->memory, false, sim->home[op->var] == p) ? RMR_WRITTEN : RMR_FREE;
}

uint8_t sim_access_buffered(struct sim *sim, uint32_t p)
{
  struct rmr_process *me = &sim->process[p];
  const enum buffer_way way = buffer_way(sim->system, local_of(sim, p), &me->pending);
  sim->last.buffered = way != BUFFER_MEMORY;
  sim->last.woken = 0;
  sim->last.merged = way == BUFFER_ISSUES && buffer_merges(sim->system, local_of(sim, p), &me->pending);
  if (way == BUFFER_MEMORY) return access_memory(sim, p);
  uint8_t cause = RMR_FREE;
  sim->view.step++;
  sim->last.done = sim_identity(&me->pending);
  if (way == BUFFER_ISSUES) {
    cause = issue(sim, p);
  } else {
    sim->in.value = buffer_newest(sim->system, local_of(sim, p), me->pending.var)->value;
    sim->last.issued = sim->in.value;
  }
  sim->last.cause = cause;
  me->rmr += cause != RMR_FREE;
  me->steps++;
  return cause;
}

static bool must_wait(const struct sim *sim, uint32_t p)
{
  const enum buffer_way way = buffer_way(sim->system, local_of(sim, p), &sim->process[p].pending);
  return way == BUFFER_WAITS || way == BUFFER_FULL;
}

void sim_buffer_settle(struct sim *sim, uint32_t p, struct rmr_event *event)
{
  event->buffered = sim->last.buffered;
  event->merged = sim->last.merged;
  if (sim->last.buffered) event->after = sim->last.issued;
  if (sim->process[p].status == RMR_READY && must_wait(sim, p)) sim_delay(sim, p, RMR_DRAINING);
}

/* --- commits ------------------------------------------------------------------------------------------------------ */

bool sim_may_commit(const struct sim *sim, rmr_action commit)
{
  const uint32_t p = rmr_action_who(commit);
  return sim->buffers && p >= 1 && p <= sim->n &&
         buffer_oldest(sim->system, local_of(sim, p), rmr_action_choice(commit)) != NULL;
}

/* The copies that the write takes away. It is paid for already. */
static void take_copies(struct sim *sim, uint32_t p, uint32_t var)
{
  switch (sim->system->memory) {
#define MEMORY(id, name, help) \
  case MEMORY_##id: sim_charge_write(sim, p, var, MEMORY_##id); break;
    MEMORIES(MEMORY)
#undef MEMORY
  case N_MEMORIES: break;
  }
}

void sim_commit(struct sim *sim, rmr_action commit, struct rmr_event *event)
{
  const uint32_t p = rmr_action_who(commit), choice = rmr_action_choice(commit);
  struct rmr_process *me = &sim->process[p];
  const struct buffer_write write = *buffer_oldest(sim->system, local_of(sim, p), choice);
  buffer_commit(sim->system, local_of(sim, p), choice);
  event->committed = write.var;
  event->line = (uint16_t)write.line;
  if (write.var != BUFFER_DATA) {
    event->before = sim->memory[write.var];
    event->after = sim->memory[write.var] = write.value;
    take_copies(sim, p, write.var);
    event->woken = sim_wake(sim, write.var);
  }
  const bool goes_on = me->status == RMR_PARKED || (me->status == RMR_DRAINING && !must_wait(sim, p));
  if (!goes_on) return;
  sim_unpark(sim, p);
  sim->woken[event->woken++] = p;
}

/* --- commits that the adversary does not choose ------------------------------------------------------------------- */

rmr_action sim_some_commit(const struct sim *sim, uint32_t p, uint32_t k)
{
  const struct buffer *buffer = buffer_of(sim->system, local_of(sim, p));
  return rmr_action_of(RMR_COMMIT, p, buffer_choice(sim->system, buffer->write[k % buffer->n].var));
}

/* The first process behind P_from, around, that has writes, or that waits for its own; 0: none. from: 0..n-1. */
static uint32_t process_with_writes(const struct sim *sim, uint32_t from, bool waiting)
{
  for (uint32_t k = 0; k < sim->n; k++) {
    const uint32_t p = (from + k) % sim->n + 1;
    if (sim_has_writes(sim, p) && (!waiting || sim->process[p].status == RMR_DRAINING)) return p;
  }
  return 0;
}

/* Whether another process, which is not done, has a copy that a write of P_p to the register takes away. */
static bool takes_a_copy(const struct sim *sim, uint32_t p, uint32_t var)
{
  for (uint32_t q = 1; var != BUFFER_DATA && q <= sim->n; q++)
    if (q != p && sim->process[q].status != RMR_DONE && sim_holds(sim, q, var)) return true;
  return false;
}

/* The first commit of P_p that takes a copy away; RMR_STOP: none does. */
static rmr_action commit_of_copy(const struct sim *sim, uint32_t p)
{
  const struct buffer *buffer = buffer_of(sim->system, local_of(sim, p));
  const uint32_t able = sim->system->spec.order.order == ORDER_PSO ? buffer->n : buffer->n != 0;
  for (uint32_t k = 0; k < able; k++)
    if (takes_a_copy(sim, p, buffer->write[k].var)) return sim_some_commit(sim, p, k);
  return RMR_STOP;
}

rmr_action sim_usual_commit(const struct sim *sim, uint64_t drawn)
{
  const enum drain drain = sim->system->spec.order.drain;
  const bool stuck = sim->view.n_ready == 0;
  uint32_t p = 0;
  if (!sim->buffers) return RMR_STOP;
  if (drain == DRAIN_RANDOM && (stuck || drawn >> 63 != 0))
    p = process_with_writes(sim, (uint32_t)(drawn >> 32) % sim->n, false);
  for (uint32_t q = 1; drain == DRAIN_WORST && q <= sim->n; q++) {
    const rmr_action commit = commit_of_copy(sim, q);
    if (commit != RMR_STOP) return commit;
  }
  if (p == 0 && stuck) p = process_with_writes(sim, 0, true);
  if (p == 0 && stuck) p = process_with_writes(sim, 0, false);
  return p != 0 ? sim_some_commit(sim, p, drain == DRAIN_RANDOM ? (uint32_t)drawn & 0xffff : 0) : RMR_STOP;
}
