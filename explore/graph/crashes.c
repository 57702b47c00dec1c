/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * crashes.c: the effects of crashes beside the change of local state. A crashed process cannot be overtaken any more. A
 * process that crashes in the critical section, and recovers, is owed it: no conflicting process may enter before it is
 * there again. That is required where exclusion held at the crash: if a conflicting process was there, too, nothing is
 * owed.
 *
 * When all crash at once, each goes where its own crash would take it, and epochs go up.
 */
#include "explore/graph/successors.h"

static bool is_alone(const struct space *s, const uint64_t *from, uint32_t p)
{
  const struct space_label *me = space_label_of(s, from, p);
  for (uint32_t q = 1; q <= s->n; q++) {
    const struct space_label *other = space_label_of(s, from, q);
    if (q != p && other->section == RMR_CS && space_conflict(s, p, me, q, other)) return false;
  }
  return true;
}

static void owe(const struct space *s, const uint64_t *from, uint32_t p, uint64_t *to)
{
  if (space_label_of(s, from, p)->section != RMR_CS || !is_alone(s, from, p)) return;
  to[s->layout.owed.word] |= (s->layout.owed.mask & UINT64_C(1) << (p - 1)) << s->layout.owed.shift;
}

static void raise_epochs(const struct space *s, uint64_t *to)
{
  for (uint32_t var = 0; var < s->automata.n_registers; var++)
    if (system_shared(s->automata.system, var)->epoch)
      field_set(to, &s->layout.value[var], field_get(to, &s->layout.value[var]) + 1);
}

/* False: all have made all their passages. */
static bool crash_all(const struct space *s, const uint64_t *from, uint64_t *to)
{
  bool anybody = false;
  for (uint32_t p = 1; p <= s->n; p++) {
    const struct automaton_local *local = &s->automata.process[p].local[space_local(s, from, p)];
    anybody |= !local->done;
    if (local->restart != AUTOMATON_NO_LOCAL) field_set(to, &s->layout.local[p], local->restart);
    owe(s, from, p, to);
  }
  raise_epochs(s, to);
  return anybody;
}

bool space_crash(const struct space *s, const uint64_t *from, uint32_t actor, uint64_t *to)
{
  if (s->spec.observer.pair_first != 0 && space_crashes(s, actor, s->spec.observer.pair_first))
    field_set(to, &s->layout.pair, 0);
  if (s->env.crashes[actor] == SPACE_EVERYBODY) return crash_all(s, from, to);
  if (s->env.recovers) owe(s, from, s->env.crashes[actor], to);
  return true;
}
