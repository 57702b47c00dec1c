/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/answer/judge_run.h"

#include <stdlib.h>

#include "base/mem.h"

static judge_set of(uint32_t p)
{
  return UINT32_C(1) << (p - 1);
}

static void note_broken(struct judge *j, enum property_id id)
{
  j->broken |= UINT32_C(1) << id;
}

static bool conflict(const struct judge *j, uint32_t p, uint32_t q)
{
  const struct rmr_process *process = j->sim->process;
  return system_conflict(j->sim->system, p, process[p].session, q, process[q].session);
}

static void remember(struct judge *j)
{
  for (uint32_t p = 1; p <= j->sim->n; p++) {
    j->section[p] = j->sim->process[p].section;
    j->session[p] = j->sim->process[p].session;
  }
}

void judge_begin(struct judge *j, const struct sim *sim)
{
  *j = (struct judge){.sim = sim, .gap = UINT64_MAX};
  j->section = mem_new(sim->n + 1, sizeof *j->section);
  j->session = mem_new(sim->n + 1, sizeof *j->session);
  j->ahead = mem_new(sim->n + 1, sizeof *j->ahead);
  j->pending = mem_new(system_n_changes(sim->system) + 1, sizeof *j->pending);
  remember(j);
}

void judge_free(struct judge *j)
{
  free(j->section);
  free(j->session);
  free(j->ahead);
  free(j->pending);
}

/* --- crashes ------------------------------------------------------------------------------------------------------ */

/* Whether P_p was in the critical section, and no conflicting process was. */
static bool was_alone_there(const struct judge *j, uint32_t p)
{
  if (j->section[p] != RMR_CS) return false;
  for (uint32_t q = 1; q <= j->sim->n; q++)
    if (q != p && j->section[q] == RMR_CS && system_conflict(j->sim->system, p, j->session[p], q, j->session[q]))
      return false;
  return true;
}

