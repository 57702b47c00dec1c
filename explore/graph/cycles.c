/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/graph/cycles.h"

#include <stdlib.h>

#include "base/mem.h"
#include "explore/tables/components.h"

enum {
  BITS = 64,        /* for registers; and for all their values together */
  MOST_PLACES = 512 /* of one search */
};

/* Comparisons for one process; then the ways of its other local states are not looked for. */
#define MOST_COMPARISONS (UINT32_C(1) << 18)

/* A local state to which a search for ways has come, and how. */
struct place {
  uint32_t local;
  struct cycle_way by;
  uint32_t next; /* another place at that local state, + 1 */
};

/* The circles of one process. */
struct circles {
  const struct cycles *cycles;
  const struct space *space;
  const struct automaton *m;
  const uint32_t *component;
  bool entering; /* steps that complete an entry make circles, too */
  struct place place[MOST_PLACES];
  uint32_t *at; /* [local]: the last place there, + 1 */
  uint32_t n_places, comparisons;
};

/* --- the search for ways ------------------------------------------------------------------------------------------ */

static bool stays(const struct circles *c, uint32_t local, uint32_t to)
{
  return automaton_goes_on(to) && c->component[to] == c->component[local] &&
         (c->entering || !automaton_enters(&c->m->local[local], &c->m->local[to]));
}

/* Whether the second is of no use beside the first. */
static bool outdoes(const struct cycle_way *a, const struct cycle_way *b)
{
  return (a->finds & ~b->finds) == 0 && (b->writes & ~a->writes) == 0;
}

/* A way on: by one step more, which finds this value. */
static struct cycle_way longer(const struct circles *c, struct cycle_way way, const struct automaton_local *l,
                               uint32_t value)
{
  const uint32_t var = l->op.var;
  if (!rmr_kind_accesses(l->op.kind)) return way;
  if (c->cycles->values[var] != 0) way.finds |= UINT64_C(1) << (c->cycles->first_value[var] + value);
  if (rmr_kind_writes(l->op.kind) && c->m->written[l->first_value + value] != value)
    way.writes |= var < BITS ? UINT64_C(1) << var : UINT64_MAX;
  return way;
}

/* False: there are too many. */
static bool come_to(struct circles *c, uint32_t local, const struct cycle_way *by)
{
  for (uint32_t k = c->at[local]; k != 0; k = c->place[k - 1].next, c->comparisons++)
    if (outdoes(&c->place[k - 1].by, by)) return true;
  if (c->n_places == MOST_PLACES || c->comparisons >= MOST_COMPARISONS) return false;
  c->place[c->n_places++] = (struct place){local, *by, c->at[local]};
  c->at[local] = c->n_places;
  return true;
}

static bool come_back(const struct cycle_way *by, struct cycle_way *way, uint32_t *n)
{
  uint32_t kept = 0;
  for (uint32_t k = 0; k < *n; k++)
    if (outdoes(&way[k], by)) return true;
  for (uint32_t k = 0; k < *n; k++)
    if (!outdoes(by, &way[k])) way[kept++] = way[k];
  if (kept == CYCLE_MOST_WAYS) return false;
  way[kept] = *by;
  *n = kept + 1;
  return true;
}

/* Goes on from a place by all steps that stay in the circle. False: there are too many ways. */
static bool go_on(struct circles *c, struct place from, uint32_t begin, struct cycle_way *way, uint32_t *n)
{
  const struct automaton_local *l = &c->m->local[from.local];
  const uint32_t values = automaton_values(&c->space->automata, l), choices = c->space->choices;
  for (uint32_t k = 0; k < values * choices; k++) {
    const uint32_t to = c->m->next[l->first_next + k];
    if (!stays(c, from.local, to)) continue;
    const struct cycle_way by = longer(c, from.by, l, k / choices);
    if (!(to == begin ? come_back(&by, way, n) : come_to(c, to, &by))) return false;
  }
  return true;
}

/* The ways from a local state back to it. Where there are too many, or others than processes write, so that a circle
 * may find any values, one that asks for nothing and writes everything. */
