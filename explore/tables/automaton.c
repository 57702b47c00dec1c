/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/automaton.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/tables/table_growth.h"
#include "model/loader.h"

bool automata_refuse_size(const struct automata *a, struct error *e)
{
  return fail(e, EXIT_INCOMPLETE,
              "%s, N = %u: the transition tables do not fit into the memory; fewer passages, fewer sessions or a "
              "smaller cap help",
              a->system->algorithm->name, a->n);
}

bool automata_refuse_late(const struct automata *a, struct error *e)
{
  return fail(e, EXIT_INCOMPLETE, "%s, N = %u: interrupted before the search began", a->system->algorithm->name, a->n);
}

static bool is_change(const struct automata *a, uint32_t actor)
{
  if (actor <= a->n) return false;
  const uint32_t kind = rmr_action_kind(a->event[actor].action);
  return kind == RMR_CHANGE || kind == RMR_TICK;
}

/* Rows one behind the other. */
static void flatten(struct growth *g, uint32_t p)
{
  struct automata *a = g->a;
  struct automaton *m = &a->process[p];
  size_t next = 0, written = 0;
  for (uint32_t l = 0; l < m->n_locals; l++) {
    m->local[l].first_next = (uint32_t)next;
    m->local[l].first_value = (uint32_t)written;
    next += (size_t)g->row[p][l].n * a->choices;
    written += g->row[p][l].n;
  }
  m->n_next = next;
  m->n_written = written;
  m->next = budget_array(a->budget, next, sizeof *m->next);
  m->written = budget_array(a->budget, written, sizeof *m->written);
  for (uint32_t l = 0; l < m->n_locals; l++) {
    struct automaton_row *row = &g->row[p][l];
    if (row->n != 0) {
      memcpy(m->next + m->local[l].first_next, row->next, (size_t)row->n * a->choices * sizeof *m->next);
      memcpy(m->written + m->local[l].first_value, row->written, row->n * sizeof *m->written);
    }
    free(row->next);
    free(row->written);
  }
  budget_drop(a->budget, m->slots, m->n_slots, sizeof *m->slots);
  m->slots = NULL;
  budget_drop(a->budget, g->row[p], m->capacity, sizeof **g->row);
}

static bool refuse_start(const struct growth *g)
{
  const struct automata *a = g->a;
  const struct automaton *m = &a->process[g->astray];
  const struct automaton_local *local = &m->local[g->astray_local];
  const struct ticks_local at = grow_timer(a, g->astray, g->astray_local);
  _Alignas(16) unsigned char state[RMR_MAX_STATE];
  memcpy(state, m->state + (size_t)g->astray_local * a->system->state_size, a->system->state_size);
  return system_refuse_stray(a->system, g->astray, state, grow_in(a, g->astray, local->before, local->session, &at),
                             g->e);
}

/* Whether the passages of all local states that are known begin as they may. */
static bool start_well(const struct growth *g)
{
  if (g->astray != 0) return refuse_start(g);
  if (g->ended != 0) return system_refuse_end(g->a->system, g->ended, g->e);
  return g->early == 0 || system_refuse_delay(g->a->system, g->early, g->early_line, g->e);
}

static bool close_tables(struct growth *g)
{
  struct automata *a = g->a;
  do {
    g->changed = false;
    for (uint32_t p = 1; p <= a->n_actors; p++)
      for (uint32_t l = 0; l < a->process[p].n_locals; l++) {
        if (p <= a->n && faults_recover(&a->system->spec.faults)) grow_restart(g, p, l);
        if (p <= a->n && order_buffers(&a->system->spec.order)) grow_commits(g, p, l);
        if (!start_well(g) || !grow_row(g, p, l) || !start_well(g)) return false;
        if ((l & 1023) == 0 && !grow_small_enough(g)) return false;
      }
    if (ticks_pass(&a->ticks) && !grow_ticks(g)) return false;
  } while (g->changed);
  return true;
}