static void see_crash(struct judge *j, uint32_t p)
{
  j->ahead[p] = 0;
  for (uint32_t q = 1; q <= j->sim->n; q++) j->ahead[q] &= ~of(p);
  if (!j->sim->recovers) return;
  if (j->section[p] != RMR_REMAINDER) j->restarted |= of(p);
  if (was_alone_there(j, p)) j->owed |= of(p);
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

static uint32_t name_of(const struct judge *j, uint32_t p)
{
  const struct sim *sim = j->sim;
  return sim->system->algorithm->name_held(sim->local + (size_t)p * sim->stride, sim->system->size);
}

/* Whether P_p and P_q, which are both in the critical section, must not be. */
static bool exclude(const struct judge *j, uint32_t p, uint32_t q)
{
  if (j->sim->system->algorithm->name_held == NULL) return conflict(j, p, q);
  return name_of(j, p) != 0 && name_of(j, p) == name_of(j, q);
}

static void see_entry(struct judge *j, uint32_t p)
{
  const struct system *system = j->sim->system;
  const bool renames = system->algorithm->name_held != NULL;
  if (renames && name_of(j, p) > system->algorithm->names_max(system->size)) note_broken(j, PROPERTY_P1);
  for (uint32_t q = 1; q <= j->sim->n; q++)
    if (q != p &&
        (j->sim->buffers ? sim_excludes(j->sim, p, q) : j->sim->process[q].section == RMR_CS && exclude(j, p, q)))
      note_broken(j, PROPERTY_P1);
  if (j->ahead[p] != 0) j->overtook |= of(p);
  j->overtaken |= j->ahead[p];
  j->ahead[p] = 0;
  for (uint32_t q = 1; q <= j->sim->n; q++) j->ahead[q] &= ~of(p);
  j->owed &= ~of(p);
  if (j->last_entry != 0 && j->ticks + 1 - j->last_entry < j->gap) j->gap = j->ticks + 1 - j->last_entry;
  j->last_entry = j->ticks + 1;
}

static void see_step(struct judge *j, const struct rmr_event *event)
{
  const uint32_t p = event->process;
  if (j->section[p] == RMR_REMAINDER || (j->restarted & of(p)) != 0) { /* its passage begins */
    j->ahead[p] = 0;
    for (uint32_t q = 1; q <= j->sim->n; q++)
      if (q != p && j->section[q] == RMR_WAITING && system_conflict(j->sim->system, p, j->session[p], q, j->session[q]))
        j->ahead[p] |= of(q);
  }
  j->restarted &= ~of(p);
  if (event->to == RMR_CS && event->from != RMR_CS) see_entry(j, p);
}

/* --- the loop ----------------------------------------------------------------------------------------------------- */

/* Whether the next line of P_p belongs to its entry, and all conflicting processes are in their remainders. */
static bool is_alone(const struct judge *j, uint32_t p)
{
  const struct rmr_process *process = j->sim->process;
  for (uint32_t q = 1; q <= j->sim->n; q++)
    if (q != p && ((process[q].section != RMR_REMAINDER && conflict(j, p, q)) || sim_has_writes(j->sim, q)))
      return false;
  return rmr_section_is_entry(process[p].pending.section);
}

static void see_state_of_loop(struct judge *j)
{
  bool wanted = false;
  for (uint32_t p = 1; p <= j->sim->n; p++) {
    const struct rmr_process *me = &j->sim->process[p];
    const bool lives = me->status != RMR_DONE && me->status != RMR_DEAD;
    if (!rmr_section_is_entry(me->section)) j->entry &= ~of(p);
    if (!lives || me->pending.section != RMR_EXIT) j->exit &= ~of(p);
    if (!lives || me->pending.section != RMR_RECOVER) j->recover &= ~of(p);
    if (!lives || !is_alone(j, p)) j->alone &= ~of(p);
    wanted |= rmr_section_is_entry(me->section);
  }
  j->forsaken &= j->owed;
  j->wanted &= wanted;
  for (uint32_t k = 0; k < system_n_changes(j->sim->system); k++)
    j->pending[k] = j->pending[k] && sim_will_happen(j->sim, system_change(j->sim->system, k));
}

void judge_loop(struct judge *j)
{
  j->looping = j->wanted = true;
  j->entry = j->exit = j->recover = j->alone = j->forsaken = UINT32_MAX;
  for (uint32_t k = 0; k < system_n_changes(j->sim->system); k++) j->pending[k] = true;
  see_state_of_loop(j);
}

bool judge_is_fair(const struct judge *j)
{
  for (uint32_t p = 1; p <= j->sim->n; p++)
    if (j->sim->process[p].section != RMR_REMAINDER && (j->moved & of(p)) == 0) return false;
  for (uint32_t k = 0; k < system_n_changes(j->sim->system); k++)
    if (j->pending[k]) return false;
  return j->sim->clock == NULL || j->ticked;
}

/* --- every action ------------------------------------------------------------------------------------------------- */

static void see_forestalled(struct judge *j)
{
  for (uint32_t p = 1; p <= j->sim->n; p++)
    for (uint32_t q = 1; q <= j->sim->n && (j->owed & of(p)) != 0; q++)
      if (q != p && j->sim->process[q].section == RMR_CS && conflict(j, p, q)) note_broken(j, PROPERTY_CSR);
}

/* A process that makes no more steps has the local state 0 in the explorer's tables, unless it may keep a lease. */
static void see_combination(struct judge *j)
{
  static const unsigned char none[RMR_MAX_STATE];
  const void *local[COMBINATIONS_MOST + 1];
  const bool kept = system_keeps_leases(j->sim->system);
  for (uint32_t p = 1; p <= j->sim->n; p++)
    local[p] = j->sim->process[p].status == RMR_DONE && !kept ? none : j->sim->local + (size_t)p * j->sim->stride;
  if (!combinations_know(j->familiar, local, j->sim->system)) note_broken(j, PROPERTY_ROBUST);
}

/* A commit that happens in the loop is not pending: the loop may have it and still be endless. */
static void note_commit(struct judge *j, const struct rmr_event *event)
{
  for (uint32_t k = 0; event->action == RMR_COMMIT && k < system_n_changes(j->sim->system); k++)
    if (system_change(j->sim->system, k) == rmr_event_action(event)) j->pending[k] = false;
}

void judge_see(struct judge *j, const struct rmr_event *event)
{
  if (event->action == RMR_STEP) see_step(j, event);
  if (event->action == RMR_TICK) j->ticks += event->var;
  for (uint32_t p = 1; p <= j->sim->n; p++)
    if (action_ends(event->action, event->var, p)) see_crash(j, p);
  see_forestalled(j);
  if (j->familiar != NULL) see_combination(j);
  if (j->looping) {
    if (event->action == RMR_STEP) j->moved |= of(event->process);
    j->entered |= event->action == RMR_STEP && event->to == RMR_CS && event->from != RMR_CS;
    j->ticked |= event->action == RMR_TICK;
    see_state_of_loop(j);
    note_commit(j, event);
  }
  remember(j);
}
