/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/graph/reduction.h"

#include <stdlib.h>

#include "base/mem.h"
#include "explore/tables/components.h"
#include "explore/tables/future.h"

/* Moves that lead to another component: nobody goes round for ever by them. */
static void mark_onward(struct space *s, uint32_t p)
{
  const struct automaton *m = &s->automata.process[p];
  uint32_t *all = components_of(&s->automata, p, false), *reads = components_of(&s->automata, p, true);
  uint32_t last = 0;
  for (uint32_t l = 0; l < m->n_locals; l++) {
    if (reads[l] > last) last = reads[l];
    const uint32_t *component = rmr_kind_writes(m->local[l].op.kind) ? all : reads;
    for (uint32_t k = 0; k < automaton_values(&s->automata, &m->local[l]) * s->choices; k++) {
      const uint32_t to = m->next[m->local[l].first_next + k];
      if (automaton_goes_on(to) && component[to] != component[l]) s->flags[s->row[p][l].first + k] |= MOVE_ONWARD;
    }
  }
  s->roams |= last + 1 < m->n_locals;
  free(all);
  free(reads);
}

void reduction_prepare(struct space *s)
{
  if (s->spec.cost == COST_NONE || s->faulty || space_counts_others(s->spec.cost) || s->automata.n_registers > 64)
    return;
  s->future = mem_new(s->n_actors + 1, sizeof *s->future);
  for (uint32_t p = 1; p <= s->n_actors; p++) {
    struct future f;
    if (!future_create(&f, &s->automata, p)) { /* interrupted: nothing is left out, which is always right */
      future_free(&f);
      space_drop_future(s);
      return;
    }
    s->future[p] = budget_array(s->budget, s->automata.process[p].n_locals, sizeof **s->future);
    for (uint32_t l = 0; l < s->automata.process[p].n_locals; l++)
      for (uint32_t var = 0; var < f.n; var++) {
        const bool writes = future_writes(&f, l, var), reads = future_reads(&f, l, var);
        s->future[p][l].writes |= (uint64_t)writes << var;
        s->future[p][l].accesses |= (uint64_t)(writes || reads) << var;
      }
    future_free(&f);
    mark_onward(s, p);
  }
}
