/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * meals.c: the part of the ledger that counts meals. Who waits at a register that somebody holds waits for that
 * process, which may wait for another: a blocking path. A meal, which is a stay in the CS, counts for everybody of whom
 * it ends a path, at the moment at which it is over; and for the eater itself.
 *
 * The event comes after the step that ended the meal, and by then the eater may have given away a register. So that
 * one is looked at as it was before.
 */
#include "sim/ledger.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "sim/state.h"

static void note_wait(struct ledger_waits *w, uint32_t who, uint32_t whom)
{
  if (w->n == w->capacity) w->wait = mem_grow(w->wait, w->capacity = 2 * w->capacity + 64, sizeof *w->wait);
  w->wait[w->n] = (struct ledger_wait){who, w->last[whom]};
  w->last[whom] = (uint32_t)++w->n;
}

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

static void note_all(struct ledger_waits *w, const struct system *system, uint32_t i, const struct ledger_holder *at)
{
  const struct rmr_shared *shared = system_shared(system, at->var);
  const uint32_t cell = system_cell(system, at->var);
  for (uint32_t q = 0; (q = shared->holder(q, cell, at->value, at->argument, size_for(system->size, shared))) != 0;)
    note_wait(w, i, q);
}

/* Whom P_i waits for. */
static void find_waits(struct ledger_waits *w, const struct sim *sim, uint32_t i, const struct rmr_event *event)
{
  const struct rmr_op *op = &sim->process[i].pending;
  if (op->kind != RMR_SPIN || sim->process[i].status == RMR_DONE) return;
  const rmr_word value = op->var == event->var ? event->before : sim->memory[op->var];
  struct ledger_holder *known = &w->holder[i];
  if (known->var != op->var || known->value != value || known->argument != op->value)
    *known = find_holder(sim->system, op, value);
  if (known->whom == LEDGER_SEVERAL)
    note_all(w, sim->system, i, known);
  else if (known->whom != 0)
    note_wait(w, i, known->whom);
}

static void count(struct ledger *ledger, uint32_t i)
{
  if (++ledger->meals[i] > ledger->max_meals[i]) ledger->max_meals[i] = ledger->meals[i];
}

/* Backwards along the waits, from the eater on. Each process is counted once, whichever path it is on. */
static void count_waiting(struct ledger *ledger, uint32_t eater)
{
  struct ledger_waits *w = &ledger->waits;
  uint32_t n = 0;
  memset(w->met, 0, (ledger->n + 1) * sizeof *w->met);
  w->met[eater] = true;
  w->list[n++] = eater;
  for (uint32_t k = 0; k < n; k++) {
    count(ledger, w->list[k]);
    for (uint32_t next = w->last[w->list[k]]; next != 0; next = w->wait[next - 1].before) {
      const uint32_t who = w->wait[next - 1].who;
      if (w->met[who]) continue;
      w->met[who] = true;
      w->list[n++] = who;
    }
  }
}

void ledger_meal(struct ledger *ledger, const struct sim *sim, const struct rmr_event *event)
{
  struct ledger_waits *w = &ledger->waits;
  assert(event->from == RMR_CS && event->to != RMR_CS);
  if (!ledger->anybody_blocks) {
    count(ledger, event->process);
    return;
  }
  w->n = 0;
  memset(w->last, 0, (ledger->n + 1) * sizeof *w->last);
  for (uint32_t i = 1; i <= ledger->n; i++)
    if (i != event->process && sim->process[i].section != RMR_REMAINDER) find_waits(w, sim, i, event);
  count_waiting(ledger, event->process);
}
