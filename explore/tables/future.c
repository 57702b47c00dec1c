/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/future.h"

#include <stdlib.h>

#include "base/mem.h"

static bool join(bool *to, const bool *from, uint32_t n)
{
  bool changed = false;
  for (uint32_t k = 0; k < n; k++) {
    changed |= from[k] && !to[k];
    to[k] |= from[k];
  }
  return changed;
}

void future_create(struct future *f, const struct automata *a, uint32_t p)
{
  const struct automaton *m = &a->process[p];
  const uint32_t n = f->n = a->n_registers;
  f->reads = mem_new((size_t)m->n_locals * n, sizeof *f->reads);
  f->writes = mem_new((size_t)m->n_locals * n, sizeof *f->writes);
  for (uint32_t l = 0; l < m->n_locals; l++) {
    const struct rmr_op *op = &m->local[l].op;
    if (m->local[l].done || op->kind == RMR_LOCAL) continue;
    f->reads[(size_t)l * n + op->var] = rmr_kind_reads(op->kind);
    f->writes[(size_t)l * n + op->var] = rmr_kind_writes(op->kind);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t l = m->n_locals; l-- > 0;)
      for (uint32_t k = 0; k < automaton_values(a, &m->local[l]) * a->choices; k++) {
        const uint32_t to = m->next[m->local[l].first_next + k];
        if (!automaton_goes_on(to)) continue;
        changed |= join(f->reads + (size_t)l * n, f->reads + (size_t)to * n, n);
        changed |= join(f->writes + (size_t)l * n, f->writes + (size_t)to * n, n);
      }
  }
}

void future_free(struct future *f)
{
  free(f->reads);
  free(f->writes);
  *f = (struct future){0};
}
