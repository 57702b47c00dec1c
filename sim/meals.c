/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * meals.c: the part of the ledger that counts meals. Who waits at a register that somebody holds waits for that
 * process, which may wait for another: a blocking path. A meal, which is a stay in the CS, counts for everybody whose
 * path it ends, at the moment at which it is over; and for the eater itself.
 *
 * The event comes after the step that ended the meal, and by then the eater may have given away a register. So that
 * one is looked at as it was before.
 */
#include "sim/ledger.h"

#include <assert.h>
#include <string.h>

#include "sim/state.h"

/* Whom P_i waits for; 0: nobody. */
static uint32_t blocker_of(const struct sim *sim, uint32_t i, const struct rmr_event *event)
{
  const struct rmr_op *op = &sim->process[i].pending;
  if (op->kind != RMR_SPIN || sim->process[i].status == RMR_DONE) return 0;
  const struct rmr_shared *shared = system_shared(sim->system, op->var);
  if (shared->holder == NULL) return 0;
  const rmr_word value = op->var == event->var ? event->before : sim->memory[op->var];
  const uint32_t holder = shared->holder(system_cell(sim->system, op->var), value, sim->system->size);
  return holder != i ? holder : 0;
}

/* Sets `end` of P_i and of those on its path, as far as they have none yet. A path that closes is its own end. */
static uint32_t find_end(const struct sim *sim, uint32_t i, const struct rmr_event *event, uint32_t *end)
{
  uint32_t last = i;
  while (end[last] == 0) {
    const uint32_t next = blocker_of(sim, last, event);
    end[last] = last;
    if (next != 0) last = next;
  }
  const uint32_t found = end[last];
  for (uint32_t k = i; end[k] == k && k != found;) {
    const uint32_t next = blocker_of(sim, k, event);
    end[k] = found;
    k = next;
  }
  return found;
}

static void count(struct ledger *ledger, uint32_t i)
{
  if (++ledger->meals[i] > ledger->max_meals[i]) ledger->max_meals[i] = ledger->meals[i];
}

void ledger_meal(struct ledger *ledger, const struct sim *sim, const struct rmr_event *event)
{
  uint32_t *end = ledger->end_of_path;
  assert(event->from == RMR_CS && event->to != RMR_CS);
  count(ledger, event->process);
  if (!ledger->anybody_blocks) return;

  memset(end, 0, (ledger->n + 1) * sizeof *end);
  end[event->process] = event->process;
  for (uint32_t i = 1; i <= ledger->n; i++) {
    if (i == event->process || sim->process[i].section == RMR_REMAINDER) continue;
    if (find_end(sim, i, event, end) == event->process) count(ledger, i);
  }
}
