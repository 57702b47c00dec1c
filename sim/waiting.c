/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * waiting.c: the ready list, parking and waking (sim.h, "Waiting"), and what ends with a passage. None of it is on the path of
 * an ordinary step.
 */
#include "sim/sessions.h"
#include "sim/state.h"
#include "sim/step.h"

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

void sim_park(struct sim *sim, uint32_t p)
{
  struct rmr_process *me = &sim->process[p];
  for (uint32_t k = 0; k < me->watching; k++) link_last(sim, p * sim->watch + k);
  me->status = RMR_PARKED;
  ready_remove(sim, p);
}

uint32_t sim_wake(struct sim *sim, uint32_t var)
{
  uint32_t woken = 0;
  while (sim->waiting[var].head != SIM_NOBODY) {
    const uint32_t p = sim->waiter[sim->waiting[var].head].process;
    for (uint32_t k = 0; k < sim->process[p].watching; k++) unlink_entry(sim, p * sim->watch + k);
    sim->process[p].status = RMR_READY;
    ready_append(sim, p);
    sim->woken[woken++] = p;
  }
  return woken;
}

void sim_passage_end(struct sim *sim, uint32_t p)
{
  struct rmr_process *me = &sim->process[p];
  me->passages++;
  me->rmr = me->steps = 0;
  me->watching = 0;
  me->blocked = 0;
  me->session = sim->session[p];
  sim->session[p] = session_of(sim->setup.sessions, sim->setup.seed, p, me->passages + 2);
  if (me->passages != sim->setup.passages) return; /* also when there is no end */
  me->status = RMR_DONE;
  ready_remove(sim, p);
  sim->n_done++;
}

uint32_t sim_cost(const struct sim *sim, uint32_t p)
{
  const struct rmr_op *op = &sim->process[p].pending;
  const enum sim_memory memory = sim->setup.memory;
  if (op->kind == RMR_LOCAL) return 0;
  if (memory == SIM_DSM) return sim->home[op->var] != p;
  if (!rmr_kind_writes(op->kind)) return !sim_holds(sim, p, op->var);
  return memory != SIM_CC_WRITEBACK || sim->owner[op->var] != p;
}
