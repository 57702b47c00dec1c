/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/graph/bitset.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { LINE_BITS = 9 };

#define UNKNOWN UINT32_MAX

static_assert((int)BITSET_MOST_BITS <= (int)VISITED_HASH_BITS, "a number goes where a hash goes (queue.h)");

/* --- registers whose value the writer's local state tells ------------------------------------------------------------------- */

/* The only process that may write a register; 0: there is none; UNKNOWN: there are several. */
static uint32_t writer_of(const struct automata *a, uint32_t var)
{
  uint32_t writer = 0;
  for (uint32_t p = 1; p <= a->n; p++)
    for (uint32_t l = 0; l < a->process[p].n_locals; l++) {
      const struct automaton_local *local = &a->process[p].local[l];
      if (local->done || !rmr_kind_writes(local->op.kind) || local->op.var != var) continue;
      if (writer != 0 && writer != p) return UNKNOWN;
      writer = p;
    }
  return writer;
}

/* What the register holds when its writer is in each of its local states, as far as that is known. */
struct told {
  const struct automata *a;
  const struct automaton *m;
  uint32_t var;
  uint32_t *value; /* [local]: its number; UNKNOWN: has not been reached */
  uint32_t *open, n_open;
};

/* False: it may hold this or another. */
static bool learn(struct told *t, uint32_t local, uint32_t value)
{
  if (t->value[local] != UNKNOWN) return t->value[local] == value;
  t->value[local] = value;
  t->open[t->n_open++] = local;
  return true;
}

static bool learn_from(struct told *t, uint32_t local)
{
  const struct automaton_local *l = &t->m->local[local];
  const bool own = !l->done && l->op.kind != RMR_LOCAL && l->op.var == t->var;
  const uint32_t before = t->value[local];
  const uint32_t after = own && rmr_kind_writes(l->op.kind) ? t->m->written[l->first_value + before] : before;
  for (uint32_t k = 0; k < automaton_values(t->a, l); k++)
    for (uint32_t choice = 0; choice < t->a->choices && (!own || k == before); choice++) {
      const uint32_t to = t->m->next[l->first_next + k * t->a->choices + choice];
      if (automaton_goes_on(to) && !learn(t, to, after)) return false;
    }
  return true;
}

/* Whether the value of a register follows from the local state of its writer; of one that nobody writes, from nothing. */
static bool is_told(const struct automata *a, uint32_t var)
{
  const uint32_t writer = writer_of(a, var);
  if (writer == UNKNOWN || a->values[var].n_initial != 1) return false;
  if (writer == 0) return true;
  const struct automaton *m = &a->process[writer];
  struct told t = {.a = a, .m = m, .var = var};
  t.value = mem_new(m->n_locals, sizeof *t.value);
  t.open = mem_new(m->n_locals, sizeof *t.open);
  for (uint32_t l = 0; l < m->n_locals; l++) t.value[l] = UNKNOWN;
  bool ok = true;
  for (uint32_t choice = 0; choice < a->choices; choice++)
    ok = ok && learn(&t, m->initial[choice], a->values[var].first_initial);
  while (ok && t.n_open > 0) ok = learn_from(&t, t.open[--t.n_open]);
  free(t.value);
  free(t.open);
  return ok;
}

/* --- the digits -------------------------------------------------------------------------------------------------------------- */

/* Takes a place for one digit more. False: too many tuples. */
static bool add_digit(struct bitset *d, uint64_t radix, uint64_t most, uint64_t *unit)
{
  *unit = d->size;
  if (radix > most / d->size) return false;
  d->size *= radix;
  return true;
}

/* The local states come last, as they are the digits that there always are: those of P_n decide on the part. */
static bool place_digits(struct bitset *d, const struct space *s, uint64_t most)
{
  const struct automata *a = &s->automata;
  uint64_t locals = 1;
  for (uint32_t p = 1; p <= a->n; p++) {
    if (a->process[p].n_locals > most / locals) return false; /* known without looking at registers */
    locals *= a->process[p].n_locals;
  }
  d->size = 1;
  if (s->layout.pair.width != 0 && !add_digit(d, 2, most, &d->pair)) return false;
  for (uint32_t var = 0; var < a->n_registers; var++)
    if (a->values[var].n > 1 && !is_told(a, var) && !add_digit(d, a->values[var].n, most, &d->value[var])) return false;
  for (uint32_t p = 1; p <= a->n; p++)
    if (!add_digit(d, a->process[p].n_locals, most, &d->local[p])) return false;
  d->shift = LINE_BITS;
  while ((d->size - 1) >> d->shift >= VISITED_PARTS) d->shift++;
  return true;
}

static void find_steps(struct bitset *d, const struct space *s)
{
  d->add = mem_new(s->n_moves, sizeof *d->add);
  for (uint32_t p = 1; p <= s->n; p++) {
    const struct automaton *m = &s->automata.process[p];
    for (uint32_t local = 0; local < m->n_locals; local++) {
      const struct automaton_local *l = &m->local[local];
      for (uint32_t k = 0; k < automaton_values(&s->automata, l) * s->choices; k++) {
        const uint32_t to = m->next[l->first_next + k], value = k / s->choices;
        if (!automaton_goes_on(to)) continue;
        uint64_t *add = &d->add[s->row[p][local].first + k];
        *add = ((uint64_t)to - local) * d->local[p];
        if (rmr_kind_writes(l->op.kind))
          *add += ((uint64_t)m->written[l->first_value + value] - value) * d->value[l->op.var];
      }
    }
  }
}

uint64_t bitset_number(const struct bitset *d, const struct space *s, const uint64_t *state)
{
  uint64_t number = field_get(state, &s->layout.pair) * d->pair;
  for (uint32_t p = 1; p <= s->n; p++) number += space_local(s, state, p) * d->local[p];
  for (uint32_t var = 0; var < s->automata.n_registers; var++)
    number += field_get(state, &s->layout.value[var]) * d->value[var];
  return number;
}

bool bitset_create(struct bitset *d, const struct space *s)
{
  *d = (struct bitset){0};
  d->local = mem_new(s->n + 1, sizeof *d->local);
  d->value = mem_new(s->automata.n_registers, sizeof *d->value);
  const bool fits = place_digits(d, s, UINT64_C(1) << BITSET_MOST_BITS);
  if (fits)
    find_steps(d, s);
  else
    bitset_free(d);
  return fits;
}

bool bitset_open(struct bitset *d)
{
  d->member = visited_block(bitset_bytes(d));
  return d->member != NULL;
}

size_t bitset_bytes(const struct bitset *d)
{
  return (d->size / 512 + 1) * 64;
}

void bitset_free(struct bitset *d)
{
  if (d->member != NULL) visited_block_free(d->member, bitset_bytes(d));
  free(d->add);
  free(d->local);
  free(d->value);
  *d = (struct bitset){0};
}
