/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/symmetry.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/tables/alike.h"
#include "explore/tables/canonical.h"
#include "explore/tables/space.h"

/* Bytes that the renamings may take in any case; else such a share of the memory. */
enum { SMALL_RENAMINGS = 1 << 24, RENAMINGS_SHARE = 8 };

/* --- slots and items ---------------------------------------------------------------------------------------------- */

static void add_slot(struct symmetry *y, const struct bit_field *field, uint32_t items)
{
  y->field[y->n_slots] = *field;
  y->first[y->n_slots + 1] = y->first[y->n_slots] + items;
  y->n_items += items;
  y->n_slots++;
}

/* Local states first, then the values of registers, then copies: alike.c relies on that. */
static void make_slots(struct symmetry *y, const struct space *s)
{
  const uint32_t registers = s->automata.n_registers, most = s->n + 3 * registers;
  y->field = mem_new(most, sizeof *y->field);
  y->first = mem_new(most + 1, sizeof *y->first);
  for (uint32_t p = 1; p <= s->n; p++) add_slot(y, &s->layout.local[p], s->automata.process[p].n_locals);
  for (uint32_t var = 0; var < registers; var++) add_slot(y, &s->layout.value[var], s->automata.values[var].n);
  for (uint32_t var = 0; var < registers; var++) {
    if (s->layout.valid[var].width != 0) add_slot(y, &s->layout.valid[var], 2);
    if (s->layout.owned[var].width != 0) add_slot(y, &s->layout.owned[var], 2);
  }
  memset(y->rest, 0xff, sizeof y->rest);
  for (uint32_t k = 0; k < y->n_slots; k++) y->rest[y->field[k].word] &= ~(y->field[k].mask << y->field[k].shift);
}

static bool has_room(const struct symmetry *y)
{
  const size_t swaps = (size_t)y->n * (y->n - 1) / 2;
  const size_t bytes = sizeof(uint32_t) * y->n_items * (swaps + y->n);
  return bytes <= SMALL_RENAMINGS || budget_fits(y->budget, bytes * RENAMINGS_SHARE);
}

/* --- blocks ------------------------------------------------------------------------------------------------------- */

static struct symmetry_swap swap_new(const struct symmetry *y)
{
  return (struct symmetry_swap){budget_array(y->budget, y->n_items, sizeof(uint32_t)),
                                budget_array(y->budget, y->n_slots, sizeof(uint16_t))};
}

static void swap_free(const struct symmetry *y, struct symmetry_swap *swap)
{
  budget_drop(y->budget, swap->item, y->n_items, sizeof *swap->item);
  budget_drop(y->budget, swap->slot, y->n_slots, sizeof *swap->slot);
  *swap = (struct symmetry_swap){0};
}

static struct symmetry_swap *place_of(struct symmetry *y, uint32_t p, uint32_t q)
{
  return &y->swap[(p - 1) * y->n + q - 1];
}

/* The question tells it apart. */
static bool is_apart(const struct space *s, uint32_t p)
{
  const struct observer *o = &s->spec.observer;
  return p == s->spec.apart || p == o->process || p == o->pair_first || p == o->pair_second;
}

/* Each process joins the first one that is like it. */
static bool find_blocks(struct symmetry *y, const struct space *s)
{
  struct alike alike;
  bool any = false;
  alike_begin(&alike, s, y);
  for (uint32_t q = 1; q <= y->n; q++) {
    y->block[q] = q;
    for (uint32_t p = 1; p < q && y->block[q] == q; p++) {
      if (y->block[p] != p || is_apart(s, p) || is_apart(s, q)) continue;
      struct symmetry_swap swap = swap_new(y);
      if (alike_exchange(&alike, p, q, &swap)) {
        *place_of(y, p, q) = swap;
        y->block[q] = p;
        any = true;
      } else {
        swap_free(y, &swap);
      }
    }
  }
  alike_end(&alike);
  return any;
}

/* To exchange two of a block is to exchange one of them with its first, then that with the other, then back. */
static void compose(struct symmetry *y, uint32_t p, uint32_t q)
{
  const struct symmetry_swap *a = place_of(y, y->block[p], p), *b = place_of(y, y->block[p], q);
  struct symmetry_swap *out = place_of(y, p, q);
  *out = swap_new(y);
  for (uint32_t k = 0; k < y->n_items; k++) out->item[k] = a->item[b->item[a->item[k]]];
  for (uint32_t k = 0; k < y->n_slots; k++) out->slot[k] = a->slot[b->slot[a->slot[k]]];
}

static void compose_all(struct symmetry *y)
{
  for (uint32_t p = 1; p <= y->n; p++)
    for (uint32_t q = p + 1; q <= y->n; q++)
      if (y->block[p] == y->block[q] && y->block[p] != p) compose(y, p, q);
}

/* --- marks -------------------------------------------------------------------------------------------------------- */

