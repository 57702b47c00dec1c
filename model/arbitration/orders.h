/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * orders.h: in which order each philosopher grabs its forks. Graph and orders together are what the paper calls a
 * system; as an order names every neighbour once, it holds the graph as well. Orders are made from a text:
 *
 *   rank            by the ranks of the forks, lowest first; a fork's rank is its number in the graph
 *   rank:SEED       the same with the ranks shuffled
 *   xor             by rank i xor j, of philosophers numbered from 0 (section 4)
 *   left            i - 1 first, then i - 2, and so on around the table
 *   random:SEED     each philosopher shuffles its own
 *   system:I        the I-th of all systems of the graph, from 0 (systems.h)
 *   double:WHOM     the inverse process of section 3: begin with one philosopher and double one after the other.
 *                   WHOM: `balanced`, who has been doubled least; `first`, always P1; `random,SEED`; or a list,
 *                   1,1,2,...: the k-th number is whom to double into itself and P(k+1). Complete graphs only
 *   list:2.3/1.3/1.2   everybody's neighbours, P1's first; commas will do as well
 *   file:NAME       a line "1: 2 3" for each philosopher, # begins a comment
 */
#ifndef MODEL_ARBITRATION_ORDERS_H
#define MODEL_ARBITRATION_ORDERS_H

#include "model/arbitration/fork_graph.h"

struct orders {
  uint32_t n;
  uint32_t *first_;     /* [i]: where the order of i begins in neighbour_; [n]: the end */
  uint32_t *neighbour_; /* whom it shares its forks with, in the order in which it grabs them */
  uint16_t *place_;     /* [i * n + j]: from 1, 0: no fork */
};

/* Made for a graph; on failure there is nothing to free. */
bool orders_parse(const char *text, const char *directory, const struct graph *graph, struct orders *out,
                  struct error *e);

/* Ascending neighbours for everybody: system 0 of this graph. */
void orders_start(const struct graph *graph, struct orders *out);

/* Changes one philosopher's: a permutation of what it has. */
void orders_set(struct orders *orders, uint32_t i, const uint32_t *neighbour);
void orders_free(struct orders *orders);

/* How many forks i has. */
static inline uint32_t orders_degree(const struct orders *orders, uint32_t i)
{
  return orders->first_[i + 1] - orders->first_[i];
}

/* Its neighbours, in the order of grabbing. */
static inline const uint32_t *orders_of(const struct orders *orders, uint32_t i)
{
  return orders->neighbour_ + orders->first_[i];
}

/* The place of the fork with j in the order of i, from 1; 0: they share none. */
static inline uint32_t orders_place(const struct orders *orders, uint32_t i, uint32_t j)
{
  return orders->place_[i * orders->n + j];
}

/* Whether some ranking of the forks gives these orders; if so, and `rank` is not NULL, one is written to it, from 0,
 * by number of the fork. It has as few different ranks as there can be. */
bool orders_are_ranked(const struct orders *orders, const struct graph *graph, uint32_t *rank);

#endif
