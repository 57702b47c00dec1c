/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * reader_expiry.c: leases that run out for one reader after the other, as clocks differ. The register keeps its value,
 * but that reader finds the initial one until something is written. While a live process is responsible for the lease,
 * that takes one of the expiries in life; and it does not happen to the responsible process: its stamp is of its own
 * clock.
 */
#include "explore/graph/region.h"

/* Whether P_p is alive and responsible for a lease with this value. */
static bool keeps(const struct space *s, const uint64_t *state, uint32_t var, uint32_t p, rmr_word value)
{
  const struct system *system = s->automata.system;
  const struct space_label *label = space_label_of(s, state, p);
  if (label->dead) return false;
  if (system_shared(system, var)->keeps == NULL)
    return system_responsible(system, var, value) == p && (label->inherited >> system->group_of[var] & 1) == 0;
  for (uint32_t k = 0; k < s->env.n_kept; k++)
    if (s->env.kept[k] == var) return (s->env.keeps[p][space_local(s, state, p)] >> k & 1) != 0;
  return false;
}

/* Whether the lease can run out for P_reader; `kept`: a live process is responsible for it. */
static bool may_lapse(const struct space *s, const uint64_t *state, uint32_t var, uint32_t reader, bool *kept)
{
  const uint32_t number = field_get(state, &s->layout.value[var]);
  const rmr_word value = s->automata.values[var].value[number];
  *kept = false;
  if (number == 0 || space_label_of(s, state, reader)->dead || space_expired_for(s, state, var, reader)) return false;
  for (uint32_t p = 1; p <= s->n && !*kept; p++) *kept = keeps(s, state, var, p, value);
  return !*kept || !keeps(s, state, var, reader, value);
}

bool space_expire_for(const struct space *s, const uint64_t *from, uint32_t actor, uint64_t *to)
{
  const rmr_action action = s->automata.event[actor].action;
  const uint32_t var = rmr_action_who(action), reader = rmr_action_choice(action);
  const uint32_t left = field_get(from, &s->layout.left[LIMIT_EXPIRIES]);
  bool kept;
  if (!may_lapse(s, from, var, reader, &kept) || (kept && left == packing_left(&s->layout.left[LIMIT_EXPIRIES], 0)))
    return false;
  if (kept) field_set(to, &s->layout.left[LIMIT_EXPIRIES], left - 1);
  field_set(to, &s->layout.expired[var], field_get(to, &s->layout.expired[var]) | UINT32_C(1) << (reader - 1));
  return true;
}

bool space_must_expire_for(const struct space *s, const uint64_t *state, uint32_t actor)
{
  const rmr_action action = s->automata.event[actor].action;
  bool kept;
  return rmr_action_kind(action) == RMR_EXPIRE &&
         may_lapse(s, state, rmr_action_who(action), rmr_action_choice(action), &kept) && !kept;
}
