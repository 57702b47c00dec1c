/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/alike.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/tables/space.h"

static uint32_t exchanged(uint32_t r, uint32_t p, uint32_t q)
{
  return r == p ? q : r == q ? p : r;
}

static uint32_t value_slot(const struct symmetry *y, uint32_t var)
{
  return y->n + var;
}

/* The slot of a field for copies; SYMMETRY_MOST_SLOTS: the state has no such bit. */
static uint32_t copy_slot(const struct space *s, const struct symmetry *y, const struct bit_field *field)
{
  for (uint32_t k = s->n + s->automata.n_registers; k < y->n_slots && field->width != 0; k++)
    if (y->field[k].word == field->word && y->field[k].shift == field->shift) return k;
  return SYMMETRY_MOST_SLOTS;
}

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
  const uint32_t from = copy_slot(x->s, x->y, a), to = copy_slot(x->s, x->y, b);
  if (!bind_slots(x, from, to)) return;
  for (uint32_t bit = 0; bit < 2; bit++) bind(x, x->y->first[from] + bit, x->y->first[to] + bit);
}

/* An initial value, if there is only one, corresponds to the other. */
static void bind_registers(struct proposal *x, uint32_t var, uint32_t other)
{
  const struct packing *layout = &x->s->layout;
  const struct register_values *a = &x->s->automata.values[var], *b = &x->s->automata.values[other];
  const uint32_t from = value_slot(x->y, var), to = value_slot(x->y, other);
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
    x->fails |= x->swap->slot[value_slot(y, l->op.var)] != value_slot(y, k->op.var);
    if (x->fails) return;
    const uint32_t item = x->swap->item[y->first[value_slot(y, l->op.var)] + value];
    if (item == ALIKE_NONE) return; /* it is followed when that is known */
    renamed = item - y->first[value_slot(y, k->op.var)];
  }
  for (uint32_t c = 0; c < a->choices; c++) {
    const uint32_t next = m->next[l->first_next + value * a->choices + c],
                   there = other->next[k->first_next + renamed * a->choices + c];
    if (automaton_goes_on(next) != automaton_goes_on(there))
      x->fails = true;
    else if (automaton_goes_on(next))
      bind(x, y->first[slot] + next, y->first[to_slot] + there);
    if (automaton_goes_on(next) && !x->fails && rmr_kind_writes(l->op.kind))
      bind(x, y->first[value_slot(y, l->op.var)] + m->written[l->first_value + value],
           y->first[value_slot(y, k->op.var)] + other->written[k->first_value + renamed]);
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
  const struct register_values *to = &x->s->automata.values[x->swap->slot[value_slot(x->y, var)] - x->y->n];
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
    const uint32_t slot = value_slot(y, var);
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
    if (x->swap->slot[value_slot(x->y, var)] == UINT16_MAX) {
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
  for (uint32_t r = 1; r <= a->n; r++) x->swap->slot[r - 1] = (uint16_t)(exchanged(r, x->p, x->q) - 1);
  for (uint32_t r = 1; r <= a->n; r++)
    for (uint32_t c = 0; c < a->choices && !x->fails; c++) {
      const uint32_t to = exchanged(r, x->p, x->q);
      bind(x, x->y->first[r - 1] + a->process[r].initial[c], x->y->first[to - 1] + a->process[to].initial[c]);
    }
  do follow_all(x);
  while (!x->fails && (guess_one(x) || leave_one(x)));
  return !x->fails;
}

/* --- its verification --------------------------------------------------------------------------------------------- */

struct verification {
  const struct space *s;
  const struct symmetry *y;
  const struct symmetry_swap *swap;
  uint32_t p, q;
};

/* The number, in its slot, of the item that another one corresponds to. */
static uint32_t image(const struct verification *v, uint32_t slot, uint32_t k)
{
  return v->swap->item[v->y->first[slot] + k] - v->y->first[v->swap->slot[slot]];
}

/* Slots correspond to slots of their kind and size, items to items of the corresponding slot, one to one. */
static bool is_bijection(const struct verification *v)
{
  const struct symmetry *y = v->y;
  const struct packing *layout = &v->s->layout;
  for (uint32_t slot = 0; slot < y->n_slots; slot++) {
    const uint32_t to = v->swap->slot[slot], size = y->first[slot + 1] - y->first[slot];
    if (to >= y->n_slots || v->swap->slot[to] != slot || y->first[to + 1] - y->first[to] != size) return false;
    if (slot < y->n && to != exchanged(slot + 1, v->p, v->q) - 1) return false;
    for (uint32_t k = 0; k < size; k++) {
      const uint32_t item = v->swap->item[y->first[slot] + k];
      if (item < y->first[to] || item >= y->first[to + 1] || v->swap->item[item] != y->first[slot] + k) return false;
      if (slot >= y->n + v->s->automata.n_registers && image(v, slot, k) != k) return false;
    }
  }
  for (uint32_t var = 0; var < v->s->automata.n_registers; var++) {
    const uint32_t to = v->swap->slot[value_slot(y, var)] - y->n;
    const uint32_t valid = copy_slot(v->s, y, &layout->valid[var]), owned = copy_slot(v->s, y, &layout->owned[var]);
    if (to >= v->s->automata.n_registers) return false;
    if (layout->valid[var].width != layout->valid[to].width || layout->owned[var].width != layout->owned[to].width)
      return false;
    if (valid < y->n_slots && v->swap->slot[valid] != copy_slot(v->s, y, &layout->valid[to])) return false;
    if (owned < y->n_slots && v->swap->slot[owned] != copy_slot(v->s, y, &layout->owned[to])) return false;
  }
  return true;
}

/* Initial states correspond to initial states. */
static bool begins_alike(const struct verification *v)
{
  const struct automata *a = &v->s->automata;
  for (uint32_t r = 1; r <= a->n; r++)
    for (uint32_t c = 0; c < a->choices; c++)
      if (image(v, r - 1, a->process[r].initial[c]) != a->process[exchanged(r, v->p, v->q)].initial[c]) return false;
  for (uint32_t var = 0; var < a->n_registers; var++) {
    const uint32_t slot = value_slot(v->y, var);
    const struct register_values *from = &a->values[var], *to = &a->values[v->swap->slot[slot] - v->y->n];
    if (from->n_initial != to->n_initial) return false;
    for (uint32_t k = 0; k < from->n_initial; k++) {
      const uint32_t there = image(v, slot, from->first_initial + k);
      if (there < to->first_initial || there >= to->first_initial + to->n_initial) return false;
    }
  }
  return true;
}

/* Both local states count for the same in every question, and access a register of the same group, at home with the
 * corresponding process. Lines tell apart only where local states have not been merged. */
static bool stands_alike(const struct verification *v, uint32_t r, uint32_t local)
{
  const struct space *s = v->s;
  const uint32_t to = exchanged(r, v->p, v->q), there = image(v, r - 1, local);
  const struct automaton_local *l = &s->automata.process[r].local[local], *k = &s->automata.process[to].local[there];
  const struct space_label *a = &s->label[r][local], *b = &s->label[to][there];
  const struct space_row *row = &s->row[r][local], *other = &s->row[to][there];
  if (a->name != b->name || a->section != b->section || a->line_section != b->line_section || a->done != b->done ||
      a->alone != b->alone || row->weigh != other->weigh || row->fence != other->fence)
    return false;
  if (l->done || l->op.kind != k->op.kind) return l->done;
  if (!s->spec.minimise && l->op.line != k->op.line) return false;
  if (!rmr_kind_accesses(l->op.kind)) return true;
  const struct system *system = s->automata.system;
  const uint32_t home = system->home[l->op.var];
  return v->swap->slot[value_slot(v->y, l->op.var)] == value_slot(v->y, k->op.var) &&
         system->group_of[l->op.var] == system->group_of[k->op.var] &&
         system->home[k->op.var] == exchanged(home, v->p, v->q);
}

/* Copies are kept, and made, alike. */
static bool copies_alike(const struct verification *v, uint32_t move, uint32_t other)
{
  const struct space *s = v->s;
  for (uint32_t k = s->n + s->automata.n_registers; k < v->y->n_slots; k++) {
    const struct bit_field *from = &v->y->field[k], *to = &v->y->field[v->swap->slot[k]];
    const uint64_t *keep = s->keep + (size_t)move * s->words, *put = s->put + (size_t)move * s->words,
                   *keeps = s->keep + (size_t)other * s->words, *puts = s->put + (size_t)other * s->words;
    if (field_get(keep, from) != field_get(keeps, to) || field_get(put, from) != field_get(puts, to)) return false;
  }
  return true;
}

/* One step from a local state, with the value that is found and the session that is chosen. */
static bool steps_alike(const struct verification *v, uint32_t r, uint32_t local, uint32_t value, uint32_t choice)
{
  const struct space *s = v->s;
  const uint32_t to = exchanged(r, v->p, v->q), there = image(v, r - 1, local);
  const struct automaton *m = &s->automata.process[r], *n = &s->automata.process[to];
  const struct automaton_local *l = &m->local[local], *k = &n->local[there];
  const uint32_t slot = rmr_kind_accesses(l->op.kind) ? value_slot(v->y, l->op.var) : 0,
                 found = slot != 0 ? image(v, slot, value) : 0;
  const uint32_t move = s->row[r][local].first + value * s->choices + choice,
                 other = s->row[to][there].first + found * s->choices + choice;
  if (s->flags[move] != s->flags[other]) return false;
  if (s->flags[move] & MOVE_NONE) return true;
  if (image(v, r - 1, m->next[l->first_next + value * s->choices + choice]) !=
      n->next[k->first_next + found * s->choices + choice])
    return false;
  if (rmr_kind_writes(l->op.kind) &&
      image(v, slot, m->written[l->first_value + value]) != n->written[k->first_value + found])
    return false;
  return copies_alike(v, move, other);
}

static bool moves_alike(const struct verification *v, uint32_t r)
{
  const struct automata *a = &v->s->automata;
  for (uint32_t l = 0; l < a->process[r].n_locals; l++) {
    if (!stands_alike(v, r, l)) return false;
    for (uint32_t k = 0; k < automaton_values(a, &a->process[r].local[l]) * v->s->choices; k++)
      if (!steps_alike(v, r, l, k / v->s->choices, k % v->s->choices)) return false;
  }
  return true;
}

/* Local states of a process, one for each session with each counterpart. */
struct asking {
  uint32_t local[64], n;
};

/* False: there are too many. */
static bool note_sessions(const struct verification *v, uint32_t r, struct asking *out)
{
  const struct space_label *here = v->s->label[r], *there = v->s->label[exchanged(r, v->p, v->q)];
  out->n = 0;
  for (uint32_t l = 0; l < v->s->automata.process[r].n_locals; l++) {
    uint32_t k = 0;
    while (k < out->n && (here[out->local[k]].session != here[l].session ||
                          there[image(v, r - 1, out->local[k])].session != there[image(v, r - 1, l)].session))
      k++;
    if (k == sizeof out->local / sizeof *out->local) return false;
    if (k == out->n) out->local[out->n++] = l;
  }
  return true;
}

static bool pair_conflicts_alike(const struct verification *v, uint32_t r, uint32_t local, uint32_t with,
                                 uint32_t other)
{
  const struct space *s = v->s;
  const uint32_t a = exchanged(r, v->p, v->q), b = exchanged(with, v->p, v->q);
  return space_conflict(s, r, &s->label[r][local], with, &s->label[with][other]) ==
         space_conflict(s, a, &s->label[a][image(v, r - 1, local)], b, &s->label[b][image(v, with - 1, other)]);
}

/* Whether the renaming maps conflicts to conflicts. */
static bool conflicts_alike(const struct verification *v)
{
  struct asking of[CANONICAL_MOST_PROCESSES + 1];
  for (uint32_t r = 1; r <= v->s->n; r++) {
    if (!note_sessions(v, r, &of[r])) return false;
    for (uint32_t with = 1; with < r; with++)
      for (uint32_t k = 0; k < of[r].n * of[with].n; k++)
        if (!pair_conflicts_alike(v, r, of[r].local[k / of[with].n], with, of[with].local[k % of[with].n]))
          return false;
  }
  return true;
}

bool alike_verify(const struct space *s, const struct symmetry *y, uint32_t p, uint32_t q,
                  const struct symmetry_swap *swap)
{
  const struct verification v = {s, y, swap, p, q};
  if (!is_bijection(&v) || !begins_alike(&v)) return false;
  for (uint32_t r = 1; r <= s->n; r++)
    if (!moves_alike(&v, r)) return false;
  return conflicts_alike(&v);
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
