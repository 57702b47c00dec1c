/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * live.c: liveness of slots, backwards through the graph until nothing changes.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "language/flow.h"

static uint64_t read_by(const struct value *v)
{
  uint64_t slots = 0;
  for (uint32_t k = 0; k < v->n; k++)
    if (v->code[k].kind == CODE_SLOT) slots |= UINT64_C(1) << v->code[k].slot;
  return slots;
}

static uint64_t written_by(const struct node *n)
{
  const bool writes = n->kind == NODE_SET || n->kind == NODE_REMAINDER || n->kind == NODE_ACCESS;
  return writes && n->slot != NO_SLOT ? UINT64_C(1) << n->slot : 0;
}

void find_live(struct flow *g, uint64_t private)
{
  uint64_t *live = mem_new(g->n_nodes, sizeof *live); /* when the node begins */
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = g->n_nodes; k-- > 0;) {
      const struct node *n = &g->node[k];
      uint64_t after = n->next != NO_NODE ? live[n->next] : 0;
      if (n->kind == NODE_BRANCH) after |= live[n->other];
      const uint64_t now =
        (after & ~written_by(n)) | read_by(&n->index) | read_by(&n->value) | read_by(&n->old) | private;
      changed |= now != live[k];
      live[k] = now;
    }
  }
  for (uint32_t k = 0; k < g->n_nodes; k++) g->node[k].live = live[k];
  free(live);
}
