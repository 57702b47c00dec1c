/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/alike.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/tables/alike_slots.h"

/* --- a proposal --------------------------------------------------------------------------------------------------- */

enum guess { GUESS_IDENTITIES, GUESS_NUMBERS, N_GUESSES };

struct proposal {
  struct alike *alike;
  const struct space *s;
  const struct symmetry *y;
  struct symmetry_swap *swap; /* ALIKE_NONE, UINT16_MAX: not known yet */
  uint32_t p, q;
  enum guess guess; /* the values of which nothing else is known */
  bool fails;
};

/* One item corresponds to another, and the other way round. */
static void bind(struct proposal *x, uint32_t a, uint32_t b)
{
  if (x->swap->item[a] != ALIKE_NONE || x->swap->item[b] != ALIKE_NONE) {
    x->fails |= x->swap->item[a] != b;
    return;
  }
  x->swap->item[a] = b;
  x->swap->item[b] = a;
  x->alike->open[x->alike->n_open++] = a;
  if (a != b) x->alike->open[x->alike->n_open++] = b;
}

/* The same of two slots. True: that is new. */
static bool bind_slots(struct proposal *x, uint32_t a, uint32_t b)
{
  const struct symmetry *y = x->y;
  if (a >= y->n_slots || b >= y->n_slots) {
    x->fails |= a != b;
    return false;
  }
  if (x->swap->slot[a] != UINT16_MAX || x->swap->slot[b] != UINT16_MAX) {
    x->fails |= x->swap->slot[a] != b;
    return false;
  }
  x->fails |= y->first[a + 1] - y->first[a] != y->first[b + 1] - y->first[b];
  x->swap->slot[a] = (uint16_t)b;
  x->swap->slot[b] = (uint16_t)a;
  return !x->fails;
}

static void bind_bits(struct proposal *x, const struct bit_field *a, const struct bit_field *b)
{
  const uint32_t from = alike_copy_slot(x->s, x->y, a), to = alike_copy_slot(x->s, x->y, b);
  if (!bind_slots(x, from, to)) return;
  for (uint32_t bit = 0; bit < 2; bit++) bind(x, x->y->first[from] + bit, x->y->first[to] + bit);
}

/* An initial value, if there is only one, corresponds to the other. */
static void bind_registers(struct proposal *x, uint32_t var, uint32_t other)
{
  const struct packing *layout = &x->s->layout;
  const struct register_values *a = &x->s->automata.values[var], *b = &x->s->automata.values[other];
  const uint32_t from = alike_value_slot(x->y, var), to = alike_value_slot(x->y, other);
  if (!bind_slots(x, from, to)) return;
  bind_bits(x, &layout->valid[var], &layout->valid[other]);
  bind_bits(x, &layout->owned[var], &layout->owned[other]);
  if (a->n_initial == 1 && b->n_initial == 1)
    bind(x, x->y->first[from] + a->first_initial, x->y->first[to] + b->first_initial);
}

/* A step: the local states that it leads to correspond, and the values that it writes. */
static void follow_entry(struct proposal *x, struct alike_local from, uint32_t value)
{
  const struct symmetry *y = x->y;
  const struct automata *a = &x->s->automata;
  const uint32_t slot = from.process - 1, to_slot = x->swap->slot[slot];
  const struct automaton *m = &a->process[from.process], *other = &a->process[to_slot + 1];
  const struct automaton_local *l = &m->local[from.local],
                               *k = &other->local[x->swap->item[y->first[slot] + from.local] - y->first[to_slot]];
  uint32_t renamed = 0;
  x->fails |= l->done != k->done || l->op.kind != k->op.kind;
  if (x->fails) return;
  if (rmr_kind_accesses(l->op.kind)) {
    x->fails |= x->swap->slot[alike_value_slot(y, l->op.var)] != alike_value_slot(y, k->op.var);
    if (x->fails) return;
    const uint32_t item = x->swap->item[y->first[alike_value_slot(y, l->op.var)] + value];
    if (item == ALIKE_NONE) return; /* it is followed when that is known */
    renamed = item - y->first[alike_value_slot(y, k->op.var)];
  }
  for (uint32_t c = 0; c < a->choices; c++) {
    const uint32_t next = m->next[l->first_next + value * a->choices + c],
                   there = other->next[k->first_next + renamed * a->choices + c];
    if (automaton_goes_on(next) != automaton_goes_on(there))
      x->fails = true;
    else if (automaton_goes_on(next))
      bind(x, y->first[slot] + next, y->first[to_slot] + there);
    if (automaton_goes_on(next) && !x->fails && rmr_kind_writes(l->op.kind))
      bind(x, y->first[alike_value_slot(y, l->op.var)] + m->written[l->first_value + value],
           y->first[alike_value_slot(y, k->op.var)] + other->written[k->first_value + renamed]);
  }
}

static void follow_local(struct proposal *x, struct alike_local from)
{
  const struct symmetry *y = x->y;
  const struct automata *a = &x->s->automata;
  const uint32_t slot = from.process - 1, to_slot = x->swap->slot[slot];
  const struct automaton_local *l = &a->process[from.process].local[from.local],
                               *k = &a->process[to_slot + 1]
                                       .local[x->swap->item[y->first[slot] + from.local] - y->first[to_slot]];
  x->fails |= l->done != k->done || l->op.kind != k->op.kind;
  if (x->fails || l->done) return;
  if (rmr_kind_accesses(l->op.kind)) bind_registers(x, l->op.var, k->op.var);
  for (uint32_t value = 0; !x->fails && value < automaton_values(a, l); value++) follow_entry(x, from, value);
}

