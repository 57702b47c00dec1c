/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/components.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* A depth-first search without recursion. */
struct components {
  const struct automata *a;
  const struct automaton *m;
  enum components_over over;
  uint32_t *component, *index, *low, *edge, *path, *open;
  uint32_t n_path, n_open, n_index, n_components;
};

static uint32_t n_edges(const struct components *c, uint32_t local)
{
  const struct automaton_local *l = &c->m->local[local];
  return c->over == COMPONENTS_OVER_READS && rmr_kind_writes(l->op.kind) ? 0
                                                                         : automaton_values(c->a, l) * c->a->choices;
}

static bool follows(const struct components *c, uint32_t local, uint32_t to)
{
  if (!automaton_goes_on(to)) return false;
  return c->over != COMPONENTS_WITHOUT_ENTERING || !automaton_enters(&c->m->local[local], &c->m->local[to]);
}

static void enter(struct components *c, uint32_t local)
{
  c->index[local] = c->low[local] = ++c->n_index;
  c->edge[local] = 0;
  c->path[c->n_path++] = c->open[c->n_open++] = local;
}

static void leave(struct components *c, uint32_t local)
{
  c->n_path--;
  if (c->n_path != 0 && c->low[local] < c->low[c->path[c->n_path - 1]]) c->low[c->path[c->n_path - 1]] = c->low[local];
  if (c->low[local] != c->index[local]) return;
  for (uint32_t member = UINT32_MAX; member != local;) {
    member = c->open[--c->n_open];
    c->component[member] = c->n_components;
  }
  c->n_components++;
}

static void components_from(struct components *c, uint32_t root)
{
  enter(c, root);
  while (c->n_path != 0) {
    const uint32_t local = c->path[c->n_path - 1];
    if (c->edge[local] == n_edges(c, local)) {
      leave(c, local);
      continue;
    }
    const uint32_t to = c->m->next[c->m->local[local].first_next + c->edge[local]++];
    if (!follows(c, local, to)) continue;
    if (c->index[to] == 0)
      enter(c, to);
    else if (c->component[to] == UINT32_MAX && c->index[to] < c->low[local])
      c->low[local] = c->index[to];
  }
}

uint32_t *components_of(const struct automata *a, uint32_t p, enum components_over over)
{
  const uint32_t n = a->process[p].n_locals;
  uint32_t *room = mem_new(5 * (size_t)n, sizeof *room);
  struct components c = {.a = a,
                         .m = &a->process[p],
                         .over = over,
                         .component = mem_new(n, sizeof *c.component),
                         .index = room,
                         .low = room + n,
                         .edge = room + 2 * (size_t)n,
                         .path = room + 3 * (size_t)n,
                         .open = room + 4 * (size_t)n};
  memset(c.component, 0xff, n * sizeof *c.component);
  for (uint32_t l = 0; l < n; l++)
    if (c.index[l] == 0) components_from(&c, l);
  free(room);
  return c.component;
}
