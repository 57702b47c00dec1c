/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/graph/successors.h"

/* The processes that P_p waits for in a state, bit per process. */
static uint64_t blockers_of(const struct space *s, const uint64_t *state, uint32_t p)
{
  const struct automata *a = &s->automata;
  const struct automaton_local *local = &a->process[p].local[space_local(s, state, p)];
  const struct rmr_op *op = &local->op;
  if (op->kind != RMR_SPIN || local->section == RMR_REMAINDER || local->done) return 0;
  const struct rmr_shared *shared = system_shared(a->system, op->var);
  if (shared->holder == NULL) return 0;
  const rmr_word value = a->values[op->var].value[field_get(state, &s->layout.value[op->var])];
  const uint32_t cell = system_cell(a->system, op->var);
  uint64_t set = 0;
  for (uint32_t q = 0; (q = shared->holder(q, cell, value, op->value, size_for(a->system->size, shared))) != 0;)
    set |= UINT64_C(1) << q;
  return set;
}

/* Whether a blocking path of the observed process reaches P_p. There are at most 32 of them (explore.c). */
static bool comes_to(const struct space *s, const uint64_t *state, uint32_t p)
{
  uint64_t seen = UINT64_C(1) << s->spec.observer.process, next = seen;
  while (next != 0 && (seen >> p & 1) == 0) {
    const uint64_t more = blockers_of(s, state, (uint32_t)__builtin_ctzll(next)) & ~seen;
    seen |= more;
    next = (next & (next - 1)) | more;
  }
  return (seen >> p & 1) != 0;
}

bool space_ends_meal(const struct space *s, const uint64_t *from, const uint64_t *to, uint32_t p)
{
  return p <= s->n && space_label_of(s, from, p)->section == RMR_CS && space_label_of(s, to, p)->section != RMR_CS &&
         comes_to(s, from, p);
}