/* All that access the register can find this value. */
static void follow_value(struct proposal *x, uint32_t var, uint32_t value)
{
  for (uint32_t k = x->alike->first_reader[var]; k < x->alike->first_reader[var + 1] && !x->fails; k++) {
    const struct alike_local reader = x->alike->reader[k];
    const uint32_t item = x->y->first[reader.process - 1] + reader.local;
    if (x->swap->item[item] != ALIKE_NONE) follow_entry(x, reader, value);
  }
}

static void follow_all(struct proposal *x)
{
  const struct symmetry *y = x->y;
  while (x->alike->n_open != 0 && !x->fails) {
    const uint32_t item = x->alike->open[--x->alike->n_open];
    uint32_t slot = 0;
    while (y->first[slot + 1] <= item) slot++;
    const uint32_t k = item - y->first[slot];
    if (slot < y->n)
      follow_local(x, (struct alike_local){slot + 1, k});
    else if (slot < y->n + x->s->automata.n_registers)
      follow_value(x, slot - y->n, k);
  }
}

/* The number that a value is guessed to have in the other register; ALIKE_NONE: it has none. */
static uint32_t guess_value(const struct proposal *x, uint32_t var, uint32_t value)
{
  const struct register_values *to = &x->s->automata.values[x->swap->slot[alike_value_slot(x->y, var)] - x->y->n];
  rmr_word word = x->s->automata.values[var].value[value];
  if (x->guess == GUESS_IDENTITIES && word == x->p)
    word = x->q;
  else if (x->guess == GUESS_IDENTITIES && word == x->q)
    word = x->p;
  for (uint32_t k = 0; k < to->n; k++)
    if (to->value[k] == word) return k;
  return ALIKE_NONE;
}

/* Guesses one value of a register that corresponds to a known one. False: all of them are known. */
static bool guess_one(struct proposal *x)
{
  const struct symmetry *y = x->y;
  for (uint32_t var = 0; var < x->s->automata.n_registers; var++) {
    const uint32_t slot = alike_value_slot(y, var);
    for (uint32_t k = y->first[slot]; k < y->first[slot + 1] && x->swap->slot[slot] != UINT16_MAX; k++) {
      if (x->swap->item[k] != ALIKE_NONE) continue;
      const uint32_t to = guess_value(x, var, k - y->first[slot]);
      x->fails |= to == ALIKE_NONE;
      if (!x->fails) bind(x, k, y->first[x->swap->slot[slot]] + to);
      return !x->fails;
    }
  }
  return false;
}

/* When nothing else is left: a register that nobody accesses stays where it is. False: there is none. */
static bool leave_one(struct proposal *x)
{
  for (uint32_t var = 0; var < x->s->automata.n_registers && !x->fails; var++)
    if (x->swap->slot[alike_value_slot(x->y, var)] == UINT16_MAX) {
      bind_registers(x, var, var);
      return !x->fails;
    }
  return false;
}

static bool propose(struct proposal *x)
{
  const struct automata *a = &x->s->automata;
  memset(x->swap->item, 0xff, x->y->n_items * sizeof *x->swap->item);
  memset(x->swap->slot, 0xff, x->y->n_slots * sizeof *x->swap->slot);
  x->alike->n_open = 0;
  for (uint32_t r = 1; r <= a->n; r++) x->swap->slot[r - 1] = (uint16_t)(alike_exchanged(r, x->p, x->q) - 1);
  for (uint32_t r = 1; r <= a->n; r++)
    for (uint32_t c = 0; c < a->choices && !x->fails; c++) {
      const uint32_t to = alike_exchanged(r, x->p, x->q);
      bind(x, x->y->first[r - 1] + a->process[r].initial[c], x->y->first[to - 1] + a->process[to].initial[c]);
    }
  do follow_all(x);
  while (!x->fails && (guess_one(x) || leave_one(x)));
  return !x->fails;
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

bool alike_exchange(struct alike *alike, uint32_t p, uint32_t q, struct symmetry_swap *out)
{
  for (enum guess guess = 0; guess < N_GUESSES; guess++) {
    struct proposal x = {
      .alike = alike, .s = alike->space, .y = alike->symmetry, .swap = out, .p = p, .q = q, .guess = guess};
    if (propose(&x) && alike_verify(alike->space, alike->symmetry, p, q, out)) return true;
  }
  return false;
}

static bool is_reader(const struct automaton_local *l, uint32_t var)
{
  return !l->done && rmr_kind_accesses(l->op.kind) && l->op.var == var;
}

void alike_begin(struct alike *alike, const struct space *s, const struct symmetry *y)
{
  const struct automata *a = &s->automata;
  uint32_t locals = 0, n = 0;
  for (uint32_t p = 1; p <= a->n; p++) locals += a->process[p].n_locals;
  *alike = (struct alike){.space = s, .symmetry = y};
  alike->open = budget_array(s->budget, y->n_items, sizeof *alike->open);
  alike->reader = mem_new(locals, sizeof *alike->reader);
  alike->first_reader = mem_new(a->n_registers + 1, sizeof *alike->first_reader);
  for (uint32_t var = 0; var < a->n_registers; var++) {
    alike->first_reader[var] = n;
    for (uint32_t p = 1; p <= a->n; p++)
      for (uint32_t l = 0; l < a->process[p].n_locals; l++)
        if (is_reader(&a->process[p].local[l], var)) alike->reader[n++] = (struct alike_local){p, l};
  }
  alike->first_reader[a->n_registers] = n;
}

void alike_end(struct alike *alike)
{
  budget_drop(alike->space->budget, alike->open, alike->symmetry->n_items, sizeof *alike->open);
  free(alike->reader);
  free(alike->first_reader);
}
