/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/mem.h"
#include "explore/tables/table_growth.h"

struct rmr_op grow_settle(const struct automata *a, uint32_t actor, const void *state, struct rmr_op op,
                          struct automaton_local *local)
{
  if (actor > a->n || !order_buffers(&a->system->spec.order) || system_is_stray(&op)) return op;
  local->added = op.kind == RMR_FENCE && buffer_adds_fence(a->system, state);
  const enum buffer_way way = buffer_way(a->system, state, &op);
  local->buffers = buffer_of(a->system, state)->n != 0;
  local->issues = way == BUFFER_ISSUES || way == BUFFER_FULL;
  local->full = way == BUFFER_FULL;
  local->waits = way == BUFFER_WAITS;
  if (way != BUFFER_MEMORY) op.kind = RMR_LOCAL;
  return op;
}

/* The access that is pending in a local state with a new buffer: that of the algorithm, or a fence before it. */
static struct rmr_op pending_in(const struct automata *a, uint32_t p, uint32_t local, void *state)
{
  const struct ticks_local no_clock = {0};
  const struct rmr_in in = grow_in(a, p, 0, 1, &no_clock); /* the local state has the session */
  return a->process[p].local[local].done ? a->process[p].local[local].op : system_step(a->system, state, &in);
}

static void add_commit(struct growth *g, uint32_t p, uint32_t local, uint32_t choice)
{
  struct automata *a = g->a;
  struct automaton *m = &a->process[p];
  _Alignas(16) unsigned char state[RMR_MAX_STATE];
  memcpy(state, m->state + (size_t)local * a->system->state_size, a->system->state_size);
  const struct buffer_write write = *buffer_oldest(a->system, state, choice);
  if (write.var != BUFFER_DATA) grow_value(g, write.var, write.value);
  buffer_commit(a->system, state, choice);
  const struct local_identity id = grow_identity(m, local);
  const uint32_t to = grow_local(g, p, state, &id, pending_in(a, p, local, state));
  if (m->n_commits == m->commit_capacity) {
    const uint32_t old = m->commit_capacity;
    m->commit_capacity = old * 2 + 64;
    m->commit = budget_array_resize(a->budget, m->commit, old, m->commit_capacity, sizeof *m->commit);
  }
  m->commit[m->n_commits++] = (struct automaton_commit){local, choice, to};
}

void grow_commits(struct growth *g, uint32_t p, uint32_t local)
{
  const struct system *s = g->a->system;
  if (g->row[p][local].committed) return;
  g->row[p][local].committed = true;
  const struct buffer buffer = *buffer_of(s, g->a->process[p].state + (size_t)local * s->state_size);
  for (uint32_t k = 0, last = UINT32_MAX; k < buffer.n; k++) {
    const struct buffer *now = buffer_of(s, g->a->process[p].state + (size_t)local * s->state_size);
    const uint32_t choice = buffer_choice(s, now->write[k].var);
    if (choice != last) add_commit(g, p, local, choice);
    last = choice;
  }
}

const struct automaton_commit *automaton_commit_of(const struct automaton *m, uint32_t local, uint32_t choice)
{
  uint32_t low = 0, high = m->n_commits;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (m->commit[middle].local < local)
      low = middle + 1;
    else
      high = middle;
  }
  while (low < m->n_commits && m->commit[low].local == local && m->commit[low].choice != choice) low++;
  return low < m->n_commits && m->commit[low].local == local ? &m->commit[low] : NULL;
}
