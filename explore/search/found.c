/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/found.h"

#include <string.h>

#include "base/mem.h"

static void write_openings(struct schedule *to, const struct candidate *candidate, const struct world *w)
{
  if (w->open.n_asks != 0) {
    to->asks = mem_new(to->n + 1, sizeof *to->asks);
    for (uint32_t p = 1; p <= to->n; p++) {
      to->asks[p] = (struct system_asks){w->open.n_asks, mem_new(w->open.n_asks, sizeof(uint32_t))};
      memcpy(to->asks[p].session, candidate->ask + (size_t)(p - 1) * w->open.n_asks, w->open.n_asks * sizeof(uint32_t));
    }
  }
  to->initial = mem_new(w->open.n_initial, sizeof *to->initial);
  for (uint32_t k = 0; k < w->open.n_initial; k++)
    if (candidate->initial[k] != system_initial_value(w->system, w->initial[k].var))
      to->initial[to->n_initial++] = (struct system_initial){w->initial[k].var, candidate->initial[k]};
}

static void write_steps(struct witness *out, const struct candidate *candidate, const struct world *w)
{
  struct schedule *to = &out->schedule;
  for (size_t k = 0; k < candidate->n; k++) to->n_steps += candidate->move[k].count;
  to->step = mem_new(to->n_steps + 1, sizeof *to->step);
  size_t at = 0;
  for (size_t k = 0; k < candidate->n; k++) {
    const struct move *move = &candidate->move[k];
    const bool change = move->who > to->n;
    for (uint32_t j = 0; j < move->count; j++)
      to->step[at++].action = change ? system_change(w->system, move->who - to->n - 1) : move->who;
    out->changes += k == 0 || change || move->who != candidate->move[k - 1].who;
  }
}

void candidate_as_witness(const struct candidate *candidate, const struct world *world, struct witness *witness)
{
  const struct system_spec *setup = &world->goal->setup;
  struct schedule *to = &witness->schedule;
  witness->found = true;
  *to = (struct schedule){.algorithm = setup->algorithm,
                          .parameters = setup->parameters,
                          .text = setup->text,
                          .directory = setup->directory,
                          .n = setup->n,
                          .memory = setup->memory,
                          .order = setup->order,
                          .faults = setup->faults,
                          .passages = setup->passages,
                          .seed = setup->seed};
  to->sessions = *world->system->spec.sessions;
  to->passages_of = mem_new(to->n + 1, sizeof *to->passages_of);
  for (uint32_t p = 1; p <= to->n; p++) to->passages_of[p] = p == candidate->observed ? 1 : to->passages;
  write_steps(witness, candidate, world);
  write_openings(to, candidate, world);
}
