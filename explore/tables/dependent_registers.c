/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/dependent_registers.h"

#include <stdlib.h>

#include "base/mem.h"

#define SEVERAL UINT32_MAX

/* The process for which an actor writes: a lease that runs out when a process is dead counts as written by that
 * process. */
static uint32_t in_the_name_of(const struct automata *a, uint32_t actor)
{
  const struct automata_event *event = actor > a->n ? &a->event[actor] : NULL;
  const bool bequest = event != NULL && rmr_action_kind(event->action) == RMR_EXPIRE && !event->in_life;
  return bequest && event->process != 0 ? event->process : actor;
}

/* The only process that may write a register; 0: there is none. */
static uint32_t writer_of(const struct automata *a, uint32_t var)
{
  uint32_t writer = 0;
  if (order_buffers(&a->system->spec.order)) return SEVERAL; /* a write is in memory later than its writer knows */
  for (uint32_t p = 1; p <= a->n_actors; p++)
    for (uint32_t l = 0; l < a->process[p].n_locals; l++) {
      const struct automaton_local *local = &a->process[p].local[l];
      if (local->done || !rmr_kind_writes(local->op.kind) || local->op.var != var) continue;
      if (writer != 0 && writer != in_the_name_of(a, p)) return SEVERAL;
      writer = in_the_name_of(a, p);
    }
  return writer;
}

struct walk {
  const struct automata *a;
  const struct automaton *m;
  uint32_t var;
  uint32_t *value; /* [local] */
  uint32_t *open, n_open;
};

/* False: it may hold this or another. */
static bool learn(struct walk *w, uint32_t local, uint32_t value)
{
  if (w->value[local] != TOLD_NOWHERE) return w->value[local] == value;
  w->value[local] = value;
  w->open[w->n_open++] = local;
  return true;
}

static bool learn_from(struct walk *w, uint32_t local)
{
  const struct automaton_local *l = &w->m->local[local];
  const bool own = !l->done && rmr_kind_accesses(l->op.kind) && l->op.var == w->var;
  const uint32_t before = w->value[local];
  const uint32_t after = own && rmr_kind_writes(l->op.kind) ? w->m->written[l->first_value + before] : before;
  for (uint32_t k = 0; k < automaton_values(w->a, l); k++)
    for (uint32_t choice = 0; choice < w->a->choices && (!own || k == before); choice++) {
      const uint32_t to = w->m->next[l->first_next + k * w->a->choices + choice];
      if (automaton_goes_on(to) && !learn(w, to, after)) return false;
    }
  return true;
}

uint32_t *dependent_values(const struct automata *a, uint32_t var, uint32_t *writer)
{
  *writer = writer_of(a, var);
  if (*writer == SEVERAL || *writer == 0 || a->values[var].n_initial != 1) return NULL;
  const struct automaton *m = &a->process[*writer];
  struct walk w = {.a = a, .m = m, .var = var};
  w.value = mem_new(m->n_locals, sizeof *w.value);
  w.open = mem_new(m->n_locals, sizeof *w.open);
  for (uint32_t l = 0; l < m->n_locals; l++) w.value[l] = TOLD_NOWHERE;
  bool ok = true;
  for (uint32_t choice = 0; choice < a->choices; choice++)
    ok = ok && learn(&w, m->initial[choice], a->values[var].first_initial);
  while (ok && w.n_open > 0) ok = learn_from(&w, w.open[--w.n_open]);
  free(w.open);
  if (ok) return w.value;
  free(w.value);
  return NULL;
}

bool is_dependent(const struct automata *a, uint32_t var)
{
  uint32_t writer;
  uint32_t *values = dependent_values(a, var, &writer);
  const bool is = values != NULL || (writer == 0 && a->values[var].n_initial == 1);
  free(values);
  return is;
}
