/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/tables/table_growth.h"
#include "sim/step.h"

/* --- changes of the tables ---------------------------------------------------------------------------------------- */

struct rmr_op grow_access(const struct growth *g, struct rmr_op op)
{
  return g->change != NULL ? g->change->access(g->change->self, g->a, op) : op;
}

static rmr_word reply_of(const struct growth *g, const struct rmr_op *op)
{
  return g->change != NULL ? g->change->reply(g->change->self, g->a, op) : 0;
}

/* --- one step ----------------------------------------------------------------------------------------------------- */

uint32_t grow_session(const struct automata *a, uint32_t p, uint32_t choice)
{
  return a->system->spec.sessions->rule == SESSIONS_ANY ? choice + 1 : session_of(a->system->spec.sessions, 0, p, 1);
}

/* A pending write as the table has it: with the age of what it writes, if that is a time. */
struct rmr_op grow_with_age(const struct automata *a, struct rmr_op op, const struct ticks_local *at)
{
  if ((op.kind == RMR_WRITE || op.kind == RMR_SWAP) && !system_is_stray(&op))
    op.value = ticks_stored(&a->ticks, a->system, op.var, op.value, at);
  return op;
}

/* The same of the algorithm as it is. */
static struct rmr_op step_from(const struct automata *a, uint32_t p, uint32_t local, rmr_word value, uint32_t choice,
                               void *state)
{
  const struct ticks_local at = grow_timer(a, p, local);
  const struct rmr_op *found_by = &a->process[p].local[local].op;
  memcpy(state, a->process[p].state + (size_t)local * a->system->state_size, a->system->state_size);
  struct rmr_in in = grow_in(a, p, a->process[p].local[local].before, grow_session(a, p, choice), &at);
  in.value = rmr_kind_accesses(found_by->kind) ? ticks_shown(&a->ticks, a->system, found_by->var, value, &at) : value;
  in.given = true;
  const struct rmr_op op = system_step(a->system, state, &in);
  ticks_settle(&a->ticks, a->system, state, &at);
  return grow_with_age(a, op, &at);
}

bool automata_refuse_stray(const struct automata *a, uint32_t p, uint32_t local, uint32_t value, uint32_t choice,
                           struct error *e)
{
  _Alignas(16) unsigned char state[RMR_MAX_STATE];
  const struct rmr_op *op = &a->process[p].local[local].op;
  step_from(a, p, local, !rmr_kind_accesses(op->kind) ? 0 : a->values[op->var].value[value], choice, state);
  const struct ticks_local at = grow_timer(a, p, local);
  const struct rmr_in in = grow_in(a, p, a->process[p].local[local].before, grow_session(a, p, choice), &at);
  return system_refuse_stray(a->system, p, state, in, e);
}

struct rmr_op grow_step(const struct growth *g, uint32_t p, uint32_t local, rmr_word value, uint32_t choice,
                        void *state)
{
  return grow_access(g, step_from(g->a, p, local, value, choice, state));
}

/* The local state after the access of `local` found `value` in the register. */
static uint32_t successor(struct growth *g, uint32_t p, uint32_t local, rmr_word value, uint32_t choice)
{
  struct automata *a = g->a;
  const struct automaton_local from = a->process[p].local[local];
  _Alignas(16) unsigned char state[RMR_MAX_STATE];
  const struct rmr_op op = grow_step(g, p, local, value, choice, state);
  struct local_identity id = grow_identity(&a->process[p], local);
  id.restarted = false;
  id.section = system_section_after(a->system, from.op.section, op.section);
  if (p <= a->n && system_overwrites(&from.op, value))
    id.inherited &= ~(UINT32_C(1) << a->system->group_of[from.op.var]);
  if (system_is_stray(&op)) return AUTOMATON_STRAY;
  if (id.section == RMR_REMAINDER && from.section != RMR_REMAINDER) {
    id.session = system_is_buffered(a->system) ? buffer_session(a->system, state) : grow_session(a, p, choice);
    if (a->passages[p] != 0) id.done = ++id.passages == a->passages[p];
  }
  if (id.done) { /* nothing of it matters any more: all such states are one, but for what keeps a lease */
    if (order_buffers(&a->system->spec.order))
      buffer_forget(a->system, state);
    else if (!system_keeps_leases(a->system))
      memset(state, 0, a->system->state_size);
    id.session = id.before = 0;
    id.timer = (struct ticks_local){0};
  } else if (ticks_pass(&a->ticks)) {
    ticks_start(&a->ticks, &op, from.section, id.section, &id.timer);
  }
  return grow_local(g, p, state, &id, op);
}

