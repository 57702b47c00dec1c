/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/unread.h"

#include <stdlib.h>

#include "base/mem.h"

/* The registers that are read at a node or behind it, before a member writes them: by group the slots that are the
 * index of one, and the groups of which any register may be read. */
struct still_read {
  uint64_t slots[RMR_MAX_GROUPS];
  uint32_t any;
};

static void join(struct still_read *a, const struct still_read *b)
{
  for (uint32_t g = 0; g < RMR_MAX_GROUPS; g++) a->slots[g] |= b->slots[g];
  a->any |= b->any;
}

/* Before the slot gets another value. */
static void before_change(struct still_read *r, uint8_t slot)
{
  const uint64_t bit = slot_bit(slot);
  for (uint32_t g = 0; g < RMR_MAX_GROUPS; g++) {
    if ((r->slots[g] & bit) != 0) r->any |= UINT32_C(1) << g;
    r->slots[g] &= ~bit;
  }
}

/* The slot that alone is the index of the register, as a bit; 0: none is. */
static uint64_t indexing(const struct scene_group *g, const struct node *n)
{
  const bool one = g->row != DIMENSION_NONE && g->column == DIMENSION_NONE && n->index.n == 1;
  return one && n->index.code->kind == EXPR_LOCAL ? slot_bit(n->index.code->slot) : 0;
}

static void before_access(const struct scene *w, const struct node *n, struct still_read *r)
{
  const struct scene_group *g = &w->group[n->group];
  const uint32_t group = UINT32_C(1) << n->group;
  const uint64_t bit = indexing(g, n);
  if (n->access != RMR_WRITE) {
    if (bit == 0) r->any |= group;
    r->slots[n->group] |= bit;
  } else {
    if (g->row == DIMENSION_NONE) r->any &= ~group;
    r->slots[n->group] &= ~bit;
  }
}

static struct still_read before(const struct scene *w, const struct still_read *at, const struct node *n)
{
  struct still_read r = at[n->next];
  if (n->kind == NODE_BRANCH) join(&r, &at[n->other]);
  const bool sets = n->kind == NODE_SET || n->kind == NODE_CLEAR || n->kind == NODE_REMAINDER;
  if (sets || n->kind == NODE_ACCESS) before_change(&r, n->slot);
  if (n->kind == NODE_ACCESS && rmr_kind_accesses(n->access)) before_access(w, n, &r);
  return r;
}

static bool is_more(const struct still_read *now, const struct still_read *was)
{
  bool more = (now->any & ~was->any) != 0;
  for (uint32_t g = 0; g < RMR_MAX_GROUPS; g++) more |= (now->slots[g] & ~was->slots[g]) != 0;
  return more;
}

void unread_find(struct scene *w)
{
  const struct flow *f = &w->machine->graph;
  bool more = true;
  w->still_read = mem_new(f->n_nodes, sizeof *w->still_read);
  while (more) {
    more = false;
    for (uint32_t k = f->n_nodes; k-- > 0;) {
      const struct still_read now = before(w, w->still_read, &f->node[k]);
      more |= is_more(&now, &w->still_read[k]);
      join(&w->still_read[k], &now);
    }
  }
}

void unread_free(struct scene *w)
{
  free(w->still_read);
  w->still_read = NULL;
}

/* Whether the member may read it before it writes it. An index of another kind may be the same one. */
static bool reads(const struct scene *w, const int32_t *member, const struct cell *cell)
{
  const struct still_read *r = &w->still_read[member[STATE_NODE]];
  if ((r->any >> cell->group & 1) != 0) return true;
  for (uint64_t slots = r->slots[cell->group]; slots != 0; slots &= slots - 1) {
    const struct abstract index = abstract_unpack(member[STATE_SLOTS + __builtin_ctzll(slots)]);
    const struct abstract row = abstract_unpack(cell->row);
    if (index.kind != row.kind || index.is == row.is) return true;
  }
  return false;
}

void unread_forget(const struct scene *w, int32_t *state)
{
  if (w->still_read == NULL) return;
  for (uint32_t k = 0; k < w->n_cells; k++) {
    int32_t *word = &state[state_cells(w) + k], *copies = &state[state_copy(w, k)];
    bool any = w->cell[k].exact || (*word == CELL_ANY && (*copies & state_copy_bit(k)) == 0);
    for (uint32_t m = 0; m < w->members && !any; m++) any = reads(w, &state[state_member(w, m)], &w->cell[k]);
    if (any) continue;
    *word = CELL_ANY;
    *copies &= ~state_copy_bit(k);
  }
}
