/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * system_changes.c: the changes that happen by themselves, as numbers and as actions.
 */
#include "model/system.h"

static uint32_t n_of_algorithm(const struct system *s)
{
  uint32_t n = 0;
  for (uint32_t k = 0; k < s->algorithm->n_changes; k++) n += s->group[s->algorithm->changes[k].group].n;
  return n;
}

static uint32_t n_crashes(const struct system *s)
{
  if (faults_at_once(&s->spec.faults)) return 1;
  return s->spec.faults.limit[LIMIT_CRASHES] != 0 ? s->n : 0;
}

static uint32_t n_arrivals(const struct system *s)
{
  return s->spec.faults.limit[LIMIT_ARRIVALS] != 0 ? s->n : 0;
}

/* Ways in which a lease can run out: one, for all; or one for each reader, even if there is only one. */
static uint32_t n_expiries(const struct system *s)
{
  return system_expires_at_readers(s) ? s->n : 1;
}

/* Changes of the algorithm's come first, then crashes, new processes, commits, and leases; the tick is the last one. */
uint32_t system_n_changes(const struct system *s)
{
  uint32_t n = n_of_algorithm(s) + n_crashes(s) + n_arrivals(s) + buffer_n_commits(s) + time_passes(&s->spec.time);
  for (uint32_t g = 0; g < s->algorithm->n_shared; g++)
    if (s->spec.faults.leases >> g & 1) n += s->group[g].n * n_expiries(s);
  return n;
}

static rmr_action change_of_algorithm(const struct system *s, uint32_t k)
{
  const struct rmr_change *change = s->algorithm->changes;
  for (; k >= s->group[change->group].n; change++) k -= s->group[change->group].n;
  return rmr_action_of(RMR_CHANGE, s->group[change->group].first + k, (uint32_t)(change - s->algorithm->changes));
}

rmr_action system_change(const struct system *s, uint32_t k)
{
  if (k < n_of_algorithm(s)) return change_of_algorithm(s, k);
  k -= n_of_algorithm(s);
  if (k < n_crashes(s)) return rmr_action_of(RMR_CRASH, faults_at_once(&s->spec.faults) ? 0 : k + 1, 0);
  k -= n_crashes(s);
  if (k < n_arrivals(s)) return rmr_action_of(RMR_NEW, k + 1, 0);
  k -= n_arrivals(s);
  if (k < buffer_n_commits(s)) return buffer_commit_action(s, k);
  k -= buffer_n_commits(s);
  for (uint32_t g = 0; g < s->algorithm->n_shared; g++) {
    if ((s->spec.faults.leases >> g & 1) == 0) continue;
    const uint32_t ways = n_expiries(s), first = s->group[g].first;
    const uint32_t reader = system_expires_at_readers(s) ? 1 + k % ways : 0;
    if (k < s->group[g].n * ways) return rmr_action_of(RMR_EXPIRE, first + k / ways, reader);
    k -= s->group[g].n * ways;
  }
  return rmr_action_of(RMR_TICK, 1, 0);
}

bool system_may_change(const struct system *s, rmr_action action, rmr_word value)
{
  const uint32_t which = rmr_action_choice(action), var = rmr_action_who(action);
  return rmr_action_kind(action) == RMR_CHANGE && which < s->algorithm->n_changes && var < s->n_registers &&
         s->group_of[var] == s->algorithm->changes[which].group && s->algorithm->changes[which].may(value, s->size);
}

rmr_word system_changed(const struct system *s, rmr_action action, rmr_word value)
{
  return s->algorithm->changes[rmr_action_choice(action)].becomes(value, s->size);
}

bool system_keeps_leases(const struct system *system)
{
  bool kept = false;
  for (uint32_t g = 0; g < system->algorithm->n_shared; g++)
    kept |= (system->spec.faults.leases >> g & 1) != 0 && system->algorithm->shared[g].keeps != NULL;
  return kept;
}

uint32_t system_responsible(const struct system *s, uint32_t var, rmr_word value)
{
  const struct rmr_shared *shared = system_shared(s, var);
  const uint32_t cell = system_cell(s, var);
  if (shared->keeps != NULL) return 0;
  return shared->responsible != NULL ? shared->responsible(cell, value, size_for(s->size, shared)) : cell + 1;
}
