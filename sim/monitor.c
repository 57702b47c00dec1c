/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/monitor.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/property.h"
#include "sim/state.h"

void monitor_init(struct monitor *monitor, const struct sim *sim)
{
  const struct rmr_algorithm *a = sim->system->algorithm;
  *monitor = (struct monitor){.n = sim->n};
  monitor->in_cs_of_session = mem_new(sim->system->size.sessions + 1, sizeof *monitor->in_cs_of_session);
  if (algorithm_has_doorway(a) && a->claims.p[PROPERTY_P5] == RMR_YES) {
    monitor->words = (sim->n + 63) / 64;
    monitor->begun = mem_new(sim->n + 1, sizeof *monitor->begun);
    monitor->waiting = mem_new(monitor->words, sizeof *monitor->waiting);
    monitor->ahead = mem_new(sim->n + 1, monitor->words * sizeof *monitor->ahead);
  }
  if (sim->recovers && a->name_held == NULL) monitor->owed = mem_new(sim->n + 1, sizeof *monitor->owed);
  for (const struct rmr_invariant *i = a->invariants; i != NULL && i->name != NULL; i++)
    monitor->invariant[monitor->n_invariants++] = i;
}

void monitor_fini(struct monitor *monitor)
{
  free(monitor->in_cs_of_session);
  free(monitor->begun);
  free(monitor->waiting);
  free(monitor->ahead);
  free(monitor->owed);
  moment_fini(&monitor->moment);
  *monitor = (struct monitor){0};
}

/* Counts a violation. Its record, to be told in words, if it is the first of this property; else NULL. */
static struct violation *violated(struct monitor *monitor, const struct rmr_event *event, enum property_id property,
                                  uint64_t *count, uint32_t other)
{
  if ((*count)++ != 0) return NULL;
  struct violation *v = &monitor->violation[monitor->n_violations++];
  *v = (struct violation){.step = event->step, .process = event->process, .other = other};
  snprintf(v->property, sizeof v->property, "%s", property_key(property));
  return v;
}

enum { WHO_SIZE = 48 };

/* "P3 (session 2)"; "P3" where there are no sessions. */
static const char *who(const struct sim *sim, uint32_t p, uint32_t session, char out[WHO_SIZE])
{
  if (sim->system->algorithm->group)
    snprintf(out, WHO_SIZE, "P%u (session %u)", p, session);
  else
    snprintf(out, WHO_SIZE, "P%u", p);
  return out;
}

/* Whether P_q stands in the critical section, too, and must not. */
static bool stands_there_too(const struct sim *sim, const struct rmr_event *event, uint32_t q)
{
  return sim->process[q].section == RMR_CS &&
         system_conflict(sim->system, event->process, event->session, q, sim->process[q].session);
}

/* The same, or a write of a section that it has left is not in memory yet. */
static bool is_there_too(const struct sim *sim, const struct rmr_event *event, uint32_t q)
{
  return sim->buffers ? sim_excludes(sim, event->process, q) : stands_there_too(sim, event, q);
}

static void check_exclusion(struct monitor *monitor, const struct sim *sim, const struct rmr_event *event)
{
  const uint32_t friends = sim->system->algorithm->group ? monitor->in_cs_of_session[event->session] : 0;
  if (monitor->in_cs == friends && !sim->buffers) return;
  for (uint32_t q = 1; q <= sim->n; q++)
    if (q != event->process && is_there_too(sim, event, q)) {
      struct violation *v = violated(monitor, event, PROPERTY_P1, &monitor->p1_count, q);
      char one[WHO_SIZE], other[WHO_SIZE];
      if (v == NULL) return;
      who(sim, event->process, event->session, one);
      if (stands_there_too(sim, event, q))
        snprintf(v->text, sizeof v->text, "P1: %s enters the CS while %s is there", one,
                 who(sim, q, sim->process[q].session, other));
      else
        snprintf(v->text, sizeof v->text, "P1: %s enters the CS before a write of P%u's section is in memory", one, q);
      return;
    }
}

static uint32_t name_of(const struct sim *sim, uint32_t p)
{
  return sim->system->algorithm->name_held(sim->local + (size_t)p * sim->stride, sim->system->size);
}

