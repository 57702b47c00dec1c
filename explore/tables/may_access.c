/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/may_access.h"

enum { POLL_EVERY = 1 << 12 }; /* local states */

static bool join(uint64_t *to, const uint64_t *from, uint32_t words)
{
  uint64_t changed = 0;
  for (uint32_t k = 0; k < words; k++) {
    changed |= from[k] & ~to[k];
    to[k] |= from[k];
  }
  return changed != 0;
}

static void note_access(struct may_access *f, uint32_t local, const struct rmr_op *op)
{
  uint64_t *of_local = f->accesses + (size_t)local * 2 * f->words;
  const uint64_t bit = UINT64_C(1) << op->var % 64;
  if (rmr_kind_reads(op->kind)) of_local[op->var / 64] |= bit;
  if (rmr_kind_writes(op->kind)) of_local[f->words + op->var / 64] |= bit;
}

static bool join_followers(struct may_access *f, const struct automata *a, const struct automaton *m, uint32_t local)
{
  const size_t words = 2 * (size_t)f->words;
  bool changed = false;
  for (uint32_t k = 0; k < automaton_values(a, &m->local[local]) * a->choices; k++) {
    const uint32_t to = m->next[m->local[local].first_next + k];
    if (automaton_goes_on(to)) changed |= join(f->accesses + local * words, f->accesses + to * words, (uint32_t)words);
  }
  const uint32_t later = m->tick != NULL ? m->tick[local] : AUTOMATON_ABSENT;
  if (automaton_goes_on(later))
    changed |= join(f->accesses + local * words, f->accesses + later * words, (uint32_t)words);
  return changed;
}

bool may_access_create(struct may_access *f, const struct automata *a, uint32_t p)
{
  const struct automaton *m = &a->process[p];
  const uint32_t words = a->n_registers / 64 + 1;
  *f = (struct may_access){.n = a->n_registers, .words = words, .n_locals = m->n_locals, .budget = a->budget};
  f->accesses = budget_array(a->budget, (size_t)m->n_locals * 2 * words, sizeof *f->accesses);
  for (uint32_t l = 0; l < m->n_locals; l++)
    if (!m->local[l].done && rmr_kind_accesses(m->local[l].op.kind)) note_access(f, l, &m->local[l].op);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = m->n_commits; k-- > 0;)
      changed |= join(f->accesses + (size_t)m->commit[k].local * 2 * words,
                      f->accesses + (size_t)m->commit[k].to * 2 * words, 2 * words);
    for (uint32_t l = m->n_locals; l-- > 0;) {
      if (l % POLL_EVERY == 0 && automata_interrupted(a)) return false;
      changed |= join_followers(f, a, m, l);
    }
  }
  return true;
}

void may_access_free(struct may_access *f)
{
  budget_drop(f->budget, f->accesses, (size_t)f->n_locals * 2 * f->words, sizeof *f->accesses);
  *f = (struct may_access){0};
}