static uint32_t root_of(uint32_t *up, uint32_t k)
{
  while (up[k] != k) k = up[k] = up[up[k]];
  return k;
}

static void join(uint32_t *up, uint32_t a, uint32_t b)
{
  a = root_of(up, a);
  b = root_of(up, b);
  if (a < b)
    up[b] = a;
  else
    up[a] = b;
}

static uint32_t scramble(uint32_t k)
{
  const uint64_t h = (k + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15);
  return (uint32_t)((h ^ h >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 32);
}

/* The orbits of pairs of an item and a process. */
static void make_marks(struct symmetry *y)
{
  const uint32_t n = y->n;
  y->mark = budget_array(y->budget, (size_t)y->n_items * n, sizeof *y->mark);
  for (uint32_t k = 0; k < y->n_items * n; k++) y->mark[k] = k;
  for (uint32_t q = 1; q <= n; q++) {
    const uint32_t p = y->block[q];
    if (p == q) continue;
    const struct symmetry_swap *swap = symmetry_swap_of(y, p, q);
    for (uint32_t k = 0; k < y->n_items; k++)
      for (uint32_t r = 1; r <= n; r++) {
        const uint32_t renamed = r == p ? q : r == q ? p : r;
        join(y->mark, k * n + r - 1, swap->item[k] * n + renamed - 1);
      }
  }
  for (uint32_t k = y->n_items * n; k-- > 0;) y->mark[k] = root_of(y->mark, k); /* roots are the least, so they last */
  for (uint32_t k = 0; k < y->n_items * n; k++) y->mark[k] = scramble(y->mark[k]);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

/* Faults, time and buffers have actors of their own; invariants and costs through others name processes. */
static bool is_possible(const struct space *s)
{
  return s->n > 1 && s->n <= CANONICAL_MOST_PROCESSES && !s->env.any && s->n_actors == s->n &&
         s->spec.invariants == 0 && !s->spec.owed && s->spec.observer.cost != COST_MEALS &&
         s->n + 3 * s->automata.n_registers <= SYMMETRY_MOST_SLOTS;
}

struct symmetry *symmetry_create(const struct space *s)
{
  if (!is_possible(s)) return NULL;
  struct symmetry *y = mem_new(1, sizeof *y);
  y->n = s->n;
  y->words = s->words;
  y->budget = s->budget;
  y->block = mem_new(s->n + 1, sizeof *y->block);
  y->swap = mem_new((size_t)s->n * s->n, sizeof *y->swap);
  make_slots(y, s);
  if (!has_room(y) || !find_blocks(y, s)) {
    symmetry_free(y);
    return NULL;
  }
  compose_all(y);
  make_marks(y);
  return y;
}

void symmetry_free(struct symmetry *y)
{
  if (y == NULL) return;
  for (uint32_t k = 0; k < y->n * y->n; k++) swap_free(y, &y->swap[k]);
  budget_drop(y->budget, y->mark, (size_t)y->n_items * y->n, sizeof *y->mark);
  free(y->swap);
  free(y->block);
  free(y->field);
  free(y->first);
  free(y);
}

/* --- moves -------------------------------------------------------------------------------------------------------- */

/* Notes what one renaming makes of the moves from a local state. */
static bool spread_from(const struct space *s, const struct symmetry_swap *swap, uint32_t p, uint32_t local,
                        uint8_t *moves)
{
  const struct symmetry *y = s->symmetry;
  const struct automaton_local *l = &s->automata.process[p].local[local];
  const uint32_t to = swap->slot[p - 1], first = s->row[p][local].first,
                 other = s->row[to + 1][swap->item[y->first[p - 1] + local] - y->first[to]].first;
  const bool accesses = rmr_kind_accesses(l->op.kind);
  bool more = false;
  for (uint32_t value = 0; value < automaton_values(&s->automata, l); value++) {
    uint32_t renamed = 0;
    if (accesses) {
      const uint32_t slot = s->n + l->op.var;
      renamed = swap->item[y->first[slot] + value] - y->first[swap->slot[slot]];
    }
    for (uint32_t choice = 0; choice < s->choices; choice++) {
      uint8_t *there = &moves[other + renamed * s->choices + choice];
      if (!moves[first + value * s->choices + choice] || *there) continue;
      *there = 1;
      more = true;
    }
  }
  return more;
}

void symmetry_spread(const struct space *s, uint8_t *moves)
{
  for (bool more = true; more;) {
    more = false;
    for (uint32_t q = 2; q <= s->n; q++) {
      if (s->symmetry->block[q] == q) continue;
      const struct symmetry_swap *swap = symmetry_swap_of(s->symmetry, s->symmetry->block[q], q);
      for (uint32_t p = 1; p <= s->n; p++)
        for (uint32_t l = 0; l < s->automata.process[p].n_locals; l++) more |= spread_from(s, swap, p, l, moves);
    }
  }
}
