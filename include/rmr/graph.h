/* SPDX-License-Identifier: MIT
 *
 * graph.h: algorithms on a graph, whose neighbours exclude each other. The user names a graph and, for each process, an
 * order of its neighbours; the host makes both (docs/arbitration.md lists the texts) and puts them into the algorithm's
 * block of parameters, where the step function and the sizes of arrays find them:
 *
 *   struct parameters { struct rmr_graph_text graph; struct rmr_order order; };
 *   {"graph", RMR_GRAPH, offsetof(struct parameters, graph), "complete", 0, 0, "who shares a fork with whom"},
 *   {"order", RMR_ORDER, offsetof(struct parameters, order), "rank", 0, 0, "who grabs which fork first"},
 *
 * An algorithm has both or none. With them, two processes conflict when they are neighbours.
 */
#ifndef RMR_GRAPH_H
#define RMR_GRAPH_H

#include <stdint.h>

#define RMR_GRAPH_TEXT 256 /* longest text, with its final NUL; longer lists come from files */

struct rmr_graph_text {
  char text[RMR_GRAPH_TEXT];
};

/* Filled in by the host; the arrays are its own and stay as they are. */
struct rmr_order {
  char text[RMR_GRAPH_TEXT];
  uint32_t n;
  const uint32_t *first, *neighbour; /* ask with the functions below: they count from 1 */
  const uint16_t *place;
};

/* How many neighbours P_i has. */
static inline uint32_t rmr_degree(const struct rmr_order *order, uint32_t i)
{
  return order->first[i] - order->first[i - 1];
}

/* The k-th neighbour of P_i in its order, 1 <= k <= rmr_degree. */
static inline uint32_t rmr_neighbour(const struct rmr_order *order, uint32_t i, uint32_t k)
{
  return order->neighbour[order->first[i - 1] + k - 1] + 1;
}

/* Whether P_i and P_j are neighbours. */
static inline int rmr_adjacent(const struct rmr_order *order, uint32_t i, uint32_t j)
{
  return order->place[(i - 1) * order->n + j - 1] != 0;
}

#endif