/* P1 of a renaming algorithm. */
static void check_name(struct monitor *monitor, const struct sim *sim, const struct rmr_event *event)
{
  const uint32_t name = name_of(sim, event->process), names = sim->system->algorithm->names_max(sim->system->size);
  if (name > names) {
    struct violation *v = violated(monitor, event, PROPERTY_P1, &monitor->p1_count, 0);
    if (v != NULL)
      snprintf(v->text, sizeof v->text, "P1: P%u takes the name %u, but the names are 1 to %u", event->process, name,
               names);
    return;
  }
  for (uint32_t q = 1; q <= sim->n && name != 0; q++)
    if (q != event->process && sim->process[q].section == RMR_CS && name_of(sim, q) == name) {
      struct violation *v = violated(monitor, event, PROPERTY_P1, &monitor->p1_count, q);
      if (v != NULL)
        snprintf(v->text, sizeof v->text, "P1: P%u takes the name %u, which P%u holds", event->process, name, q);
      return;
    }
}

static uint64_t *ahead_of(const struct monitor *monitor, uint32_t p)
{
  return &monitor->ahead[(size_t)p * monitor->words];
}

/* P_p begins its passage behind all that wait. */
static void come(const struct monitor *monitor, uint32_t p, uint64_t step)
{
  uint64_t *ahead = ahead_of(monitor, p);
  monitor->begun[p] = step;
  for (uint32_t w = 0; w < monitor->words; w++) ahead[w] = monitor->waiting[w];
}

/* P_p comes to its waiting section, or leaves it. Processes that have crashed begin anew with their next step. */
static void note_waiting(const struct monitor *monitor, const struct sim *sim, uint32_t p, bool waits, uint64_t step)
{
  const uint64_t bit = UINT64_C(1) << (p - 1) % 64;
  uint64_t *word = &monitor->waiting[(p - 1) / 64];
  *word = waits ? *word | bit : *word & ~bit;
  for (uint32_t q = 1; sim->recovers && q <= sim->n; q++)
    if (sim->process[q].section == RMR_RECOVER && sim->process[q].steps == 0) come(monitor, q, step + 1);
}

/* P_p enters before P_q, which was ahead of it when it began, and is still in the entry of the same passage. */
static bool overtakes(const struct monitor *monitor, const struct sim *sim, uint32_t p, uint32_t session, uint32_t q)
{
  const struct rmr_process *other = &sim->process[q];
  return monitor->begun[q] < monitor->begun[p] && (other->section == RMR_DOORWAY || other->section == RMR_WAITING) &&
         system_conflict(sim->system, p, session, q, other->session);
}

static void check_order(struct monitor *monitor, const struct sim *sim, const struct rmr_event *event)
{
  const uint32_t p = event->process;
  const uint64_t *ahead = ahead_of(monitor, p);
  for (uint32_t w = 0; w < monitor->words; w++)
    for (uint64_t rest = ahead[w]; rest != 0; rest &= rest - 1) {
      const uint32_t q = 64 * w + (uint32_t)__builtin_ctzll(rest) + 1;
      if (!overtakes(monitor, sim, p, event->session, q)) continue;
      struct violation *v = violated(monitor, event, PROPERTY_P5, &monitor->p5_count, q);
      char one[WHO_SIZE], other[WHO_SIZE];
      if (v != NULL)
        snprintf(v->text, sizeof v->text, "P5: %s enters the CS before %s, which had completed its doorway first",
                 who(sim, p, event->session, one), who(sim, q, sim->process[q].session, other));
      return;
    }
}

static void check_reentry(struct monitor *monitor, const struct sim *sim, const struct rmr_event *event)
{
  const uint32_t p = event->process;
  monitor->n_owed -= monitor->owed[p];
  monitor->owed[p] = false;
  for (uint32_t q = 1; q <= sim->n && monitor->n_owed != 0; q++)
    if (monitor->owed[q] && system_conflict(sim->system, p, event->session, q, sim->process[q].session)) {
      struct violation *v = violated(monitor, event, PROPERTY_CSR, &monitor->csr_count, q);
      char one[WHO_SIZE], other[WHO_SIZE];
      if (v != NULL)
        snprintf(v->text, sizeof v->text, "CSR: %s enters the CS before %s, which has crashed there",
                 who(sim, p, event->session, one), who(sim, q, sim->process[q].session, other));
      return;
    }
}

