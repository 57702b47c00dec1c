/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/graph/violated.h"

/* Where writes wait, a critical section lasts until its own write is committed. */
static enum violated violated_with_buffers(const struct space *s, const uint64_t *state)
{
  for (uint32_t p = 1; p <= s->n; p++)
    for (uint32_t q = 1; q < p; q++)
      if (buffer_exclude(s->automata.system, p, space_label_of(s, state, p)->occupies, q,
                         space_label_of(s, state, q)->occupies))
        return VIOLATED_P1;
  return VIOLATED_NONE;
}

enum violated violated_in(const struct space *s, const uint64_t *state)
{
  const bool renames = s->automata.system->algorithm->name_held != NULL;
  if (s->layout.pair.width != 0)
    return field_get(state, &s->layout.pair) != 0 &&
               space_label_of(s, state, s->spec.observer.pair_second)->section == RMR_CS
             ? VIOLATED_P5
             : VIOLATED_NONE;
  if (s->env.commits) return violated_with_buffers(s, state);
  for (uint32_t p = 1; p <= s->n; p++) {
    const struct space_label *a = space_label_of(s, state, p);
    if (a->section != RMR_CS) continue;
    if (renames && a->name > s->automata.system->algorithm->names_max(s->automata.system->size)) return VIOLATED_P1;
    for (uint32_t q = 1; q < p; q++) {
      const struct space_label *b = space_label_of(s, state, q);
      if (b->section != RMR_CS) continue;
      if (renames ? a->name != 0 && a->name == b->name : space_conflict(s, p, a, q, b)) return VIOLATED_P1;
    }
  }
  return VIOLATED_NONE;
}
