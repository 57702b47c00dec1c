/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * watch_invariants.h: evaluates the invariants after an ordinary step, which ends neither a section nor the evaluation
 * of a wait. It does the same as monitor_state, without an event. It belongs to the step loop, like step.h, so it is
 * inline.
 */
#ifndef SIM_WATCH_INVARIANTS_H
#define SIM_WATCH_INVARIANTS_H

#include "sim/monitor.h"
#include "sim/step.h"

/* P_p is in the same section, with a new pending operation. That was just stored in two halves, and is read in
 * halves: for a whole read the processor would wait until both stores have reached the cache. */
static inline void look_at_process(struct moment *moment, const struct sim *sim, uint32_t p)
{
  const struct rmr_op *from = &sim->process[p].pending;
  struct rmr_op *to = &moment->seen[p].pending;
  const uint64_t identity = sim_identity(from);
  moment_remember(moment, p);
  to->value = from->value;
  memcpy(&to->var, &identity, sizeof identity);
  moment_know(moment, p);
}

/* After the step `done` of P_p. */
static inline void look_after_step(struct monitor *monitor, const struct sim *sim, uint32_t p,
                                   const struct rmr_op *done)
{
  struct moment *moment = &monitor->moment;
  look_at_process(moment, sim, p);
  moment->now.moved = p;
  moment->now.before = &moment->before;
  moment->now.written = rmr_kind_writes(done->kind) ? done->var : RMR_NOWHERE;
  for (uint32_t k = 0; k < monitor->n_invariants; k++)
    if (__builtin_expect(!monitor->invariant[k]->holds(&moment->now), 0)) monitor_look(monitor, sim->view.step, p);
}

#endif
