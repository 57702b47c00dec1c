/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/graph/successors.h"

/* Whom P_p waits for in a state; 0: nobody. */
static uint32_t blocker_of(const struct space *s, const uint64_t *state, uint32_t p)
{
  const struct automata *a = &s->automata;
  const struct rmr_op *op = &a->process[p].local[space_local(s, state, p)].op;
  if (op->kind != RMR_SPIN) return 0;
  const struct rmr_shared *shared = system_shared(a->system, op->var);
  if (shared->holder == NULL) return 0;
  const rmr_word value = a->values[op->var].value[field_get(state, &s->layout.value[op->var])];
  const uint32_t holder = shared->holder(system_cell(a->system, op->var), value, a->system->size);
  return holder != p ? holder : 0;
}

static uint32_t end_of_path(const struct space *s, const uint64_t *state)
{
  uint32_t last = s->spec.observed, next = blocker_of(s, state, last);
  for (uint32_t k = 1; next != 0 && k < s->n; k++) { /* a path that closes has no end */
    last = next;
    next = blocker_of(s, state, last);
  }
  return last;
}

bool space_ends_meal(const struct space *s, const uint64_t *from, const uint64_t *to, uint32_t p)
{
  return p <= s->n && space_label_of(s, from, p)->section == RMR_CS && space_label_of(s, to, p)->section != RMR_CS &&
         end_of_path(s, from) == p;
}
