/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/found.h"

#include <string.h>

#include "base/mem.h"

static void write_openings(struct schedule *to, const struct draft *draft, const struct world *w)
{
  if (w->open.n_asks != 0) {
    to->asks = mem_new(to->n + 1, sizeof *to->asks);
    for (uint32_t p = 1; p <= to->n; p++) {
      to->asks[p] = (struct system_asks){w->open.n_asks, mem_new(w->open.n_asks, sizeof(uint32_t))};
      memcpy(to->asks[p].session, draft->ask + (size_t)(p - 1) * w->open.n_asks, w->open.n_asks * sizeof(uint32_t));
    }
  }
  to->initial = mem_new(w->open.n_initial, sizeof *to->initial);
  for (uint32_t k = 0; k < w->open.n_initial; k++)
    if (draft->initial[k] != system_initial_value(w->system, w->initial[k].var))
      to->initial[to->n_initial++] = (struct system_initial){w->initial[k].var, draft->initial[k]};
}

static void write_steps(struct witness *out, const struct draft *draft, const struct world *w)
{
  struct schedule *to = &out->schedule;
  for (size_t k = 0; k < draft->n; k++) to->n_steps += draft->move[k].count;
  to->step = mem_new(to->n_steps + 1, sizeof *to->step);
  size_t at = 0;
  for (size_t k = 0; k < draft->n; k++) {
    const struct move *move = &draft->move[k];
    const bool change = move->who > to->n;
    for (uint32_t j = 0; j < move->count; j++)
      to->step[at++].action = change ? system_change(w->system, move->who - to->n - 1) : move->who;
    out->changes += k == 0 || change || move->who != draft->move[k - 1].who;
  }
}

void draft_as_witness(const struct draft *draft, const struct world *world, struct witness *witness)
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
                          .faults = setup->faults,
                          .passages = setup->passages,
                          .seed = setup->seed};
  to->sessions = *world->system->spec.sessions;
  to->passages_of = mem_new(to->n + 1, sizeof *to->passages_of);
  for (uint32_t p = 1; p <= to->n; p++) to->passages_of[p] = p == draft->observed ? 1 : to->passages;
  write_steps(witness, draft, world);
  write_openings(to, draft, world);
}