static uint32_t find_ways(struct circles *c, uint32_t begin, struct cycle_way *way)
{
  uint32_t n = 0;
  c->n_places = 0;
  bool ok =
    c->space->n_actors == c->space->n && !c->space->env.any && go_on(c, (struct place){.local = begin}, begin, way, &n);
  for (uint32_t k = 0; ok && k < c->n_places; k++) ok = go_on(c, c->place[k], begin, way, &n);
  for (uint32_t k = 0; k < c->n_places; k++) c->at[c->place[k].local] = 0;
  if (ok) return n;
  way[0] = (struct cycle_way){.writes = UINT64_MAX};
  return 1;
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

static size_t n_ways(const struct space *space, uint32_t p)
{
  return (size_t)space->automata.process[p].n_locals * CYCLE_MOST_WAYS;
}

static struct cycle *circles_of(const struct cycles *cycles, const struct space *space, uint32_t p, bool entering,
                                struct cycle_way *way)
{
  const struct automaton *m = &space->automata.process[p];
  uint32_t *component =
    components_of(&space->automata, p, entering ? COMPONENTS_OVER_ALL : COMPONENTS_WITHOUT_ENTERING);
  struct circles *c = mem_new(1, sizeof *c);
  *c = (struct circles){.cycles = cycles, .space = space, .m = m, .component = component, .entering = entering};
  c->at = mem_new(m->n_locals, sizeof *c->at);
  struct cycle *cycle = budget_array(space->budget, m->n_locals, sizeof *cycle);
  for (uint32_t l = 0; l < m->n_locals; l++, way += CYCLE_MOST_WAYS)
    cycle[l] = (struct cycle){way, find_ways(c, l, way)};
  free(component);
  free(c->at);
  free(c);
  return cycle;
}

/* Bits for the values of registers, as long as there are any. */
static void number_values(struct cycles *c, const struct space *space)
{
  const struct automata *a = &space->automata;
  uint32_t bits = 0;
  c->n_registers = a->n_registers < BITS ? a->n_registers : BITS;
  c->values = mem_new(a->n_registers, sizeof *c->values);
  c->first_value = mem_new(a->n_registers, sizeof *c->first_value);
  for (uint32_t var = 0; var < c->n_registers; var++) {
    const uint32_t n = a->values[var].n;
    if (n < 2 || n > BITS - 1 || bits + n > BITS) continue;
    c->first_value[var] = bits;
    c->values[var] = ((UINT64_C(1) << n) - 1) << bits;
    bits += n;
  }
}

size_t cycles_bytes(const struct space *space)
{
  size_t bytes = 0;
  for (uint32_t p = 1; p <= space->n; p++)
    bytes += space->automata.process[p].n_locals * sizeof(struct cycle) + n_ways(space, p) * sizeof(struct cycle_way);
  return 2 * bytes;
}

void cycles_create(struct cycles *c, const struct space *space)
{
  *c = (struct cycles){.n = space->n};
  c->recurs = mem_new(c->n + 1, sizeof *c->recurs);
  c->lingers = mem_new(c->n + 1, sizeof *c->lingers);
  c->way = mem_new((size_t)2 * c->n, sizeof *c->way);
  number_values(c, space);
  for (uint32_t k = 0; k < 2 * c->n; k++)
    c->way[k] = budget_array(space->budget, n_ways(space, k / 2 + 1), sizeof **c->way);
  for (uint32_t p = 1; p <= c->n; p++) {
    c->recurs[p] = circles_of(c, space, p, true, c->way[2 * p - 2]);
    c->lingers[p] = circles_of(c, space, p, false, c->way[2 * p - 1]);
  }
}

void cycles_free(struct cycles *c, const struct space *space)
{
  for (uint32_t k = 0; k < 2 * c->n; k++)
    budget_drop(space->budget, c->way[k], n_ways(space, k / 2 + 1), sizeof **c->way);
  for (uint32_t p = 1; p <= c->n; p++) {
    budget_drop(space->budget, c->recurs[p], space->automata.process[p].n_locals, sizeof **c->recurs);
    budget_drop(space->budget, c->lingers[p], space->automata.process[p].n_locals, sizeof **c->lingers);
  }
  free(c->way);
  free(c->values);
  free(c->first_value);
  free(c->recurs);
  free(c->lingers);
  *c = (struct cycles){0};
}
