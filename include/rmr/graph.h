/* SPDX-License-Identifier: MIT
 *
 * graph.h: algorithms on a graph, whose neighbours exclude each other. The user names a graph and, where the algorithm
 * asks for one, an order of its neighbours for each process; the host makes both (docs/arbitration.md lists the texts)
 * and puts them into the algorithm's block of parameters, where the step function and the sizes of arrays find them:
 *
 *   struct parameters { struct rmr_neighbours graph, order; };
 *   {"graph", RMR_GRAPH, offsetof(struct parameters, graph), "complete", 0, 0, "who shares a fork with whom"},
 *   {"order", RMR_ORDER, offsetof(struct parameters, order), "rank", 0, 0, "who grabs which fork first"},
 *
 * With a graph, two processes conflict when they are neighbours.
 */
#ifndef RMR_GRAPH_H
#define RMR_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#define RMR_GRAPH_TEXT 256 /* longest text, with its final NUL; longer lists come from files */

/* The neighbours of each process: ascending in a graph, in the given sequence in an order. The arrays belong to the
 * host and do not change; read them with the functions below, which count from 1. */
struct rmr_neighbours {
  char text[RMR_GRAPH_TEXT];
  uint32_t n;
  const uint32_t *first, *neighbour;
  const uint16_t *place;
};

/* The number of neighbours of P_i. */
static inline uint32_t rmr_degree(const struct rmr_neighbours *of, uint32_t i)
{
  return of->first[i] - of->first[i - 1];
}

/* The k-th neighbour of P_i, 1 <= k <= rmr_degree. */
static inline uint32_t rmr_neighbour(const struct rmr_neighbours *of, uint32_t i, uint32_t k)
{
  return of->neighbour[of->first[i - 1] + k - 1] + 1;
}

/* The position of P_j among the neighbours of P_i, from 1; 0: it is none. */
static inline uint32_t rmr_place(const struct rmr_neighbours *of, uint32_t i, uint32_t j)
{
  return of->place[(i - 1) * of->n + j - 1];
}

/* Whether P_i and P_j are neighbours. */
static inline bool rmr_adjacent(const struct rmr_neighbours *of, uint32_t i, uint32_t j)
{
  return rmr_place(of, i, j) != 0;
}

#endif
