/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * haunts.c: what a dead process leaves behind: leases that have not run out yet.
 */
#include "explore/graph/region.h"

static rmr_word value_of(const struct space *s, const uint64_t *state, uint32_t var)
{
  return s->automata.values[var].value[field_get(state, &s->layout.value[var])];
}

bool space_haunts(const struct space *s, const uint64_t *state, uint32_t p)
{
  const struct system *system = s->automata.system;
  for (uint32_t var = 0; var < s->automata.n_registers; var++)
    if (system_is_lease(system, var) && field_get(state, &s->layout.value[var]) != 0 &&
        system_responsible(system, var, value_of(s, state, var)) == p)
      return true;
  return false;
}

bool space_must_happen(const struct space *s, const uint64_t *state, uint32_t actor)
{
  const struct automata_event *event = &s->automata.event[actor];
  const struct space_row *row = &s->row[actor][space_local(s, state, actor)];
  if (rmr_action_kind(event->action) != RMR_EXPIRE || event->in_life || row->first == SPACE_DONE) return false;
  const uint32_t value = (uint32_t)(state[row->word] >> row->shift & row->mask);
  return (s->flags[row->first + value * s->choices] & MOVE_NONE) == 0;
}
