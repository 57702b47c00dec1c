/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/canonical.h"

#include <string.h>

enum { MOST_ORDERS = 5040 };

/* A renaming of the state. */
struct renamed {
  uint32_t item[SYMMETRY_MOST_SLOTS];
  uint8_t was[CANONICAL_MOST_PROCESSES + 1]; /* [1..n]: the name of each process in the state itself */
};

/* The least renaming so far. */
struct ordering {
  const struct symmetry *y;
  uint32_t colour[CANONICAL_MOST_PROCESSES + 1];
  uint64_t rest[PACKING_MAX_WORDS], best[PACKING_MAX_WORDS];
  uint8_t was[CANONICAL_MOST_PROCESSES + 1];
  uint32_t orders;
};

static void unpack(const struct symmetry *y, const uint64_t *state, struct renamed *out)
{
  for (uint32_t k = 0; k < y->n_slots; k++) out->item[k] = y->first[k] + field_get(state, &y->field[k]);
  for (uint32_t p = 1; p <= y->n; p++) out->was[p] = (uint8_t)p;
}

static void note_colours(struct ordering *o, const struct renamed *r)
{
  const uint32_t n = o->y->n;
  for (uint32_t k = 0; k < o->y->n_slots; k++) {
    const uint32_t *mark = &o->y->mark[(size_t)r->item[k] * n];
    for (uint32_t p = 0; p < n; p++) o->colour[p + 1] += mark[p];
  }
}

static void exchange(const struct symmetry *y, uint32_t p, uint32_t q, const struct renamed *from, struct renamed *to)
{
  const struct symmetry_swap *swap = symmetry_swap_of(y, p, q);
  for (uint32_t k = 0; k < y->n_slots; k++) to->item[swap->slot[k]] = swap->item[from->item[k]];
  memcpy(to->was, from->was, y->n + 1);
  to->was[p] = from->was[q];
  to->was[q] = from->was[p];
}

/* Whether exchanging two processes changes nothing. */
static bool is_same(const struct symmetry *y, uint32_t p, uint32_t q, const struct renamed *r)
{
  const struct symmetry_swap *swap = symmetry_swap_of(y, p, q);
  for (uint32_t k = 0; k < y->n_slots; k++)
    if (swap->item[r->item[k]] != r->item[swap->slot[k]]) return false;
  return true;
}

/* Whether one may take the place of the other among those with the same colour. */
static bool is_tied(const struct ordering *o, uint32_t p, uint32_t q)
{
  return o->y->block[p] == o->y->block[q] && o->colour[p] == o->colour[q];
}

/* Puts the processes of each block in the order of their colours. True: some of them have the same. */
static bool sort(struct ordering *o, struct renamed *r)
{
  const struct symmetry *y = o->y;
  bool ties = false;
  for (uint32_t p = 1; p <= y->n; p++) {
    uint32_t least = p;
    for (uint32_t q = p + 1; q <= y->n; q++)
      if (y->block[q] == y->block[p] && o->colour[q] < o->colour[least]) least = q;
    if (least != p) {
      struct renamed next;
      exchange(y, p, least, r, &next);
      *r = next;
      const uint32_t colour = o->colour[p];
      o->colour[p] = o->colour[least];
      o->colour[least] = colour;
    }
    for (uint32_t q = 1; q < p && !ties; q++) ties = is_tied(o, p, q);
  }
  return ties;
}

static void keep_least(struct ordering *o, const struct renamed *r)
{
  const struct symmetry *y = o->y;
  uint64_t state[PACKING_MAX_WORDS];
  memcpy(state, o->rest, sizeof state); /* words beyond those of a state are 0 */
  for (uint32_t k = 0; k < y->n_slots; k++)
    state[y->field[k].word] |= (uint64_t)(r->item[k] - y->first[k]) << y->field[k].shift;
  int order = o->orders++ == 0 ? -1 : 0;
  for (uint32_t w = 0; w < PACKING_MAX_WORDS && order == 0; w++)
    order = state[w] < o->best[w] ? -1 : state[w] > o->best[w];
  if (order >= 0) return;
  memcpy(o->best, state, sizeof state);
  memcpy(o->was, r->was, sizeof o->was);
}

/* Tries the orders of processes from P_p on. */
static void try_orders(struct ordering *o, uint32_t p, const struct renamed *r)
{
  const struct symmetry *y = o->y;
  if (p > y->n) {
    keep_least(o, r);
    return;
  }
  try_orders(o, p + 1, r);
  for (uint32_t q = p + 1; q <= y->n && o->orders < MOST_ORDERS; q++) {
    if (!is_tied(o, p, q)) continue;
    bool tried = false; /* in the place of P_p there has been another to which it is the same */
    for (uint32_t other = p; other < q && !tried; other++) tried = is_tied(o, other, q) && is_same(y, other, q, r);
    if (tried) continue;
    struct renamed next;
    exchange(y, p, q, r, &next);
    try_orders(o, p + 1, &next);
  }
}

void canonical_state(const struct symmetry *y, uint64_t *state, uint8_t *name)
{
  struct ordering o = {.y = y};
  struct renamed r;
  unpack(y, state, &r);
  note_colours(&o, &r);
  const bool ties = sort(&o, &r);
  for (uint32_t w = 0; w < y->words; w++) o.rest[w] = state[w] & y->rest[w];
  if (ties)
    try_orders(&o, 1, &r);
  else
    keep_least(&o, &r);
  memcpy(state, o.best, y->words * sizeof *state);
  for (uint32_t p = 1; name != NULL && p <= y->n; p++) name[o.was[p]] = (uint8_t)p;
}
