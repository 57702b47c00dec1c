/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/flow.h"

#include <stdlib.h>

#include "base/mem.h"

void flow_spread(const struct flow *g, uint32_t from, flow_enters_fn *enters, const void *self, bool *reached)
{
  uint32_t *open = mem_new(g->n_nodes + 1, sizeof *open), n = 1, to[2];
  open[0] = from;
  while (n > 0) {
    flow_to(&g->node[open[--n]], to);
    for (uint32_t k = 0; k < 2; k++) {
      if (to[k] == NO_NODE || reached[to[k]]) continue;
      const enum flow_way way = enters(g, to[k], self);
      reached[to[k]] = way != FLOW_BESIDE;
      if (way == FLOW_ON) open[n++] = to[k];
    }
  }
  free(open);
}

bool flow_leads(const struct flow *g, uint32_t from, uint32_t to, flow_enters_fn *enters, const void *self)
{
  bool *reached = mem_new(g->n_nodes, sizeof *reached);
  flow_spread(g, from, enters, self, reached);
  const bool leads = reached[to];
  free(reached);
  return leads;
}
