/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/mem.h"
#include "explore/tables/table_growth.h"

/* Initial values: the declared one, and for an arbitrary register all of its range. */
bool grow_initial_values(struct growth *g)
{
  struct automata *a = g->a;
  const struct ticks_local at = {0};
  for (uint32_t var = 0; var < a->n_registers; var++) {
    const struct rmr_shared *shared = system_shared(a->system, var);
    grow_value(g, var, ticks_stored(&a->ticks, a->system, var, system_initial_value(a->system, var), &at));
    for (rmr_word v = shared->min; shared->arbitrary && v <= shared->max(size_for(a->system->size, shared)); v++) {
      if (v % POLL_EVERY == 0 && !grow_has_room(g, a->values[var].n)) return false;
      grow_value(g, var, ticks_stored(&a->ticks, a->system, var, v, &at));
    }
    a->values[var].n_initial = a->values[var].n;                             /* numbers 0 .. n-1 */
    for (uint32_t k = 1; shared->epoch && k <= a->system->size.crashes; k++) /* number k after the k-th crash */
      grow_value(g, var, a->values[var].value[0] + k);
  }
  return true;
}

/* A change has one local state, in which it stays: its access is a write. So has a tick; it makes none. */
void grow_change(struct growth *g, uint32_t actor)
{
  const unsigned char nothing[RMR_MAX_STATE] = {0};
  const rmr_action action = automata_action(g->a, actor);
  const struct rmr_op op = rmr_action_kind(action) == RMR_TICK
                             ? (struct rmr_op){.kind = RMR_LOCAL, .line = 1}
                             : (struct rmr_op){.kind = RMR_WRITE, .var = rmr_action_who(action), .line = 1};
  struct automaton *m = &g->a->process[actor];
  m->initial = mem_new(g->a->choices, sizeof *m->initial);
  grow_local(g, actor, nothing, &(struct local_identity){.section = RMR_REMAINDER}, op);
}

/* Before its first line, asking for the session of `id`, with nothing in its local state. */
static struct rmr_op begin(const struct growth *g, uint32_t p, struct local_identity *id, void *state)
{
  struct automata *a = g->a;
  memset(state, 0, a->system->state_size);
  const struct rmr_in in = grow_in(a, p, id->before, id->session, &id->timer);
  const struct rmr_op op = grow_with_age(a, grow_access(g, system_step(a->system, state, &in)), &id->timer);
  if (ticks_pass(&a->ticks)) ticks_start(&a->ticks, &op, RMR_REMAINDER, id->section, &id->timer);
  return op;
}

/* Where a process is that has crashed in a local state and starts again. In its remainder it has nothing to forget, but
 * for what it remembers from one passage to the next. */
void grow_restart(struct growth *g, uint32_t p, uint32_t local)
{
  const struct system *s = g->a->system;
  const struct automaton_local from = g->a->process[p].local[local];
  const bool rests = from.section == RMR_REMAINDER;
  if (from.done || from.restart != AUTOMATON_NO_LOCAL || (rests && !s->algorithm->remembers)) return;
  _Alignas(16) unsigned char state[RMR_MAX_STATE];
  struct local_identity id = {.session = from.session,
                              .passages = from.passages,
                              .section = rests ? RMR_REMAINDER : RMR_RECOVER,
                              .restarted = !rests,
                              .timer = grow_timer(g->a, p, local)};
  const struct rmr_op op = begin(g, p, &id, state);
  const uint32_t to = grow_local(g, p, state, &id, op);
  g->a->process[p].local[local].restart = to;
}

/* Where a process is that has crashed: of each identity all such states are one. They are numbered one after the
 * other. */
void grow_dead(struct growth *g, uint32_t p)
{
  const unsigned char nothing[RMR_MAX_STATE] = {0};
  struct local_identity id = {.passages = UINT32_MAX, .section = RMR_REMAINDER, .done = true};
  g->a->process[p].dead = AUTOMATON_NO_LOCAL;
  if (g->a->system->spec.faults.kind == FAULTS_NONE || faults_recover(&g->a->system->spec.faults)) return;
  g->a->process[p].dead = g->a->process[p].n_locals;
  for (; id.before < automata_identities(g->a); id.before++)
    grow_local(g, p, nothing, &id, (struct rmr_op){.kind = RMR_LOCAL, .line = 1});
}

void grow_initial_locals(struct growth *g, uint32_t p)
{
  struct automata *a = g->a;
  struct automaton *m = &a->process[p];
  const uint32_t skews = a->skews;
  m->initial = mem_new((size_t)a->choices * skews, sizeof *m->initial);
  for (uint32_t k = 0; k < a->choices * skews; k++) {
    _Alignas(16) unsigned char state[RMR_MAX_STATE];
    struct local_identity id = {.session = grow_session(a, p, k / skews), .section = RMR_REMAINDER};
    if (ticks_pass(&a->ticks)) id.timer = ticks_begin(&a->ticks, a->system, k % skews);
    const struct rmr_op op = begin(g, p, &id, state);
    m->initial[k] = grow_local(g, p, state, &id, op);
  }
}

/* The same for processes that arrive later. Where no process reads its identity they are all alike. */
void grow_heirs(struct growth *g, uint32_t p)
{
  struct automata *a = g->a;
  struct automaton *m = &a->process[p];
  _Alignas(16) unsigned char state[RMR_MAX_STATE];
  struct local_identity id = {.section = RMR_REMAINDER, .inherited = system_inherited(a->system)};
  if (a->system->spec.faults.limit[LIMIT_ARRIVALS] == 0) return;
  m->heir = mem_new((size_t)automata_identities(a) * a->choices, sizeof *m->heir);
  for (; id.before < automata_identities(a); id.before++)
    for (uint32_t c = 0; c < a->choices; c++) {
      id.session = grow_session(a, p, c);
      const struct rmr_op op = begin(g, p, &id, state);
      m->heir[id.before * a->choices + c] = grow_local(g, p, state, &id, op);
    }
}
