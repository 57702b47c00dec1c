/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/neighbours.h"

#include <string.h>

static const struct rmr_option *find(const struct rmr_algorithm *a, enum rmr_option_type type)
{
  for (const struct rmr_option *option = a->parameters; option != NULL && option->key != NULL; option++)
    if (option->type == type) return option;
  return NULL;
}

bool neighbours_has(const struct rmr_algorithm *a)
{
  return find(a, RMR_GRAPH) != NULL;
}

static const char *graph_text(const struct rmr_algorithm *a, const void *block)
{
  return ((const struct rmr_graph_text *)((const unsigned char *)block + find(a, RMR_GRAPH)->offset))->text;
}

const struct rmr_order *neighbours_of(const struct rmr_algorithm *a, const void *block)
{
  const struct rmr_option *option = find(a, RMR_ORDER);
  return option != NULL ? (const struct rmr_order *)((const unsigned char *)block + option->offset) : NULL;
}

bool neighbours_fill(const struct rmr_algorithm *a, void *block, uint32_t n, const char *directory, struct orders *out,
                     struct error *e)
{
  struct rmr_order *order = (struct rmr_order *)((unsigned char *)block + find(a, RMR_ORDER)->offset);
  struct graph graph;
  if (!graph_parse(graph_text(a, block), directory, n, &graph, e)) return false;
  const bool ok = orders_parse(order->text, directory, &graph, out, e);
  graph_free(&graph);
  if (!ok) return false;
  order->n = out->n;
  order->first = out->first_;
  order->neighbour = out->neighbour_;
  order->place = out->place_;
  return true;
}

bool neighbours_n(const struct rmr_algorithm *a, const void *block, const char *directory, uint32_t *n, struct error *e)
{
  struct graph graph;
  *n = 0;
  if (!neighbours_has(a) || graph_takes_any_size(graph_text(a, block))) return true;
  if (!graph_parse(graph_text(a, block), directory, 0, &graph, e)) return false;
  *n = graph.n;
  graph_free(&graph);
  return true;
}