static bool build(struct growth *g)
{
  struct automata *a = g->a;
  bool ok = grow_initial_values(g);
  for (uint32_t p = 1; p <= a->n; p++) grow_initial_locals(g, p);
  for (uint32_t p = 1; p <= a->n; p++) grow_dead(g, p);
  for (uint32_t p = 1; p <= a->n; p++) grow_heirs(g, p);
  for (uint32_t actor = a->n + 1; actor <= a->n_actors; actor++)
    if (is_change(a, actor)) grow_change(g, actor);
  ok = ok && close_tables(g);
  if (ok && ticks_pass(&a->ticks)) grow_note_ticks(g);
  if (ok && !ticks_pass(&a->ticks) && (g->limits.again || plug_in_is(system_spec_text(&a->system->spec))))
    ok = grow_again(g);
  for (uint32_t p = 1; p <= a->n_actors; p++)
    if (p <= a->n || is_change(a, p)) flatten(g, p);
  for (uint32_t actor = a->n + 1; ok && actor <= a->n_actors; actor++)
    if (!is_change(a, actor)) automata_make_fault(a, actor);
  free(g->row);
  if (g->entries * ENTRY_BYTES > SMALL_TABLES / 4) mem_return(); /* the memory of the rows */
  return ok;
}

bool automata_create(struct automata *a, const struct system_spec *spec, const uint32_t *passages, rmr_word cap,
                     const struct automata_change *change, struct table_limits limits, struct error *e)
{
  *a = (struct automata){.cap = cap, .passages = passages, .budget = limits.budget, .interrupt = limits.interrupt};
  a->system = order_leaves_commits(&spec->order, e) ? system_create(spec, e) : NULL;
  if (a->system == NULL) return false;
  a->n = a->system->n;
  automata_list_events(a);
  a->n_registers = a->system->n_registers;
  a->choices =
    a->system->spec.sessions->rule == SESSIONS_ANY && a->system->algorithm->group ? a->system->spec.sessions->any : 1;
  if (!ticks_create(&a->ticks, a->system, e)) {
    automata_free(a);
    return false;
  }
  a->skews = a->ticks.skew + 1;
  a->process = mem_new(a->n_actors + 1, sizeof *a->process);
  a->values = mem_new(a->n_registers, sizeof *a->values);
  a->asked = mem_new(a->n + 1, sizeof *a->asked);
  struct growth g = {
    .a = a, .change = change, .limits = limits, .e = e, .row = mem_new(a->n_actors + 1, sizeof *g.row)};
  heartbeat_rest(limits.heart, false);
  const bool ok = build(&g);
  heartbeat_rest(limits.heart, true);
  if (!ok)
    automata_free(a);
  else if (change != NULL)
    change->close(change->self, a);
  return ok;
}

void automata_free(struct automata *a)
{
  for (uint32_t p = 1; a->process != NULL && p <= a->n_actors; p++) {
    struct automaton *m = &a->process[p];
    budget_drop(a->budget, m->local, m->capacity, sizeof *m->local);
    budget_drop(a->budget, m->state, m->capacity, a->system->state_size);
    budget_drop(a->budget, m->timer, m->capacity, sizeof *m->timer);
    budget_drop(a->budget, m->tick, m->capacity, sizeof *m->tick);
    budget_drop(a->budget, m->next, m->n_next, sizeof *m->next);
    budget_drop(a->budget, m->written, m->n_written, sizeof *m->written);
    free(m->initial);
    budget_drop(a->budget, m->commit, m->commit_capacity, sizeof *m->commit);
    free(m->heir);
  }
  for (uint32_t var = 0; a->values != NULL && var < a->n_registers; var++) {
    free(a->values[var].value);
    free(a->values[var].tick);
  }
  free(a->process);
  free(a->values);
  free(a->asked);
  free(a->event);
  system_free(a->system);
  *a = (struct automata){0};
}
