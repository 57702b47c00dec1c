/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/answer/likeness.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/tables/space.h"

static void note_initial(struct likeness *l, const struct space *s, uint32_t q, uint32_t var)
{
  const struct symmetry *y = s->symmetry;
  const struct symmetry_swap *swap = symmetry_swap_of(y, y->block[q], q);
  const struct register_values *values = s->automata.values;
  const uint32_t slot = s->n + var, to = swap->slot[slot];
  for (uint32_t k = 0; k < values[var].n_initial; k++) {
    const uint32_t value = values[var].first_initial + k, renamed = swap->item[y->first[slot] + value] - y->first[to];
    l->initial = mem_another(l->initial, l->n_initial, sizeof *l->initial);
    l->initial[l->n_initial++] = (struct likeness_initial){.q = q,
                                                           .from = {var, values[var].value[value]},
                                                           .to = {to - s->n, values[to - s->n].value[renamed]},
                                                           .from_declared = value == 0,
                                                           .to_declared = renamed == 0};
  }
}

struct likeness *likeness_create(const struct space *s)
{
  if (s->symmetry == NULL) return NULL;
  struct likeness *l = mem_new(1, sizeof *l);
  l->n = s->n;
  l->block = mem_new(s->n + 1, sizeof *l->block);
  memcpy(l->block, s->symmetry->block, (s->n + 1) * sizeof *l->block);
  for (uint32_t q = 1; q <= s->n; q++)
    for (uint32_t var = 0; l->block[q] != q && var < s->automata.n_registers; var++)
      if (s->automata.values[var].n_initial > 1) note_initial(l, s, q, var);
  return l;
}

void likeness_free(struct likeness *l)
{
  if (l == NULL) return;
  free(l->block);
  free(l->initial);
  free(l);
}

bool likeness_answers_pair(const struct likeness *l, uint32_t first, uint32_t second)
{
  if (l == NULL) return false;
  if (l->block[first] != first) return true;
  for (uint32_t q = 1; q < second; q++)
    if (q != first && l->block[q] == l->block[second]) return true;
  return false;
}

static void *copy_of(const void *from, size_t n, size_t size)
{
  if (from == NULL) return NULL;
  void *to = mem_new(n, size);
  memcpy(to, from, n * size);
  return to;
}

/* Whether a run begins with this value. */
static bool is_initial(const struct schedule *run, const struct likeness_initial *x)
{
  for (uint32_t k = 0; k < run->n_initial; k++)
    if (run->initial[k].var == x->from.var) return run->initial[k].value == x->from.value;
  return x->from_declared;
}

static void rename_initial(const struct likeness *l, uint32_t q, const struct schedule *from, struct schedule *to)
{
  to->initial = mem_new(l->n_initial + 1, sizeof *to->initial);
  to->n_initial = 0;
  for (size_t i = 0; i < l->n_initial; i++) {
    const struct likeness_initial *x = &l->initial[i];
    if (x->q == q && !x->to_declared && is_initial(from, x)) to->initial[to->n_initial++] = x->to;
  }
}

static void exchange_asks(struct system_asks *asks, uint32_t n, uint32_t p, uint32_t q)
{
  for (uint32_t r = 1; r <= n; r++) asks[r].session = copy_of(asks[r].session, asks[r].n, sizeof *asks[r].session);
  const struct system_asks of_p = asks[p];
  asks[p] = asks[q];
  asks[q] = of_p;
}

void likeness_rename(const struct likeness *l, uint32_t q, const struct witness *from, struct witness *to)
{
  const uint32_t p = l->block[q];
  *to = *from;
  to->file = NULL;
  if (!from->found) return;
  struct schedule *s = &to->schedule;
  s->step = copy_of(s->step, s->n_steps + 1, sizeof *s->step);
  s->passages_of = copy_of(s->passages_of, l->n + 1, sizeof *s->passages_of);
  s->asks = copy_of(s->asks, l->n + 1, sizeof *s->asks);
  for (size_t k = 0; k < s->n_steps; k++) {
    const uint32_t who = rmr_action_who(s->step[k].action);
    s->step[k].action = who == p ? q : who == q ? p : s->step[k].action;
  }
  if (s->passages_of != NULL) {
    const uint32_t passages = s->passages_of[p];
    s->passages_of[p] = s->passages_of[q];
    s->passages_of[q] = passages;
  }
  if (s->asks != NULL) exchange_asks(s->asks, l->n, p, q);
  rename_initial(l, q, &from->schedule, s);
}
