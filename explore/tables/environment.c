/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * environment.c: the actors that are no processes: changes of the algorithm's, crashes, new processes, and leases that
 * run out.
 *
 * For a lease there are as many actors as there may be processes that are responsible for it: one for each of them
 * dead, and where leases may expire in life, one more for each of them alive. Where the value of a register does not
 * determine the responsible process (it has one writer) that is one process; a register for whose value no process is
 * responsible runs out at any time. With per-reader expiry there is one for each reader, which stands nowhere and
 * leaves the register unchanged: its effect is not in a table, but in graph/reader_expiry.c. Where local states tell it
 * there are two, which stand nowhere: that it may run out depends on where all stand (space.h, `keeps`).
 */
#include <string.h>

#include "base/mem.h"
#include "explore/tables/automaton.h"

static void add_event(struct automata *a, rmr_action action, uint32_t process, bool in_life)
{
  const uint32_t kind = rmr_action_kind(action);
  const enum limit_id limit = kind != RMR_EXPIRE || in_life ? action_table[kind].limit : LIMIT_NONE;
  if (a->event != NULL) a->event[a->n_actors + 1] = (struct automata_event){action, process, in_life, limit};
  a->n_actors++;
}

static void add_lease(struct automata *a, rmr_action expiry)
{
  const struct system *s = a->system;
  const uint32_t var = rmr_action_who(expiry);
  if (system_expires_at_readers(s)) {
    add_event(a, expiry, 0, false);
    return;
  }
  if (system_shared(s, var)->keeps != NULL) {
    add_event(a, expiry, 0, false);
    if (s->spec.faults.limit[LIMIT_EXPIRIES] != 0) add_event(a, expiry, 0, true);
    return;
  }
  const bool one_writer = system_shared(s, var)->responsible == NULL;
  const uint32_t writer = one_writer ? system_responsible(s, var, 0) : 0;
  const uint32_t first = writer <= s->n ? writer : 0, last = one_writer ? first : s->n;
  for (uint32_t p = first; p <= last; p++) {
    add_event(a, expiry, p, false);
    if (p != 0 && s->spec.faults.limit[LIMIT_EXPIRIES] != 0) add_event(a, expiry, p, true);
  }
}

static void add_events(struct automata *a)
{
  a->n_actors = a->n;
  for (uint32_t k = 0, n = system_n_changes(a->system); k < n; k++) {
    const rmr_action action = system_change(a->system, k);
    if (rmr_action_kind(action) == RMR_EXPIRE)
      add_lease(a, action);
    else
      add_event(a, action, action_moves(rmr_action_kind(action)) ? rmr_action_who(action) : 0, false);
  }
}

void automata_list_events(struct automata *a)
{
  add_events(a); /* counts */
  a->event = mem_new(a->n_actors + 1, sizeof *a->event);
  add_events(a);
}

/* Whether the actor can do anything while its process is in this local state, whatever its register holds. */
static bool may_happen(const struct automata *a, const struct automata_event *event, uint32_t local)
{
  if (event->process == 0) return true;
  const struct automaton *p = &a->process[event->process];
  const struct automaton_local *l = &p->local[local];
  const uint16_t at = a->system->spec.faults.at;
  const bool dead = automaton_is_dead(a, p, local);
  if (rmr_action_kind(event->action) == RMR_CRASH)
    return (at == 0 || l->op.line == at) &&
           (faults_recover(&a->system->spec.faults) ? l->restart != AUTOMATON_NO_LOCAL
                                                    : !l->done && l->section != RMR_REMAINDER);
  if (rmr_action_kind(event->action) == RMR_NEW) return dead;
  if (rmr_action_kind(event->action) == RMR_COMMIT)
    return automaton_commit_of(p, local, rmr_action_choice(event->action)) != NULL;
  const bool kept = !dead && (l->inherited >> a->system->group_of[rmr_action_who(event->action)] & 1) == 0;
  return kept == event->in_life;
}

/* Whether the register can run out with this value, number `value`; the initial one is number 0. */
static bool may_expire(const struct automata *a, const struct automata_event *event, uint32_t value)
{
  const uint32_t var = rmr_action_who(event->action);
  if (rmr_action_choice(event->action) != 0) return value != 0;
  const uint32_t p = system_responsible(a->system, var, a->values[var].value[value]);
  return value != 0 && (p <= a->n ? p : 0) == event->process;
}

