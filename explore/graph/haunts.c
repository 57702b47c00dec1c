/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * haunts.c: the traces of a dead process, which also its replacement meets: leases that have not run out yet. Where
 * there is time they are registers with a time that is not too old to make a difference.
 */
#include "explore/graph/region.h"

static rmr_word value_of(const struct space *s, const uint64_t *state, uint32_t var)
{
  return s->automata.values[var].value[field_get(state, &s->layout.value[var])];
}

/* Whether the register is a lease that has not run out for P_p. */
static bool is_up(const struct space *s, const uint64_t *state, uint32_t var, uint32_t p)
{
  const uint32_t value = field_get(state, &s->layout.value[var]), *tick = s->automata.values[var].tick;
  return system_is_lease(s->automata.system, var) ? value != 0 && !space_expired_for(s, state, var, p)
                                                  : tick != NULL && tick[value] != value;
}

bool space_haunts(const struct space *s, const uint64_t *state, uint32_t p, uint32_t reader)
{
  const struct system *system = s->automata.system;
  const struct space_label *label = space_label_of(s, state, p);
  const uint32_t groups = label->dead ? UINT32_MAX : label->inherited;
  for (uint32_t var = 0; var < s->automata.n_registers; var++)
    if ((groups >> system->group_of[var] & 1) != 0 && is_up(s, state, var, reader) &&
        system_responsible(system, var, value_of(s, state, var)) == p)
      return true;
  return false;
}

bool space_is_kept(const struct space *s, const uint64_t *state, uint32_t actor)
{
  const uint32_t var = rmr_action_who(s->automata.event[actor].action);
  uint64_t all = 0;
  uint32_t k = 0;
  while (k < s->env.n_kept && s->env.kept[k] != var) k++;
  for (uint32_t p = 1; p <= s->n; p++) all |= s->env.keeps[p][space_local(s, state, p)];
  return k < s->env.n_kept && (all >> k & 1) != 0;
}

bool space_must_happen(const struct space *s, const uint64_t *state, uint32_t actor)
{
  const struct automata_event *event = &s->automata.event[actor];
  const struct space_row *row = &s->row[actor][space_local(s, state, actor)];
  if (rmr_action_kind(event->action) == RMR_COMMIT) return row->first != SPACE_DONE;
  if (s->env.per_reader) return space_must_expire_for(s, state, actor);
  if (rmr_action_kind(event->action) != RMR_EXPIRE || event->in_life || row->first == SPACE_DONE) return false;
  const uint32_t value = (uint32_t)(state[row->word] >> row->shift & row->mask);
  if (s->env.keeps != NULL && event->process == 0 && space_is_kept(s, state, actor)) return false;
  return (s->flags[row->first + value * s->choices] & MOVE_NONE) == 0;
}
