/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * live.c: which slots are live, backwards through the graph until nothing changes; and which of the others may not be 0
 * when a step ends, forwards.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "language/flow.h"

uint64_t slots_of(const struct value *v)
{
  uint64_t slots = 0;
  for (uint32_t k = 0; k < v->n; k++)
    if (v->code[k].kind == EXPR_LOCAL || v->code[k].kind == EXPR_ELEMENT) slots |= slot_bit(v->code[k].slot);
  return slots;
}

static bool may_go_astray(const struct value *v)
{
  for (uint32_t k = 0; k < v->n; k++)
    if (v->code[k].kind == EXPR_ELEMENT || code_may_divide_by_zero(&v->code[k])) return true;
  return false;
}

bool node_may_go_astray(const struct node *n)
{
  const bool stores = n->kind == NODE_SET && (n->index.n != 0 || value_makes_record(&n->value));
  return n->kind == NODE_LOST || stores || may_go_astray(&n->index) || may_go_astray(&n->column) ||
         may_go_astray(&n->value) || may_go_astray(&n->old);
}

bool node_counts(const struct node *n, uint8_t slot, enum expr_kind by)
{
  const struct code *c = n->value.code;
  return n->kind == NODE_SET && n->index.n == 0 && n->slot == slot && n->value.n == 3 && c[0].kind == EXPR_LOCAL &&
         c[0].slot == slot && c[1].kind == EXPR_NUMBER && c[1].number == 1 && c[2].kind == by;
}

bool is_array(const struct flow *g, uint8_t slot)
{
  for (uint32_t k = 0; k < g->n_arrays; k++)
    if (g->array[k].slot == slot) return true;
  return false;
}

/* An element that is written leaves the others. */
static uint64_t written_by(const struct node *n)
{
  switch (n->kind) {
  case NODE_SET: return n->index.n == 0 ? slot_bit(n->slot) : 0;
  case NODE_CLEAR:
  case NODE_REMAINDER:
  case NODE_ACCESS: return slot_bit(n->slot);
  default: return 0;
  }
}

static uint64_t read_by(const struct node *n)
{
  return slots_of(&n->index) | slots_of(&n->column) | slots_of(&n->value) | slots_of(&n->old) |
         (n->round != NO_NODE ? slot_bit(n->began) : 0);
}

static void find_dirty(struct flow *g, uint64_t always)
{
  uint64_t *dirty = mem_new(g->n_nodes, sizeof *dirty); /* the slots that may not be 0 when the node begins */
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < g->n_nodes; k++) {
      const struct node *n = &g->node[k];
      uint64_t behind = n->kind == NODE_ACCESS ? dirty[k] & n->live : dirty[k];
      const bool zero = node_sets_zero(n);
      if (zero) behind &= ~slot_bit(n->slot);
      if (!zero && n->kind != NODE_BRANCH && n->kind != NODE_GO) behind |= slot_bit(n->slot);
      uint32_t to[2];
      flow_to(n, to);
      for (uint32_t j = 0; j < 2; j++) {
        if (to[j] == NO_NODE || (behind & ~dirty[to[j]]) == 0) continue;
        dirty[to[j]] |= behind;
        changed = true;
      }
    }
  }
  for (uint32_t k = 0; k < g->n_nodes; k++) g->node[k].dirty = dirty[k] & ~g->node[k].live & ~always;
  free(dirty);
}

void find_live(struct flow *g, uint64_t always)
{
  uint64_t *live = mem_new(g->n_nodes, sizeof *live); /* when the node begins */
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = g->n_nodes; k-- > 0;) {
      const struct node *n = &g->node[k];
      uint64_t after = n->next != NO_NODE ? live[n->next] : 0;
      if (n->kind == NODE_BRANCH && n->other != NO_NODE) after |= live[n->other];
      const uint64_t now = (after & ~written_by(n)) | read_by(n) | always;
      changed |= now != live[k];
      live[k] = now;
    }
  }
  for (uint32_t k = 0; k < g->n_nodes; k++) g->node[k].live = live[k];
  free(live);
  find_dirty(g, always);
}
