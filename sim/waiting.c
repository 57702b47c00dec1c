/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * waiting.c: the ready list, parking and waking (sim.h, "Waiting"), and the end of a passage: the rare consequences of
 * a step. None of it is on the path of an ordinary one.
 */
#include "sim/state.h"
#include "sim/step.h"

#include <assert.h>
#include <string.h>

static void ready_remove(struct sim *sim, uint32_t p)
{
  const uint32_t hole = sim->place[p], last = sim->ready[--sim->view.n_ready];
  sim->ready[hole] = last;
  sim->place[last] = hole;
  sim->ready_set[(p - 1) / 64] &= ~(UINT64_C(1) << (p - 1) % 64);
}

static void ready_append(struct sim *sim, uint32_t p)
{
  sim->place[p] = sim->view.n_ready;
  sim->ready[sim->view.n_ready++] = p;
  sim->ready_set[(p - 1) / 64] |= UINT64_C(1) << (p - 1) % 64;
}

static void link_last(struct sim *sim, uint32_t entry)
{
  struct waiter *w = &sim->waiter[entry];
  struct waiter_list *list = &sim->waiting[w->var];
  w->next = SIM_NOBODY;
  w->previous = list->tail;
  if (list->tail != SIM_NOBODY)
    sim->waiter[list->tail].next = entry;
  else
    list->head = entry;
  list->tail = entry;
}

static void unlink_entry(struct sim *sim, uint32_t entry)
{
  const struct waiter *w = &sim->waiter[entry];
  struct waiter_list *list = &sim->waiting[w->var];
  if (w->previous != SIM_NOBODY)
    sim->waiter[w->previous].next = w->next;
  else
    list->head = w->next;
  if (w->next != SIM_NOBODY)
    sim->waiter[w->next].previous = w->previous;
  else
    list->tail = w->previous;
}

/* Whether P_p can read var again and again for nothing. */
static bool reads_for_nothing(const struct sim *sim, uint32_t p, uint32_t var)
{
  /* a copy is kept in every memory: without caches it tells that nothing has been written since */
  return sim_holds(sim, p, var) && !memory_read_costs(sim->system->memory, true, sim->home[var] == p);
}

/* Local states are short, and their size a multiple of 16: a call of memcpy would take longer. */
static inline void copy_state(unsigned char *to, const unsigned char *from, uint32_t size)
{
  for (uint32_t k = 0; k < size; k += 16) memcpy(to + k, from + k, 16);
}

static inline bool same_state(const unsigned char *a, const unsigned char *b, uint32_t size)
{
  for (uint32_t k = 0; k < size; k += 16)
    if (memcmp(a + k, b + k, 16) != 0) return false;
  return true;
}

/* Each register once; returns how many are left. */
static uint32_t without_doubles(struct waiter *watched, uint32_t n)
{
  uint32_t left = 0;
  for (uint32_t k = 0; k < n; k++) {
    uint32_t other = 0;
    while (other < left && watched[other].var != watched[k].var) other++;
    if (other == left) watched[left++].var = watched[k].var;
  }
  return left;
}

/* P_p watches the registers that it would read if it evaluated its wait again now. So that is tried out, on a copy of
 * its local state: no step has to keep a record of what was read. An evaluation that leaves another local state behind
 * (a count of attempts, the next wait of a loop) is not the same one for ever, and nothing is watched. Neither is
 * anything if the wait would end now, as a lease has run out that was read before: no copy was lost. Then there is no
 * way back to where it began, however many registers are read. A read from its own buffer is not watched: when the
 * buffer changes, the process is woken. One that is read again, as in a loop within the loop, is watched once where
 * there is no room for more. False: nothing is watched, and P_p cannot be parked. */
static bool find_watched(struct sim *sim, uint32_t p, struct waiter *out, uint32_t *watching)
{
  _Alignas(16) unsigned char copy[RMR_MAX_STATE];
  const unsigned char *const state = sim->local + (size_t)p * sim->stride;
  copy_state(copy, state, sim->stride);
  struct rmr_in in = sim->in;
  in.i = p;
  in.id = sim->at[p].id;
  struct rmr_op op = sim->process[p].pending;
  const uint64_t first = sim_identity(&op);
  uint32_t n = 0;
  for (uint32_t reads = 0; reads < sim->watch + sim->n_registers; reads++) {
    if (!sim->buffers || buffer_way(sim->system, copy, &op) == BUFFER_MEMORY) {
      if (!reads_for_nothing(sim, p, op.var)) return false;
      if (n == sim->watch) n = without_doubles(out, n);
      if (n < sim->watch) out[n].var = op.var;
      n++;
      in.value = sim_seen(sim, p, op.var);
    }
    op = system_step(sim->system, copy, &in);
    if (system_is_stray(&op)) return false; /* it will be told when the step is really made */
    if (sim_identity(&op) == first) {
      if (!same_state(copy, state, sim->stride)) return false;
      *watching = n;
      if (n <= sim->watch) return true;
      sim->fault = (struct sim_fault){.raised = true, .too_wide = true, .process = p};
      return false;
    }
    if (op.kind != RMR_READ && op.kind != RMR_SPIN) return false;
  }
  return false;
}

