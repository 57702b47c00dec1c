/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/graph/bitset.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/tables/dependent_registers.h"

enum { LINE_BITS = 9 };
#define MOST_TUPLES (UINT64_C(1) << BITSET_MOST_BITS)

static_assert((int)BITSET_MOST_BITS <= (int)VISITED_HASH_BITS, "a number goes where a hash goes (queue.h)");

/* --- the digits --------------------------------------------------------------------------------------------------- */

/* Takes a place for one digit more. False: too many product states. */
static bool add_digit(struct bitset *d, uint64_t radix, uint64_t most, uint64_t *unit)
{
  *unit = d->size;
  if (radix > most / d->size) return false;
  d->size *= radix;
  return true;
}

/* Places for what P_p may leave in the registers that it tells, behind its local states. Returns the new number of
 * its local states. */
static uint64_t place_left(struct bitset *d, const struct space *s, uint32_t p)
{
  const struct automata *a = &s->automata;
  const uint32_t n_locals = d->measure == NULL ? a->process[p].n_locals : d->measure->size[p][d->stage[p]];
  uint64_t ways = 1;
  d->dead[p] = a->process[p].dead;
  for (uint32_t var = 0; a->process[p].dead != AUTOMATON_NO_LOCAL && var < a->n_registers; var++) {
    uint32_t writer;
    uint32_t *values = a->values[var].n > 1 ? dependent_values(a, var, &writer) : NULL;
    if (values != NULL && writer == p && ways <= UINT32_MAX) {
      d->teller[var] = p;
      d->left[var] = ways;
      ways *= a->values[var].n;
    }
    free(values);
  }
  if (ways > 1) d->dead[p] = n_locals;
  return n_locals + (ways > 1 ? ways : 0);
}

/* The pair and the registers come first: of all classes they have the same digits. */
static bool place_registers(struct bitset *d, const struct space *s, uint64_t most)
{
  const struct automata *a = &s->automata;
  uint64_t locals = 1;
  if (s->env.any && (!s->env.stops || s->env.per_reader || s->layout.left[LIMIT_EXPIRIES].width != 0))
    return false; /* that has no digit */
  for (uint32_t p = 1; d->measure == NULL && p <= a->n; p++) {
    if (a->process[p].n_locals > most / locals) return false; /* known without looking at registers */
    locals *= a->process[p].n_locals;
  }
  d->size = 1;
  if (s->layout.pair.width != 0 && !add_digit(d, 2, most, &d->pair)) return false;
  for (uint32_t var = 0; var < a->n_registers; var++)
    if (a->values[var].n > 1 && !is_dependent(a, var) && !add_digit(d, a->values[var].n, most, &d->value[var]))
      return false;
  d->below = d->size;
  return true;
}

/* The local states come last, as they are the digits that there always are: those of P_n decide on the part. */
static bool place_locals(struct bitset *d, const struct space *s, uint64_t most)
{
  d->size = d->below;
  for (uint32_t p = 1; p <= s->n; p++)
    if (!add_digit(d, place_left(d, s, p), most, &d->local[p])) return false;
  d->shift = LINE_BITS;
  while ((d->size - 1) >> d->shift >= VISITED_PARTS) d->shift++;
  d->n_registers = 0;
  for (uint32_t var = 0; var < s->automata.n_registers; var++)
    if (d->value[var] != 0 || d->teller[var] != 0) d->registers[d->n_registers++] = var;
  return true;
}

/* The increment of the number for one more in a register, if this actor writes it. */
static uint64_t unit_of(const struct bitset *d, const struct space *s, uint32_t actor, uint32_t var)
{
  const uint32_t teller = actor > s->n ? d->teller[var] : 0;
  return teller != 0 ? d->left[var] * d->local[teller] : d->value[var];
}

/* The steps of an actor that crashes a process. */
static void find_crash(struct bitset *d, const struct space *s, uint32_t actor)
{
  const struct automata *a = &s->automata;
  const uint32_t p = a->event[actor].process, n = a->process[p].n_locals;
  uint64_t *left = mem_new(n, sizeof *left); /* [local]: the values of the registers that depend on it */
  for (uint32_t var = 0; var < a->n_registers; var++) {
    uint32_t writer;
    uint32_t *values = d->teller[var] == p ? dependent_values(a, var, &writer) : NULL;
    for (uint32_t l = 0; values != NULL && l < n; l++)
      if (values[l] != TOLD_NOWHERE) left[l] += values[l] * d->left[var];
    free(values);
  }
  for (uint32_t l = 0; l < n; l++)
    for (uint32_t k = 0; k < automaton_values(a, &a->process[actor].local[l]) * s->choices; k++)
      d->add[s->row[actor][l].first + k] = (d->dead[p] + left[l] - l) * d->local[p];
  free(left);
}

