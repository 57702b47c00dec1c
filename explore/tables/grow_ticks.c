/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/mem.h"
#include "explore/tables/table_growth.h"

/* A process decides on an operation in its remainder when it makes it: with the clock of then. */
static struct rmr_op ask_again(const struct automata *a, uint32_t p, void *state, const struct ticks_local *at)
{
  const struct rmr_in in = grow_in(a, p, 0, 0, at); /* where there is time no process arrives later */
  return grow_with_age(a, system_step(a->system, state, &in), at);
}

/* The local state one tick later, or ABSENT: it is overdue. */
static uint32_t after_tick(struct growth *g, uint32_t p, uint32_t local)
{
  struct automata *a = g->a;
  const struct automaton_local from = a->process[p].local[local];
  const struct ticks_local before = grow_timer(a, p, local);
  const bool rests = from.section == RMR_REMAINDER;
  struct local_identity id = grow_identity(&a->process[p], local);
  struct rmr_op op = from.op;
  _Alignas(16) unsigned char state[RMR_MAX_STATE];
  if (from.done) return local;
  if (!rests && before.wait == 0 && before.due == 0) return AUTOMATON_ABSENT;
  memcpy(state, a->process[p].state + (size_t)local * a->system->state_size, a->system->state_size);
  ticks_count_down(&id.timer);
  id.timer.phase = (uint32_t)((before.phase + 1) % a->ticks.period);
  ticks_age(&a->ticks, a->system, state, &before, &id.timer);
  if (rests) {
    op = ask_again(a, p, state, &id.timer);
  } else if (rmr_kind_writes(op.kind) && !system_is_stray(&op)) {
    op.value = ticks_aged(&a->ticks, a->system, op.var, op.value);
    id.timer.aged += op.value != from.op.value && op.value != ask_again(a, p, state, &id.timer).value;
  }
  return grow_local(g, p, state, &id, op);
}

/* The successors by a tick of all that is known so far. */
static bool tick_locals(struct growth *g, uint32_t p)
{
  for (uint32_t l = 0; l < g->a->process[p].n_locals; l++) {
    if ((l & 1023) == 0 && (!grow_small_enough(g) || !grow_has_room(g, 0))) return false;
    if (g->row[p][l].ticked) continue;
    const uint32_t to = after_tick(g, p, l);
    const struct rmr_op *op = &g->a->process[p].local[l].op;
    g->a->process[p].tick[l] = to;
    g->row[p][l].ticked = true;
    if (rmr_kind_writes(op->kind) && op->kind != RMR_WRITE && op->kind != RMR_SWAP && !system_is_stray(op) &&
        ticks_held(g->a->system, op->var))
      g->mixed = p;
  }
  return true;
}

static bool tick_values(struct growth *g)
{
  struct automata *a = g->a;
  for (uint32_t var = 0; var < a->n_registers; var++)
    for (uint32_t k = 0; k < a->values[var].n && ticks_held(a->system, var); k++) {
      if (k % POLL_EVERY == 0 && !grow_has_room(g, a->values[var].n)) return false;
      grow_value(g, var, ticks_aged(&a->ticks, a->system, var, a->values[var].value[k]));
    }
  return true;
}

/* When all is numbered. */
void grow_note_ticks(struct growth *g)
{
  struct automata *a = g->a;
  for (uint32_t var = 0; var < a->n_registers; var++) {
    if (!ticks_held(a->system, var)) continue;
    a->values[var].tick = mem_new(a->values[var].n, sizeof *a->values[var].tick);
    for (uint32_t k = 0; k < a->values[var].n; k++)
      a->values[var].tick[k] = grow_value(g, var, ticks_aged(&a->ticks, a->system, var, a->values[var].value[k]));
  }
}

bool grow_ticks(struct growth *g)
{
  for (uint32_t p = 1; p <= g->a->n; p++)
    if (!tick_locals(g, p)) return false;
  if (g->mixed != 0)
    return fail(g->e, EXIT_USAGE,
                "%s, N = %u: P%u changes a register that holds a time otherwise than by writing to it; expected only "
                "reads, writes and swaps",
                g->a->system->algorithm->name, g->a->n, g->mixed);
  return tick_values(g);
}