/* P_p is parked at the first `watching` registers of its list. */
static inline __attribute__((always_inline)) void park(struct sim *sim, uint32_t p, uint32_t watching)
{
  struct rmr_process *me = &sim->process[p];
  for (uint32_t k = 0; k < watching; k++) link_last(sim, p * sim->watch + k);
  me->watching = (uint16_t)watching;
  me->status = RMR_PARKED;
  ready_remove(sim, p);
}

/* P_p, whose evaluation has just failed, is parked if evaluating again now would read nothing but valid copies (dsm:
 * nothing but its own memory) and would fail again. Returns whether it is. */
static bool try_to_park(struct sim *sim, uint32_t p)
{
  uint32_t watching = 0;
  const bool parks = find_watched(sim, p, &sim->waiter[(size_t)p * sim->watch], &watching);
  if (parks) park(sim, p, watching);
  return parks;
}

static inline __attribute__((always_inline)) void unpark(struct sim *sim, uint32_t p, uint32_t watching)
{
  for (uint32_t k = 0; k < watching; k++) unlink_entry(sim, p * sim->watch + k);
  sim->process[p].watching = 0;
  sim->process[p].status = RMR_READY;
  ready_append(sim, p);
  if (sim->clock == NULL) return;
  sim->clock[p].due = sim->now + sim->system->spec.time.slow;
  sim->clock[p].alarm = INT64_MAX;
}

void sim_unpark(struct sim *sim, uint32_t p)
{
  unpark(sim, p, sim->process[p].watching);
}

void sim_delay(struct sim *sim, uint32_t p, enum rmr_status status)
{
  sim->process[p].status = (uint8_t)status;
  ready_remove(sim, p);
}

uint32_t sim_wake(struct sim *sim, uint32_t var)
{
  uint32_t woken = 0;
  while (sim->waiting[var].head != SIM_NOBODY) {
    const uint32_t p = sim->waiter[sim->waiting[var].head].process;
    if (sim->process[p].watching == 1)
      unpark(sim, p, 1); /* most wait for one register alone */
    else
      sim_unpark(sim, p);
    sim->woken[woken++] = p;
  }
  return woken;
}

/* To an invariant it is at no line from now on. Writes in its buffer, behind its own state, still have to happen. */
static void forget_all(struct sim *sim, uint32_t p)
{
  memset(sim->local + (size_t)p * sim->stride, 0, rmr_state_size(sim->system->spec.algorithm, sim->n));
}

/* A passage ends: the next session is known; or the process leaves the ready list for good. */
static void end_passage(struct sim *sim, uint32_t p)
{
  struct rmr_process *me = &sim->process[p];
  me->passages++;
  me->rmr = me->steps = 0;
  me->blocked = 0;
  me->session = sim->session[p];
  sim->session[p] = system_session(&sim->system->spec, p, me->passages + 2 + sim->at[p].asked);
  if (me->passages != system_passages_of(&sim->system->spec, p)) return; /* also when there is no end */
  if (!system_keeps_leases(sim->system)) forget_all(sim, p);
  sim_remove(sim, p);
  me->status = RMR_DONE;
}

void sim_remove(struct sim *sim, uint32_t p)
{
  if (sim->process[p].status != RMR_READY) sim_unpark(sim, p);
  ready_remove(sim, p);
  sim->n_done++;
}

void sim_restore(struct sim *sim, uint32_t p)
{
  ready_append(sim, p);
  sim->n_done--;
}

/* A step function that comes to its END has no next access. Its process is not to be chosen again before the run is
 * told. */
static void leave_step_function(struct sim *sim, uint32_t p)
{
  if (!sim->fault.raised) sim->fault = (struct sim_fault){.raised = true, .ended = true, .process = p};
  if (sim->process[p].status == RMR_DONE) return;
  sim_remove(sim, p);
  sim->process[p].status = RMR_DONE;
}

