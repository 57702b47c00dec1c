/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fork_graph.h: philosophers and the forks that they share. Dijkstra and Scholten, "Distributed Arbitration", section
 * 0: a finite undirected graph, whose vertices are philosophers and whose edges are forks. Two philosophers that share
 * a fork are neighbours.
 *
 * Philosophers are 0 .. n-1 in this folder, as the paper numbers them where it adds numbers bit by bit; people see
 * P1 .. PN. A graph is made from a text:
 *
 *   complete:N   a fork for each pair              ring:N      the pentagon is ring:5; N from 3
 *   path:N       a ring without one fork           star:N      P1 in the middle
 *   grid:AxB     A rows of B                       hypercube:K two whose numbers differ in one bit of K
 *   random:N,P,SEED   each pair with probability P
 *   file:NAME    a line "3 7" for each fork, # begins a comment; N is the largest number
 *
 * complete, ring, path, star, grid (a square one) and hypercube may stand without a size, where N is known otherwise.
 */
#ifndef MODEL_ARBITRATION_FORK_GRAPH_H
#define MODEL_ARBITRATION_FORK_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum { GRAPH_MOST = 1024 }; /* philosophers */

/* How people draw it: around a table, in rows, as a cube, or with P1 in the middle. */
enum graph_shape { GRAPH_ROUND, GRAPH_ROWS, GRAPH_CUBE, GRAPH_CENTRE };

struct fork {
  uint32_t a, b; /* a < b */
};

struct graph {
  uint32_t n, n_forks;
  enum graph_shape shape;
  uint32_t columns;   /* in rows */
  struct fork *fork;  /* sorted by a, then b; of a file: as its lines */
  uint32_t *fork_of_; /* [a * n + b]: 1 + the number of the fork, 0: none */
};

/* So many philosophers; 0: as the text says. Relative names of files start from `directory`; NULL: the current one. On
 * failure there is nothing to free, and *e tells where the text or the file is wrong and what was expected. */
bool graph_parse(const char *text, const char *directory, uint32_t n, struct graph *out, struct error *e);

/* How many philosophers the graph of a text has; 0: any number. False: the text, or its file, is wrong. */
bool graph_size(const char *text, const char *directory, uint32_t *n, struct error *e);

/* Philosophers without forks. */
void graph_start(struct graph *out, uint32_t n);
bool graph_add(struct graph *graph, uint32_t a, uint32_t b); /* false: there is such a fork */
void graph_free(struct graph *graph);

static inline bool graph_has(const struct graph *graph, uint32_t a, uint32_t b)
{
  return graph->fork_of_[a * graph->n + b] != 0;
}

/* Of two neighbours. */
static inline uint32_t graph_fork(const struct graph *graph, uint32_t a, uint32_t b)
{
  return graph->fork_of_[a * graph->n + b] - 1;
}

bool graph_is_complete(const struct graph *graph);

#endif
