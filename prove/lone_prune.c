/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lone_prune.c: an automaton of one process alone finds in each register all that is ever written to its whole array. A
 * tree has an array of nodes, and a process of one subtree would find the names of all others in its nodes. So steps
 * are left out that find what their own register never holds, and then those that can be reached through them only.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "prove/lone.h"

/* A value that a register may hold. */
struct held {
  int32_t cell, value;
};

struct pruning {
  struct lone_all *all;
  struct lookup held;
  uint64_t *has_written; /* [state]: registers of those below that the process has surely written; bit per register */
  int32_t *bit;          /* [cell]: its bit, or -1: those that are not known at first */
  uint32_t *to;          /* [state]: its new number, or NOT_REACHED */
};

#define NOT_REACHED UINT32_MAX

static void find_held(struct pruning *w)
{
  lookup_free(&w->held);
  for (size_t k = 0; k < w->all->cells.n; k++) {
    const struct held first = {(int32_t)k, w->all->cell[k].first};
    if (first.value != CELL_ANY) lookup_add(&w->held, &first, sizeof first);
  }
  for (uint32_t p = 0; p < w->all->n; p++)
    for (size_t k = 0; k < w->all->lone[p].n_edges; k++) {
      const struct lone_edge *e = &w->all->lone[p].edge[k];
      const struct held left = {e->cell, e->after};
      if (e->writes) lookup_add(&w->held, &left, sizeof left);
    }
}

/* Bits for the first 64 registers that a process accesses, and that are not known at first. */
static void number_unknown(struct pruning *w, const struct lone *l)
{
  int32_t n = 0;
  for (size_t k = 0; k < w->all->cells.n; k++) w->bit[k] = -1;
  for (size_t k = 0; k < l->n_edges && n < 64; k++) {
    const int32_t cell = l->edge[k].cell;
    if (cell != LONE_NO_CELL && w->bit[cell] < 0 && w->all->cell[cell].first == CELL_ANY) w->bit[cell] = n++;
  }
}

/* The registers that a process has written on every path to a state. */
static void find_written(struct pruning *w, const struct lone *l)
{
  for (uint32_t s = 0; s < l->n_states; s++) w->has_written[s] = l->state[s].initial ? 0 : UINT64_MAX;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t s = 0; s < l->n_states; s++)
      for (uint32_t k = l->state[s].first; k < l->state[s + 1].first; k++) {
        const struct lone_edge *e = &l->edge[k];
        uint64_t behind = w->has_written[s];
        if (e->writes && w->bit[e->cell] >= 0) behind |= UINT64_C(1) << w->bit[e->cell];
        more |= (w->has_written[e->to] & ~behind) != 0;
        w->has_written[e->to] &= behind;
      }
  }
}

static bool may_find(const struct pruning *w, uint32_t state, const struct lone_edge *e)
{
  const struct held found = {e->cell, e->before};
  if (!e->reads || lookup_find(&w->held, &found, sizeof found) != w->held.n) return true;
  const bool written = w->bit[e->cell] >= 0 && (w->has_written[state] >> w->bit[e->cell] & 1) != 0;
  return w->all->cell[e->cell].first == CELL_ANY && !written;
}

/* Gives the states that can still be reached their numbers, in their order. */
static void number_reached(struct pruning *w, const struct lone *l)
{
  uint32_t *queue = mem_new(l->n_states, sizeof *queue), n_queue = 0, n = 0;
  for (uint32_t s = 0; s < l->n_states; s++) {
    w->to[s] = l->state[s].initial ? 0 : NOT_REACHED;
    if (l->state[s].initial) queue[n_queue++] = s;
  }
  for (uint32_t at = 0; at < n_queue; at++)
    for (uint32_t k = l->state[queue[at]].first; k < l->state[queue[at] + 1].first; k++) {
      const struct lone_edge *e = &l->edge[k];
      if (w->to[e->to] != NOT_REACHED || !may_find(w, queue[at], e)) continue;
      w->to[e->to] = 0;
      queue[n_queue++] = e->to;
    }
  for (uint32_t s = 0; s < l->n_states; s++)
    if (w->to[s] != NOT_REACHED) w->to[s] = n++;
  free(queue);
}

/* Leaves the states that have numbers, and their steps. */
static void leave_numbered(const struct pruning *w, struct lone *l)
{
  uint32_t n_states = 0;
  size_t n_edges = 0;
  for (uint32_t s = 0; s < l->n_states; s++) {
    if (w->to[s] == NOT_REACHED) continue;
    const uint32_t first = l->state[s].first, end = l->state[s + 1].first;
    l->state[n_states] = l->state[s];
    l->state[n_states++].first = (uint32_t)n_edges;
    for (uint32_t k = first; k < end; k++) {
      if (!may_find(w, s, &l->edge[k])) continue;
      l->edge[n_edges] = l->edge[k];
      l->edge[n_edges++].to = w->to[l->edge[k].to];
    }
  }
  l->state[n_states].first = (uint32_t)n_edges;
  l->n_states = n_states;
  l->n_edges = n_edges;
}

/* Returns whether a step was left out. */
static bool prune_one(struct pruning *w, struct lone *l)
{
  const size_t n_edges = l->n_edges;
  w->has_written = mem_new(l->n_states, sizeof *w->has_written);
  w->to = mem_new(l->n_states, sizeof *w->to);
  number_unknown(w, l);
  find_written(w, l);
  number_reached(w, l);
  leave_numbered(w, l);
  free(w->has_written);
  free(w->to);
  return n_edges != l->n_edges;
}

static void find_accessed(struct lone_all *all)
{
  for (uint32_t p = 0; p < all->n; p++)
    for (size_t k = 0; k < all->lone[p].n_edges; k++)
      if (all->lone[p].edge[k].cell != LONE_NO_CELL) all->cell[all->lone[p].edge[k].cell].accessed |= lone_bit(p);
}

void lone_prune(struct lone_all *all)
{
  struct pruning w = {.all = all, .bit = mem_new(all->cells.n, sizeof *w.bit)};
  for (bool more = true; more;) {
    more = false;
    find_held(&w);
    for (uint32_t p = 0; p < all->n; p++) more |= prune_one(&w, &all->lone[p]);
  }
  lookup_free(&w.held);
  free(w.bit);
  find_accessed(all);
}
