/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * tick.c: the effect of a tick on a state: all ages increase, unless a process is overdue.
 */
#include "explore/graph/successors.h"

bool space_tick(const struct space *s, const uint64_t *from, uint64_t *to)
{
  const struct automata *a = &s->automata;
  for (uint32_t p = 1; p <= s->n; p++) {
    const uint32_t later = a->process[p].tick[space_local(s, from, p)];
    if (later == AUTOMATON_ABSENT) return false;
    field_set(to, &s->layout.local[p], later);
  }
  for (uint32_t var = 0; var < a->n_registers; var++)
    if (a->values[var].tick != NULL)
      field_set(to, &s->layout.value[var], a->values[var].tick[field_get(from, &s->layout.value[var])]);
  return true;
}
