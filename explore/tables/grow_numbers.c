/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/table_growth.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/mem.h"

struct local_identity grow_identity(const struct automaton *m, uint32_t local)
{
  const struct automaton_local *l = &m->local[local];
  struct local_identity id = {l->session, l->passages, l->before, l->inherited, l->section, l->done, l->restarted, {0}};
  if (m->timer != NULL) id.timer = m->timer[local];
  return id;
}

uint32_t grow_value(struct growth *g, uint32_t var, rmr_word value)
{
  struct register_values *v = &g->a->values[var];
  for (uint32_t k = 0; k < v->n; k++)
    if (v->value[k] == value) return k;
  v->value = mem_another(v->value, v->n, sizeof *v->value);
  v->value[v->n] = value;
  g->changed = true;
  return v->n++;
}

static bool same(const struct automata *a, const struct automaton *m, uint32_t local, const void *state,
                 const struct local_identity *id)
{
  const struct automaton_local *l = &m->local[local];
  const uint32_t size = a->system->state_size;
  return l->session == id->session && l->passages == id->passages && l->before == id->before &&
         l->inherited == id->inherited && l->section == id->section && l->done == id->done &&
         l->restarted == id->restarted && memcmp(m->state + (size_t)local * size, state, size) == 0 &&
         (m->timer == NULL || memcmp(&m->timer[local], &id->timer, sizeof id->timer) == 0);
}

static uint64_t hash_of(const struct automata *a, const void *state, const struct local_identity *id)
{
  const uint64_t of_timer = ticks_pass(&a->ticks) ? XXH3_64bits(&id->timer, sizeof id->timer) : 0;
  return XXH3_64bits_withSeed(state, a->system->state_size,
                              of_timer ^ (uint64_t)id->session << 32 ^ (uint64_t)id->before << 44 ^
                                (uint64_t)id->inherited << 24 ^ (uint64_t)id->passages << 8 ^ id->section);
}

static void rehash(const struct automata *a, struct automaton *m)
{
  const uint32_t old = m->n_slots;
  m->n_slots = old * 2 + 256;
  m->slots = budget_array_resize(a->budget, m->slots, old, m->n_slots, sizeof *m->slots);
  memset(m->slots, 0xff, m->n_slots * sizeof *m->slots);
  for (uint32_t l = 0; l < m->n_locals; l++) {
    const struct local_identity id = grow_identity(m, l);
    uint64_t slot = hash_of(a, m->state + (size_t)l * a->system->state_size, &id) % m->n_slots;
    while (m->slots[slot] != UINT32_MAX) slot = slot + 1 < m->n_slots ? slot + 1 : 0;
    m->slots[slot] = l;
  }
}

/* The number of a local state of P_p, new or old. */
uint32_t grow_local(struct growth *g, uint32_t p, const void *state, const struct local_identity *id, struct rmr_op op)
{
  struct automata *a = g->a;
  struct automaton *m = &a->process[p];
  const uint32_t size = a->system->state_size;
  if (m->n_locals * 2 >= m->n_slots) rehash(a, m);
  uint64_t slot = hash_of(a, state, id) % m->n_slots;
  for (; m->slots[slot] != UINT32_MAX; slot = slot + 1 < m->n_slots ? slot + 1 : 0)
    if (same(a, m, m->slots[slot], state, id)) return m->slots[slot];
  if (m->n_locals == m->capacity) {
    const uint32_t old = m->capacity;
    m->capacity = old * 2 + 64;
    m->local = budget_array_resize(a->budget, m->local, old, m->capacity, sizeof *m->local);
    m->state = budget_array_resize(a->budget, m->state, old, m->capacity, size);
    g->row[p] = budget_array_resize(a->budget, g->row[p], old, m->capacity, sizeof **g->row);
    if (ticks_pass(&a->ticks)) {
      m->timer = budget_array_resize(a->budget, m->timer, old, m->capacity, sizeof *m->timer);
      m->tick = budget_array_resize(a->budget, m->tick, old, m->capacity, sizeof *m->tick);
    }
  }
  const uint32_t l = m->n_locals++;
  g->rows++;
  m->slots[slot] = l;
  m->local[l] = (struct automaton_local){.op = op,
                                         .session = id->session,
                                         .passages = id->passages,
                                         .before = id->before,
                                         .inherited = id->inherited,
                                         .section = id->section,
                                         .done = id->done,
                                         .restarted = id->restarted,
                                         .restart = AUTOMATON_NO_LOCAL};
  memcpy(m->state + (size_t)l * size, state, size);
  m->local[l].op = grow_settle(a, p, state, op, &m->local[l]);
  if (m->timer != NULL) m->timer[l] = id->timer;
  m->local[l].waits |= id->timer.wait != 0;
  g->row[p][l] = (struct automaton_row){0};
  if (op.line == 0) g->ended = p;
  if (p <= a->n && !id->done && system_is_stray(&op) && g->astray == 0) g->astray = p, g->astray_local = l;
  if (p <= a->n && ticks_pass(&a->ticks) && !id->done && system_delays_too_early(id->section, &op)) {
    g->early = p;
    g->early_line = op.line;
  }
  g->changed = true;
  return l;
}