/* The mark that stands for a local state where a register cannot hold a written value; 0: it can. */
static uint32_t misfit(const struct automata *a, uint32_t var, rmr_word value)
{
  if (ticks_pass(&a->ticks) && value == TICKS_AHEAD) return AUTOMATON_OUTSIDE;
  if (ticks_pass(&a->ticks)) value = ticks_without(a->system, var, value);
  switch (system_fit(a->system, var, value, a->cap)) {
  case REGISTER_CAPPED: return AUTOMATON_CAPPED;
  case REGISTER_OUTSIDE: return AUTOMATON_OUTSIDE;
  case REGISTER_FITS: break;
  }
  return 0;
}

/* --- one row ------------------------------------------------------------------------------------------------------ */

/* Whether rows may grow by `entries` entries. */
bool grow_has_room(const struct growth *g, uint64_t entries)
{
  const struct automata *a = g->a;
  const uint64_t all = g->entries + entries, bytes = all * ENTRY_BYTES + g->rows * ROW_BYTES;
  heartbeat_beat(g->limits.heart);
  if (automata_interrupted(a)) return automata_refuse_late(a, g->e);
  if (all <= UINT32_MAX && (bytes <= SMALL_TABLES || budget_fits(g->limits.budget, bytes))) return true;
  return automata_refuse_size(a, g->e);
}

/* The mark that a change leads to, or 0; `before` stands in its register. */
static uint32_t change_to(const struct growth *g, rmr_action change, rmr_word before, rmr_word *after)
{
  *after = before;
  if (rmr_action_kind(change) == RMR_TICK) return 0;
  if (!system_may_change(g->a->system, change, before)) return AUTOMATON_ABSENT;
  *after = system_changed(g->a->system, change, before);
  return misfit(g->a, rmr_action_who(change), *after);
}

/* The mark that a step leads to instead of a local state, or 0; *after: the value of the register then. */
static uint32_t step_to(const struct growth *g, const struct automaton_local *from, rmr_word before, rmr_word *after)
{
  const struct rmr_op *op = &from->op;
  if (from->full) return AUTOMATON_CAPPED;
  if (from->issues) return misfit(g->a, op->var, op->value);
  *after = rmr_kind_writes(op->kind) ? system_result(g->a->system, op, before) : before;
  return rmr_kind_writes(op->kind) ? misfit(g->a, op->var, *after) : 0;
}

/* Tries the values that the row of a local state does not have yet. False: there is no room for them. */
bool grow_row(struct growth *g, uint32_t p, uint32_t local)
{
  struct automata *a = g->a;
  const struct automaton_local from = a->process[p].local[local];
  const bool accesses = rmr_kind_accesses(from.op.kind), writes = rmr_kind_writes(from.op.kind);
  const uint32_t values = automaton_values(a, &from);
  struct automaton_row row = g->row[p][local];
  if (row.n >= values) return true;
  const uint64_t entries = (uint64_t)(values - row.n) * (a->choices + 1);
  if (!grow_has_room(g, entries)) return false;
  g->entries += entries;
  row.next = mem_grow(row.next, (size_t)values * a->choices, sizeof *row.next);
  row.written = mem_grow(row.written, values, sizeof *row.written);
  for (; row.n < values; row.n++) {
    if (row.n % POLL_EVERY == POLL_EVERY - 1 && automata_interrupted(a)) break;
    const rmr_word before = accesses ? a->values[from.op.var].value[row.n] : reply_of(g, &from.op);
    rmr_word after = before;
    const uint32_t instead =
      p > a->n ? change_to(g, automata_action(a, p), before, &after) : step_to(g, &from, before, &after);
    row.written[row.n] = writes && instead == 0 ? grow_value(g, from.op.var, after) : row.n;
    for (uint32_t c = 0; c < a->choices; c++)
      row.next[(size_t)row.n * a->choices + c] = instead != 0 ? instead
                                                 : p > a->n   ? local
                                                              : successor(g, p, local, before, c);
  }
  g->row[p][local] = row;
  g->changed = true;
  return row.n == values || automata_refuse_late(a, g->e);
}

bool grow_small_enough(const struct growth *g)
{
  const struct automata *a = g->a;
  for (uint32_t p = 1; p <= a->n; p++)
    if (a->process[p].n_locals > g->limits.locals)
      return fail(g->e, EXIT_INCOMPLETE,
                  "%s, N = %u: P%u has more than %u local states; fewer passages or a smaller cap help",
                  a->system->algorithm->name, a->n, p, g->limits.locals);
  return true;
}