void monitor_section(struct monitor *monitor, const struct sim *sim, const struct rmr_event *event)
{
  const uint32_t p = event->process;
  const bool watch_order = monitor->words != 0;
  if (watch_order && event->from == RMR_REMAINDER) come(monitor, p, event->step);
  if (watch_order && (event->from == RMR_WAITING || event->to == RMR_WAITING))
    note_waiting(monitor, sim, p, event->to == RMR_WAITING, event->step);
  if (event->from == RMR_CS) {
    monitor->in_cs--;
    monitor->in_cs_of_session[event->session]--;
  }
  if (event->to == RMR_CS) {
    if (sim->system->algorithm->name_held != NULL)
      check_name(monitor, sim, event);
    else
      check_exclusion(monitor, sim, event);
    if (watch_order) check_order(monitor, sim, event);
    if (monitor->owed != NULL) check_reentry(monitor, sim, event);
    monitor->in_cs++;
    monitor->in_cs_of_session[event->session]++;
  }
}

/* --- invariants --------------------------------------------------------------------------------------------------- */

void monitor_look(struct monitor *monitor, uint64_t step, uint32_t process)
{
  for (uint32_t k = 0; k < monitor->n_invariants;) {
    const struct rmr_invariant *invariant = monitor->invariant[k];
    if (__builtin_expect(invariant->holds(&monitor->moment.now), 1)) {
      k++;
      continue;
    }
    struct violation *v = &monitor->violation[monitor->n_violations++];
    *v = (struct violation){.step = step, .process = process};
    snprintf(v->property, sizeof v->property, "%s", property_key(PROPERTY_INVARIANTS));
    snprintf(v->text, sizeof v->text, "%s does not hold: %s", invariant->name, invariant->text);
    monitor->n_invariants--;
    for (uint32_t next = k; next < monitor->n_invariants; next++)
      monitor->invariant[next] = monitor->invariant[next + 1];
  }
}

void monitor_begin(struct monitor *monitor, const struct sim *sim)
{
  if (!monitor_watches_states(monitor)) return;
  moment_init(&monitor->moment, sim);
  monitor_look(monitor, 0, 0);
}

void monitor_state(struct monitor *monitor, const struct sim *sim, const struct rmr_event *event)
{
  const uint32_t p = event->process;
  if (!monitor_watches_states(monitor)) return;
  const struct befallen whom = action_befallen(event->action, event->var, sim->n);
  for (uint32_t q = whom.first; q <= whom.last; q++) moment_see(&monitor->moment, sim, q);
  if (p != 0) moment_see(&monitor->moment, sim, p);
  monitor->moment.now.moved = p;
  monitor->moment.now.before = p != 0 ? &monitor->moment.before : NULL;
  monitor->moment.now.written = rmr_kind_writes(event->kind) ? event->var : RMR_NOWHERE;
  monitor_look(monitor, event->step, p);
}

/* Whether nobody is in the critical section who conflicts with P_p. */
static bool is_alone(const struct sim *sim, uint32_t p)
{
  for (uint32_t q = 1; q <= sim->n; q++)
    if (sim->process[q].section == RMR_CS &&
        system_conflict(sim->system, p, sim->process[p].session, q, sim->process[q].session))
      return false;
  return true;
}

void monitor_crash(struct monitor *monitor, const struct sim *sim, uint32_t p)
{
  if (monitor->words != 0) {
    note_waiting(monitor, sim, p, false, sim->view.step + 1);
    come(monitor, p, sim->view.step + 1);
  }
  if (sim->process[p].section != RMR_CS) return;
  if (monitor->owed != NULL && !monitor->owed[p] && is_alone(sim, p)) {
    monitor->owed[p] = true;
    monitor->n_owed++;
  }
  monitor->in_cs--;
  monitor->in_cs_of_session[sim->process[p].session]--;
}
