/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/graph/cycles.h"

#include <stdlib.h>

#include "base/mem.h"
#include "explore/tables/components.h"

/* The circles of one process. */
struct circles {
  const struct space *space;
  const struct automaton *m;
  const uint32_t *component;
  bool entering; /* steps that complete an entry make circles, too */
};

static bool stays(const struct circles *c, uint32_t local, uint32_t to)
{
  return automaton_goes_on(to) && c->component[to] == c->component[local] &&
         (c->entering || !automaton_enters(&c->m->local[local], &c->m->local[to]));
}

/* Its steps: which of them stay in the circle. Sets of registers and values are words: where there are more than 64,
 * everything is taken to be possible. */
static void look_at(const struct circles *c, uint32_t local, uint64_t *writes, struct cycle *out)
{
  const struct automaton_local *l = &c->m->local[local];
  const struct automata *a = &c->space->automata;
  const uint32_t values = automaton_values(a, l);
  const bool small = a->n_registers <= CYCLES_ANY && values <= 64 && rmr_kind_accesses(l->op.kind);
  *out = (struct cycle){.var = small && !l->done && l->section != RMR_REMAINDER ? l->op.var : CYCLES_ANY};
  for (uint32_t v = 0; v < values; v++)
    for (uint32_t choice = 0; choice < c->space->choices; choice++) {
      if (!stays(c, local, c->m->next[l->first_next + v * c->space->choices + choice])) continue;
      out->on = true;
      if (small) out->stays |= UINT64_C(1) << v;
      if (!rmr_kind_writes(l->op.kind)) continue;
      if (a->n_registers > CYCLES_ANY)
        *writes = UINT64_MAX;
      else if (c->m->written[l->first_value + v] != v)
        *writes |= UINT64_C(1) << l->op.var;
    }
}

static struct cycle *circles_of(const struct space *space, uint32_t p, bool entering)
{
  struct automaton *m = &space->automata.process[p];
  uint32_t *component =
    components_of(&space->automata, p, entering ? COMPONENTS_OVER_ALL : COMPONENTS_WITHOUT_ENTERING);
  const struct circles c = {space, m, component, entering};
  uint64_t *writes = mem_new(m->n_locals, sizeof *writes); /* [component] */
  struct cycle *cycle = budget_array(space->budget, m->n_locals, sizeof *cycle);
  for (uint32_t l = 0; l < m->n_locals; l++) look_at(&c, l, &writes[component[l]], &cycle[l]);
  for (uint32_t l = 0; l < m->n_locals; l++) {
    cycle[l].writes = writes[component[l]];
    if (!space->env.any) continue;
    cycle[l] = (struct cycle){.on = true, .var = CYCLES_ANY};
  }
  free(writes);
  free(component);
  return cycle;
}

size_t cycles_bytes(const struct space *space)
{
  size_t locals = 0;
  for (uint32_t p = 1; p <= space->n; p++) locals += space->automata.process[p].n_locals;
  return 2 * locals * sizeof(struct cycle);
}

void cycles_create(struct cycles *c, const struct space *space)
{
  *c = (struct cycles){.n = space->n};
  c->recurs = mem_new(c->n + 1, sizeof *c->recurs);
  c->lingers = mem_new(c->n + 1, sizeof *c->lingers);
  for (uint32_t p = 1; p <= c->n; p++) {
    c->recurs[p] = circles_of(space, p, true);
    c->lingers[p] = circles_of(space, p, false);
  }
}

void cycles_free(struct cycles *c, const struct space *space)
{
  for (uint32_t p = 1; p <= c->n; p++) {
    budget_drop(space->budget, c->recurs[p], space->automata.process[p].n_locals, sizeof **c->recurs);
    budget_drop(space->budget, c->lingers[p], space->automata.process[p].n_locals, sizeof **c->lingers);
  }
  free(c->recurs);
  free(c->lingers);
  *c = (struct cycles){0};
}
