/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/graph/reduction.h"

#include <stdlib.h>

#include "base/mem.h"
#include "explore/tables/components.h"
#include "explore/tables/may_access.h"

/* Moves that lead to another component: no process can cycle by them. */
static void mark_proviso(struct space *s, uint32_t p)
{
  const struct automaton *m = &s->automata.process[p];
  uint32_t *all = components_of(&s->automata, p, COMPONENTS_OVER_ALL);
  uint32_t *reads = components_of(&s->automata, p, COMPONENTS_OVER_READS);
  uint32_t last = 0;
  for (uint32_t l = 0; l < m->n_locals; l++) {
    if (reads[l] > last) last = reads[l];
    const uint32_t *component = rmr_kind_writes(m->local[l].op.kind) ? all : reads;
    for (uint32_t k = 0; k < automaton_values(&s->automata, &m->local[l]) * s->choices; k++) {
      const uint32_t to = m->next[m->local[l].first_next + k];
      if (!automaton_goes_on(to) || component[to] == component[l]) continue;
      if (s->row[p][l].mortal && !s->row[p][to].mortal) continue; /* it must not miss its crash */
      s->flags[s->row[p][l].first + k] |= MOVE_PROVISO;
    }
  }
  s->roams |= last + 1 < m->n_locals;
  free(all);
  free(reads);
}

/* A process that dies leaves its leases, which run out: as long as it may die or is dead, they may be written. */
static void add_leases(struct space *s, uint32_t actor)
{
  const struct automata_event *event = &s->automata.event[actor];
  if (rmr_action_kind(event->action) != RMR_EXPIRE) return;
  const uint64_t bit = UINT64_C(1) << rmr_action_who(event->action);
  for (uint32_t l = 0; l < s->automata.process[actor].n_locals; l++) {
    const struct space_label *label = event->process != 0 ? &s->label[event->process][l] : NULL;
    if (label != NULL && label->done && !label->dead) continue;
    s->may_access[actor][l].writes |= bit;
    s->may_access[actor][l].accesses |= bit;
  }
}

/* Crashes that never increase the cost over the same steps without them: of the observed process, and where no lease
 * runs out, of any process. */
static void drop_crashes(struct space *s)
{
  for (uint32_t actor = s->env.first_crash; actor < s->env.first_crash + s->env.n_crashes; actor++)
    if (s->env.crashes[actor] == s->spec.observer.process || s->automata.system->spec.faults.leases == 0)
      for (uint32_t l = 0; l < s->automata.process[actor].n_locals; l++) {
        s->row[actor][l].first = SPACE_DONE;
        s->row[s->env.crashes[actor]][l].mortal = false;
      }
}

static bool note_may_access(struct space *s, uint32_t p)
{
  struct may_access f;
  const bool ok = may_access_create(&f, &s->automata, p);
  s->may_access[p] = budget_array(s->budget, s->automata.process[p].n_locals, sizeof **s->may_access);
  for (uint32_t l = 0; ok && l < s->automata.process[p].n_locals; l++)
    for (uint32_t var = 0; var < f.n; var++) {
      const bool writes = may_write(&f, l, var), reads = may_read(&f, l, var);
      s->may_access[p][l].writes |= (uint64_t)writes << var;
      s->may_access[p][l].accesses |= (uint64_t)(writes || reads) << var;
    }
  may_access_free(&f);
  return ok;
}

/* Whether some step from a local state satisfies the proviso whatever session is chosen. */
static bool may_go_first(const struct space *s, uint32_t p, uint32_t local)
{
  const struct automaton *m = &s->automata.process[p];
  const struct space_row *row = &s->row[p][local];
  for (uint32_t v = 0; row->first != SPACE_DONE && v < automaton_values(&s->automata, &m->local[local]); v++)
    if (reduction_is_onward(s, row->first + v * s->choices)) return true;
  return false;
}

/* Notes the conflicts of the pending access of a process. */
static void note_pending(struct space *s, uint32_t p)
{
  for (uint32_t l = 0; l < s->automata.process[p].n_locals; l++) {
    struct space_may_access *may = &s->may_access[p][l];
    const uint32_t access = s->row[p][l].access;
    may->pending = access != SPACE_NO_ACCESS ? UINT64_C(1) << (access >> 1) : 0;
    may->against = (access & 1) != 0                   ? REDUCTION_ACCESSES_TWICE
                   : (may->writes & may->pending) != 0 ? REDUCTION_WRITES_TWICE
                                                       : REDUCTION_WRITES;
    if (may_go_first(s, p, l)) continue;
    may->pending = UINT64_MAX;
    may->against = REDUCTION_NEVER;
  }
}

void reduction_prepare(struct space *s)
{
  if (s->spec.observer.cost == COST_NONE || (s->env.any && (!s->env.stops || s->env.per_reader)) ||
      cost_counts_others(s->spec.observer.cost) || cost_counts_through(s->spec.observer.cost) ||
      s->automata.n_registers > 64)
    return;
  drop_crashes(s);
  s->may_access = mem_new(s->n_actors + 1, sizeof *s->may_access);
  for (uint32_t p = 1; p <= s->n_actors; p++) {
    if (!note_may_access(s, p)) { /* interrupted: nothing is left out, which is always right */
      space_drop_may_access(s);
      return;
    }
    if (p > s->n)
      add_leases(s, p);
    else
      mark_proviso(s, p);
    if (p <= s->n) note_pending(s, p);
  }
}