/* The effect of its action on memory while its process is in this local state. */
static struct rmr_op access_of(const struct automata *a, const struct automata_event *event, uint32_t local)
{
  const uint32_t kind = rmr_action_kind(event->action), p = event->process;
  struct rmr_op op = {.kind = RMR_LOCAL, .line = 1};
  if (kind == RMR_EXPIRE) {
    op.kind = RMR_WRITE;
    op.var = rmr_action_who(event->action);
  }
  if (kind != RMR_COMMIT) return op;
  const struct buffer_write *write = buffer_oldest(
    a->system, a->process[p].state + (size_t)local * a->system->state_size, rmr_action_choice(event->action));
  if (write == NULL || write->var == BUFFER_DATA) return op;
  return (struct rmr_op){.kind = RMR_WRITE, .var = write->var, .value = write->value, .line = 1};
}

static void make_locals(struct automata *a, const struct automata_event *event, struct automaton *m)
{
  m->n_locals = m->capacity = event->process != 0 ? a->process[event->process].n_locals : 1;
  m->local = budget_array(a->budget, m->n_locals, sizeof *m->local);
  m->state = budget_array(a->budget, m->n_locals, a->system->state_size);
  for (uint32_t l = 0; l < m->n_locals; l++) {
    m->local[l] = (struct automaton_local){
      .op = access_of(a, event, l), .section = RMR_REMAINDER, .done = !may_happen(a, event, l)};
    m->local[l].first_next = (uint32_t)m->n_next;
    m->local[l].first_value = (uint32_t)m->n_written;
    m->n_written += automaton_values(a, &m->local[l]);
    m->n_next += (size_t)automaton_values(a, &m->local[l]) * a->choices;
  }
}

/* Where the fault takes its process, or leaves it. */
static uint32_t successor(const struct automata *a, const struct automata_event *event, uint32_t local, uint32_t value,
                          uint32_t choice)
{
  const struct automaton *p = &a->process[event->process];
  const uint32_t kind = rmr_action_kind(event->action);
  if (kind == RMR_COMMIT) return automaton_commit_of(p, local, rmr_action_choice(event->action))->to;
  if (kind == RMR_EXPIRE) return may_expire(a, event, value) ? local : AUTOMATON_ABSENT;
  if (event->process == 0) return local; /* a crash of all: it stays where it is */
  if (kind == RMR_CRASH && faults_recover(&a->system->spec.faults)) return p->local[local].restart;
  const uint32_t before = p->local[local].before;
  if (kind == RMR_CRASH) return p->dead + before;
  const uint32_t next = automata_identities(a) == 1 ? 0 : before + 1;
  return next < automata_identities(a) ? p->heir[next * a->choices + choice] : AUTOMATON_ABSENT;
}

/* The number of the value that the actor leaves, where it finds number `value`. */
static uint32_t left_by(const struct automata *a, const struct automata_event *event, const struct rmr_op *op,
                        uint32_t value)
{
  uint32_t number = 0;
  if (rmr_action_kind(event->action) != RMR_COMMIT) return rmr_action_choice(event->action) != 0 ? value : 0;
  while (op->kind == RMR_WRITE && a->values[op->var].value[number] != op->value) number++;
  return number;
}

void automata_make_fault(struct automata *a, uint32_t actor)
{
  const struct automata_event *event = &a->event[actor];
  struct automaton *m = &a->process[actor];
  make_locals(a, event, m);
  m->next = budget_array(a->budget, m->n_next, sizeof *m->next);
  m->written = budget_array(a->budget, m->n_written, sizeof *m->written);
  for (uint32_t l = 0; l < m->n_locals; l++)
    for (uint32_t v = 0; v < automaton_values(a, &m->local[l]); v++) {
      m->written[m->local[l].first_value + v] = left_by(a, event, &m->local[l].op, v);
      for (uint32_t c = 0; c < a->choices; c++)
        m->next[m->local[l].first_next + v * a->choices + c] = successor(a, event, l, v, c);
    }
}