bool sim_go_astray(struct sim *sim, uint32_t p)
{
  sim->fault = (struct sim_fault){.raised = true, .stray = true, .process = p, .value = sim->in.now};
  sim->last.failed = false;
  struct rmr_op *pending = &sim->process[p].pending;
  *pending = (struct rmr_op){.kind = RMR_LOCAL, .section = pending->section}; /* its passage is not over */
  return true;
}

static void set_clock(struct sim *sim, uint32_t p, bool entered, bool parked)
{
  if (entered) sim->clock[p].entered = sim->now;
  if (parked)
    sim_clock_parked(sim, p);
  else
    sim_clock_pending(sim, p);
}

/* Whether the wait of P_p, which has just failed, has not failed before. */
static bool begins_to_block(struct rmr_process *me)
{
  const bool blocked = me->blocked != me->spinning;
  me->blocked = me->spinning;
  return blocked;
}

bool sim_wait(struct sim *sim, uint32_t p, bool *parked)
{
  *parked = try_to_park(sim, p);
  return begins_to_block(&sim->process[p]);
}

bool sim_wait_on(struct sim *sim, uint32_t p)
{
  struct rmr_process *me = &sim->process[p];
  sim->waiter[(size_t)p * sim->watch].var = me->pending.var;
  park(sim, p, 1);
  return begins_to_block(me);
}

bool sim_wait_on_two(struct sim *sim, uint32_t p, uint32_t other)
{
  const uint32_t var = sim->process[p].pending.var;
  struct waiter *waiter = &sim->waiter[(size_t)p * sim->watch];
  if (reads_for_nothing(sim, p, var)) {
    waiter[0].var = var;
    waiter[1].var = other;
    park(sim, p, 2);
  }
  return begins_to_block(&sim->process[p]);
}

/* The event is filled where it is to be, field by field: a copy of it would wait for the fields that are short. */
void sim_settle(struct sim *sim, uint32_t p, struct rmr_event *event)
{
  struct rmr_process *me = &sim->process[p];
  struct rmr_op done, *op = &done;
  memcpy(&done.var, &sim->last.done, sizeof sim->last.done);
  const uint8_t from = me->section, to = system_section_after(sim->system, op->section, me->pending.section);
  memset(event, 0, sizeof *event);
  event->step = sim->view.step;
  event->process = p;
  event->var = op->var;
  event->woken = rmr_kind_writes(op->kind) ? sim->last.woken : 0;
  event->session = me->session;
  event->line = op->line;
  event->kind = op->kind;
  event->cause = sim->last.cause;
  event->from = from;
  event->to = to;
  event->passage_rmr = me->rmr;
  event->passage_steps = me->steps;
  if (rmr_kind_accesses(op->kind)) {
    event->before = sim->in.value;
    event->after = rmr_kind_writes(op->kind) ? sim->memory[op->var] : event->before;
  }
  me->section = to;
  if (op->section != me->pending.section) sim_begin_wait(me);
  if (sim->last.failed && to != RMR_REMAINDER) /* a new passage begins a new wait */
    event->blocked = sim_wait(sim, p, &event->parked);
  if (to == RMR_REMAINDER && from != RMR_REMAINDER) end_passage(sim, p);
  if (sim->clock != NULL) set_clock(sim, p, to == RMR_CS && from != RMR_CS, event->parked);
  if (__builtin_expect(sim->ordered, 0)) {
    event->added = sim->last.added;
    if (sim->buffers) sim_buffer_settle(sim, p, event);
  }
  if (me->pending.line == 0) leave_step_function(sim, p);
}

uint32_t sim_cost(const struct sim *sim, uint32_t p)
{
  const struct rmr_op *op = &sim->process[p].pending;
  const enum memory memory = sim->system->memory;
  if (!rmr_kind_accesses(op->kind)) return 0;
  const bool home = sim->home[op->var] == p;
  if (sim->buffers) {
    const enum buffer_way way = buffer_way(sim->system, sim->local + (size_t)p * sim->stride, op);
    if (way == BUFFER_FORWARDS) return 0;
    if (way == BUFFER_ISSUES) return memory_write_costs(memory, false, home);
  }
  if (rmr_kind_writes(op->kind)) return memory_write_costs(memory, sim->owner[op->var] == p, home);
  return memory_read_costs(memory, sim_holds(sim, p, op->var), home);
}
