/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * neighbours.h: the graph of an algorithm whose processes conflict with their neighbours only (rmr/graph.h). The user
 * gives the graph and the orders as texts; here these become arrays for the step function.
 */
#ifndef MODEL_NEIGHBOURS_H
#define MODEL_NEIGHBOURS_H

#include <rmr/types.h>

#include "model/arbitration/orders.h"

/* The data that a filled block refers to. */
struct neighbours {
  struct orders graph, order;
};

/* Whether the algorithm has a graph; and orders of its forks, too. */
bool neighbours_has(const struct rmr_algorithm *algorithm);
bool neighbours_has_orders(const struct rmr_algorithm *algorithm);

/* Parses the texts in a block of parameters, for n processes, into the block, which refers to `out` from then on;
 * free that in any case. Relative names of files start from `directory`; NULL: the current one. */
bool neighbours_fill(const struct rmr_algorithm *algorithm, void *block, uint32_t n, const char *directory,
                     struct neighbours *out, struct error *e);
void neighbours_free(struct neighbours *neighbours);

/* Lists the files that the texts in a block refer to, and returns their number. The names are parts of the block. */
enum { NEIGHBOURS_FILES = 2 };
size_t neighbours_files(const struct rmr_algorithm *algorithm, const void *block, const char *names[NEIGHBOURS_FILES]);

/* The number of processes of the graph in the block; 0: any number, or there is none. False: the text is invalid, or
 * a file cannot be read a second time. */
bool neighbours_n(const struct rmr_algorithm *algorithm, const void *block, const char *directory, uint32_t *n,
                  struct error *e);

/* The graph in a block; NULL: the algorithm has none. */
const struct rmr_neighbours *neighbours_of(const struct rmr_algorithm *algorithm, const void *block);

#endif
