/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/moment.h"

#include <stdlib.h>

#include "base/mem.h"
#include "sim/state.h"

/* Sees the next operation and the section of P_p; once it has made all its passages it has no operation. Its local
 * state stays in its place. */
void moment_see(struct moment *moment, const struct sim *sim, uint32_t p)
{
  const struct rmr_process *me = &sim->process[p];
  struct rmr_seen *seen = &moment->seen[p];
  moment_remember(moment, p);
  *seen =
    (struct rmr_seen){.state = sim->local + (size_t)p * sim->stride, .pending = me->pending, .section = me->section};
  if (me->status == RMR_DEAD) seen->section = RMR_N_SECTIONS;
  if (me->status == RMR_DONE) seen->pending = (struct rmr_op){0};
  moment_know(moment, p);
}

void moment_init(struct moment *moment, const struct sim *sim)
{
  moment->seen = mem_new(sim->n + 1, sizeof *moment->seen);
  moment->process = mem_new(sim->n + 1, sizeof *moment->process);
  moment->stride = sim->stride;
  moment->was = mem_new(sim->stride, 1);
  moment->known = mem_new(sim->n + 1, sim->stride);
  moment->before.state = moment->was;
  for (uint32_t p = 1; p <= sim->n; p++) {
    moment->process[p] = &moment->seen[p];
    moment_see(moment, sim, p);
  }
  moment->now = (struct rmr_moment){.size = sim->system->size,
                                    .process = moment->process,
                                    .memory = sim->memory,
                                    .base = sim->base,
                                    .written = RMR_NOWHERE};
}

void moment_fini(struct moment *moment)
{
  free(moment->seen);
  free(moment->process);
  free(moment->was);
  free(moment->known);
  *moment = (struct moment){0};
}