/* The digit of a local state that is there. */
static uint64_t digit_of(const struct bitset *d, uint32_t p, uint32_t local)
{
  return d->measure == NULL || p > d->measure->n ? local : d->measure->place[p][local];
}

static bool is_there(const struct bitset *d, uint32_t p, uint32_t local)
{
  return d->measure == NULL || p > d->measure->n || d->measure->stage[p][local] == d->stage[p];
}

static void find_steps(struct bitset *d, const struct space *s)
{
  for (uint32_t p = 1; p <= s->n_actors; p++) {
    const struct automaton *m = &s->automata.process[p];
    const uint64_t digit = p <= s->n ? d->local[p] : 0; /* a change has no local states */
    for (uint32_t local = 0; local < m->n_locals; local++) {
      const struct automaton_local *l = &m->local[local];
      if (!is_there(d, p, local)) continue;
      for (uint32_t k = 0; k < automaton_values(&s->automata, l) * s->choices; k++) {
        const uint32_t to = m->next[l->first_next + k], value = k / s->choices;
        if (!automaton_goes_on(to)) continue;
        uint64_t *add = &d->add[s->row[p][local].first + k];
        *add = (digit_of(d, p, to) - digit_of(d, p, local)) * digit;
        if (rmr_kind_writes(l->op.kind))
          *add += ((uint64_t)m->written[l->first_value + value] - value) * unit_of(d, s, p, l->op.var);
      }
    }
  }
  for (uint32_t k = 0; k < s->env.n_crashes; k++) find_crash(d, s, s->env.first_crash + k);
}

uint64_t bitset_number(const struct bitset *d, const struct space *s, const uint64_t *state)
{
  uint64_t number = field_get(state, &s->layout.pair) * d->pair;
  for (uint32_t p = 1; p <= s->n; p++) {
    const uint32_t local = space_local(s, state, p);
    number += (local == s->automata.process[p].dead ? d->dead[p] : digit_of(d, p, local)) * d->local[p];
  }
  for (uint32_t k = 0; k < d->n_registers; k++) {
    const uint32_t var = d->registers[k], p = d->teller[var];
    const bool dead = p != 0 && space_local(s, state, p) == s->automata.process[p].dead;
    number += field_get(state, &s->layout.value[var]) * (dead ? d->left[var] * d->local[p] : d->value[var]);
  }
  return number;
}

bool bitset_choose(struct bitset *d, const struct space *s, uint32_t class)
{
  for (uint32_t p = 1; p <= s->n; p++) d->stage[p] = progress_measure_of(d->measure, class, p);
  const bool fits = place_locals(d, s, MOST_TUPLES);
  if (fits) find_steps(d, s);
  return fits;
}

static bool create(struct bitset *d, const struct space *s, const struct progress_measure *measure)
{
  *d = (struct bitset){.budget = s->budget, .n_moves = s->n_moves, .measure = measure};
  d->local = mem_new(s->n + 1, sizeof *d->local);
  d->dead = mem_new(s->n + 1, sizeof *d->dead);
  d->stage = mem_new(s->n + 1, sizeof *d->stage);
  d->value = mem_new(s->automata.n_registers, sizeof *d->value);
  d->teller = mem_new(s->automata.n_registers, sizeof *d->teller);
  d->registers = mem_new(s->automata.n_registers, sizeof *d->registers);
  d->left = mem_new(s->automata.n_registers, sizeof *d->left);
  d->add = budget_take(s->budget, s->n_moves * sizeof *d->add);
  return d->add != NULL && place_registers(d, s, MOST_TUPLES);
}

bool bitset_create(struct bitset *d, const struct space *s)
{
  const bool fits = create(d, s, NULL) && place_locals(d, s, MOST_TUPLES);
  if (fits)
    find_steps(d, s);
  else
    bitset_free(d);
  return fits;
}

bool bitset_create_for_classes(struct bitset *d, const struct space *s, const struct progress_measure *measure)
{
  const bool fits = create(d, s, measure);
  if (!fits) bitset_free(d);
  return fits;
}

bool bitset_open(struct bitset *d)
{
  d->member = budget_take(d->budget, bitset_bytes(d));
  return d->member != NULL;
}

size_t bitset_bytes(const struct bitset *d)
{
  return (d->size / 512 + 1) * 64;
}

void bitset_close(struct bitset *d)
{
  budget_give(d->budget, d->member, bitset_bytes(d));
  d->member = NULL;
}

void bitset_free(struct bitset *d)
{
  bitset_close(d);
  budget_give(d->budget, d->add, d->n_moves * sizeof *d->add);
  free(d->local);
  free(d->dead);
  free(d->stage);
  free(d->value);
  free(d->teller);
  free(d->registers);
  free(d->left);
  *d = (struct bitset){0};
}
