/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a user sets of an algorithm whose processes grab forks, or whatever they share with their neighbours, one after
 * the other: the graph, and in which order each of them grabs.
 */
#ifndef ALGOS_PARTS_GRABBING_H
#define ALGOS_PARTS_GRABBING_H

#include <rmr/algo.h>

struct grabbing {
  struct rmr_neighbours graph, order;
};

static const struct rmr_option grabbing_options[] = {
  {"graph", RMR_GRAPH, offsetof(struct grabbing, graph), "complete", 0, 0,
   "the graph: which philosophers share a "
   "fork"},
  {"order", RMR_ORDER, offsetof(struct grabbing, order), "rank", 0, 0, "the order in which each grabs its forks"},
  {.key = NULL},
};

#define GRABBING_PARAMETERS .parameters = grabbing_options, .parameters_size = sizeof(struct grabbing)

/* The order of the algorithm that is being asked. */
static inline const struct rmr_neighbours *grabbing_order(const struct rmr_in *in)
{
  return &((const struct grabbing *)in->parameters)->order;
}

/* The same for its invariants. */
static inline const struct rmr_neighbours *grabbing_order_of(const struct rmr_moment *now)
{
  return &((const struct grabbing *)now->size.parameters)->order;
}

#endif
