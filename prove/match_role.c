/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * match_role.c: the states of all processes of a side are put into classes, by where they are in the text, and whether
 * they have won; and again by the classes that their steps lead to, until no class falls apart. A class then has the
 * steps of any state of it.
 */
#include "prove/match_role.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct classing {
  const struct lone_all *all;
  const struct match_region *inside, *won;
  const int32_t *cell;
  uint64_t side;
  bool owns;
  uint32_t *class[LONE_MOST_N]; /* [state]; ROLE_OUT: it is not inside */
  struct lone_edge *step;       /* room for those of one state, as the match sees them */
  struct lookup classes;
  struct compound key;
};

/* The steps of a state, each once. Returns how many there are. */
static uint32_t steps_of(struct classing *c, uint32_t p, uint32_t state)
{
  const struct lone *l = &c->all->lone[p];
  uint32_t n = 0, kept = 0;
  for (uint32_t k = l->state[state].first; k < l->state[state + 1].first; k++) {
    const struct lone_edge *e = &l->edge[k];
    const int32_t cell = e->cell == LONE_NO_CELL ? MATCH_NO_CELL : c->cell[e->cell];
    struct lone_edge *s = &c->step[n++];
    *s = cell == MATCH_NO_CELL ? (struct lone_edge){0} : *e;
    s->cell = cell;
    s->to = c->class[p][e->to];
  }
  if (n == 0) return 0;
  qsort(c->step, n, sizeof *c->step, lone_compare_edges);
  for (uint32_t k = 0; k < n; k++)
    if (k == 0 || lone_compare_edges(&c->step[k], &c->step[kept - 1]) != 0) c->step[kept++] = c->step[k];
  return kept;
}

/* The class of a state: by its place in the text at first, and then by its steps, too. */
static uint32_t class_of(struct classing *c, uint32_t p, uint32_t state, bool first)
{
  const struct lone_state *s = &c->all->lone[p].state[state];
  compound_begin(&c->key);
  compound_add_number(&c->key, first ? (int64_t)s->node : (int64_t)c->class[p][state]);
  compound_add_number(&c->key, s->section);
  compound_add_number(&c->key, c->owns ? p : 0);
  compound_add_number(&c->key, c->won->has[p][state]);
  const uint32_t n = first ? 0 : steps_of(c, p, state);
  compound_add(&c->key, c->step, n * sizeof *c->step);
  return (uint32_t)lookup_add(&c->classes, c->key.bytes, c->key.length);
}

static size_t classify(struct classing *c, bool first)
{
  uint32_t *now[LONE_MOST_N] = {NULL};
  lookup_free(&c->classes);
  for (uint64_t left = c->side; left != 0; left &= left - 1) {
    const uint32_t p = (uint32_t)__builtin_ctzll(left), n = c->all->lone[p].n_states;
    now[p] = mem_new(n, sizeof **now);
    for (uint32_t k = 0; k < n; k++) now[p][k] = c->inside->has[p][k] ? class_of(c, p, k, first) : ROLE_OUT;
  }
  for (uint64_t left = c->side; left != 0; left &= left - 1) {
    const uint32_t p = (uint32_t)__builtin_ctzll(left);
    free(c->class[p]);
    c->class[p] = now[p];
  }
  return c->classes.n;
}

static void add_state(struct classing *c, uint32_t p, uint32_t state, struct role *out, uint32_t *n_edges)
{
  const struct lone_state *s = &c->all->lone[p].state[state];
  const uint32_t n = steps_of(c, p, state);
  out->state[out->n_states++] = (struct role_state){.first = *n_edges,
                                                    .node = s->node,
                                                    .process = c->owns ? p : 0,
                                                    .section = s->section,
                                                    .won = c->won->has[p][state]};
  out->edge = mem_grow(out->edge, *n_edges + n + 1, sizeof *out->edge);
  memcpy(out->edge + *n_edges, c->step, n * sizeof *out->edge);
  *n_edges += n;
}

/* How processes come inside: with a step from outside, or because they begin there. */
static void find_entries(const struct classing *c, struct role *out)
{
  for (uint64_t left = c->side; left != 0; left &= left - 1) {
    const uint32_t p = (uint32_t)__builtin_ctzll(left);
    const struct lone *l = &c->all->lone[p];
    for (uint32_t s = 0; s < l->n_states; s++) {
      const uint32_t class = c->class[p][s];
      if (class != ROLE_OUT && l->state[s].initial) out->state[class].initial = true;
      for (uint32_t k = l->state[s].first; class == ROLE_OUT && k < l->state[s + 1].first; k++)
        if (c->class[p][l->edge[k].to] != ROLE_OUT) out->state[c->class[p][l->edge[k].to]].entered = true;
    }
  }
}

static uint32_t most_steps(const struct lone_all *all, uint64_t side)
{
  uint32_t most = 1;
  for (uint64_t left = side; left != 0; left &= left - 1) {
    const struct lone *l = &all->lone[__builtin_ctzll(left)];
    for (uint32_t s = 0; s < l->n_states; s++)
      if (l->state[s + 1].first - l->state[s].first > most) most = l->state[s + 1].first - l->state[s].first;
  }
  return most;
}

void role_create(struct role *out, const struct lone_all *all, uint64_t side, const struct match_region *inside,
                 const struct match_region *won, const int32_t *cell, bool owns)
{
  struct classing c = {.all = all, .inside = inside, .won = won, .cell = cell, .side = side, .owns = owns};
  uint32_t n_edges = 0;
  c.step = mem_new(most_steps(all, side), sizeof *c.step);
  size_t n = classify(&c, true), before = 0;
  while (n != before) {
    before = n;
    n = classify(&c, false);
  }
  *out = (struct role){.state = mem_new(n + 1, sizeof *out->state), .may_be_out = __builtin_popcountll(side) != 1};
  for (uint64_t left = side; left != 0; left &= left - 1) {
    const uint32_t p = (uint32_t)__builtin_ctzll(left);
    for (uint32_t s = 0; s < all->lone[p].n_states; s++)
      if (c.class[p][s] == out->n_states) add_state(&c, p, s, out, &n_edges);
  }
  out->state[out->n_states].first = n_edges;
  find_entries(&c, out);
  for (uint32_t p = 0; p < LONE_MOST_N; p++) free(c.class[p]);
  free(c.step);
  lookup_free(&c.classes);
  compound_free(&c.key);
}

void role_free(struct role *role)
{
  free(role->state);
  free(role->edge);
  *role = (struct role){.n_states = 0};
}
