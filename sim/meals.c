/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * meals.c: the part of the ledger that counts meals. A process that waits at a register that somebody holds waits for
 * that process, which may wait for another: this is a blocking path. A meal, which is a stay in the CS, counts for
 * everybody of whom it ends a path, at the moment at which it is over; and for the eater itself.
 *
 * The event comes after the step that ended the meal, and by then the eater may have given away a register. So that
 * one is looked at as it was before.
 */
#include "sim/ledger.h"

#include <assert.h>

#include "sim/state.h"

/* Whom one waits for at a register with this value. */
static __attribute__((noinline)) struct ledger_holder find_holder(const struct system *system, const struct rmr_op *op,
                                                                  rmr_word value)
{
  const struct rmr_shared *shared = system_shared(system, op->var);
  const uint32_t cell = system_cell(system, op->var);
  struct ledger_holder found = {.var = op->var, .value = value, .argument = op->value};
  if (shared->holder == NULL) return found;
  found.whom = shared->holder(0, cell, value, op->value, size_for(system->size, shared));
  if (found.whom != 0 && shared->holder(found.whom, cell, value, op->value, size_for(system->size, shared)) != 0)
    found.whom = LEDGER_SEVERAL;
  return found;
}

/* Whom P_i waits for: 0: nobody; itself, and it is on the list, where it may be one of several. Most are parked since
 * they were last looked at: then they have made no step, and nobody has written where they wait. */
static inline uint32_t find_wait(struct ledger_waits *w, const struct sim *sim, uint32_t i,
                                 const struct rmr_event *event)
{
  const struct rmr_process *me = &sim->process[i];
  const struct rmr_op *op = &me->pending;
  struct ledger_holder *known = &w->holder[i];
  const bool parked = me->status == RMR_PARKED;
  if (!parked || known->steps != me->steps) {
    if (op->kind != RMR_SPIN || me->section == RMR_REMAINDER || me->status == RMR_DONE) return 0;
    *known = find_holder(sim->system, op, op->var == event->var ? event->before : sim->memory[op->var]);
    known->steps = parked && !sim->buffers ? me->steps : 0; /* it may have been parked for its own buffer */
  }
  if (known->whom != LEDGER_SEVERAL) return known->whom;
  w->list[w->n++] = i;
  return i;
}

/* Whether one of the several that P_i may wait for is known to wait for the eater. */
static bool finds_eater(const struct ledger_waits *w, const struct system *system, uint32_t i, uint32_t eater)
{
  const struct ledger_holder *at = &w->holder[i];
  const struct rmr_shared *shared = system_shared(system, at->var);
  for (uint32_t q = 0; (q = shared->holder(q, system_cell(system, at->var), at->value, at->argument,
                                           size_for(system->size, shared))) != 0;)
    if (w->whom[q] == eater) return true;
  return false;
}

/* Everybody goes on to the one whom the one that it waits for waits for, so far as that is known. Returns how many have
 * come to the eater. There is no branch on the way, as nobody could foresee it. */
static uint32_t follow_waits(const struct ledger_waits *w, const struct sim *sim, uint32_t eater)
{
  uint32_t *const whom = w->whom, met = 0;
  for (uint32_t k = 0; k < w->n; k++)
    if (finds_eater(w, sim->system, w->list[k], eater)) whom[w->list[k]] = eater;
  for (uint32_t i = sim->n; i >= 1; i--) {
    const uint32_t next = whom[whom[i]];
    whom[i] = next;
    met += next == eater;
  }
  return met;
}

void ledger_meal(struct ledger *ledger, const struct sim *sim, const struct rmr_event *event)
{
  struct ledger_waits *w = &ledger->waits;
  const uint32_t eater = event->process;
  assert(event->from == RMR_CS && event->to != RMR_CS);
  if (!ledger->anybody_blocks) {
    ledger->meals[eater]++;
    return;
  }
  w->n = 0;
  for (uint32_t i = 1; i <= ledger->n; i++) w->whom[i] = find_wait(w, sim, i, event);
  w->whom[eater] = eater;
  /* while somebody has still to come, somebody who waits for one that has come does so in the next round */
  for (uint32_t met = 0, now = 1; now != met;) {
    met = now;
    now = follow_waits(w, sim, eater);
  }
  for (uint32_t i = 1; i <= ledger->n; i++) ledger->meals[i] += w->whom[i] == eater;
}
