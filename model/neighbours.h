/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * neighbours.h: the graph of an algorithm whose processes conflict with their neighbours only (rmr/graph.h). Which
 * graph and which orders is what the user has set; here the texts become what the step function sees.
 */
#ifndef MODEL_NEIGHBOURS_H
#define MODEL_NEIGHBOURS_H

#include <rmr/types.h>

#include "model/arbitration/orders.h"

/* What a filled block refers to. */
struct neighbours {
  struct orders graph, order;
};

/* Whether the algorithm has a graph; and orders of its forks, too. */
bool neighbours_has(const struct rmr_algorithm *algorithm);
bool neighbours_has_orders(const struct rmr_algorithm *algorithm);

/* What the texts in a block of parameters say, for n processes, into the block, which refers to `out` from then on;
 * free that in any case. Relative names of files start from `directory`; NULL: the current one. */
bool neighbours_fill(const struct rmr_algorithm *algorithm, void *block, uint32_t n, const char *directory,
                     struct neighbours *out, struct error *e);
void neighbours_free(struct neighbours *neighbours);

/* The names of the files that the texts in a block refer to: so many. They are parts of the block. */
enum { NEIGHBOURS_FILES = 2 };
size_t neighbours_files(const struct rmr_algorithm *algorithm, const void *block, const char *names[NEIGHBOURS_FILES]);

/* How many processes the graph in the block is for; 0: for any number, or there is none. False: the text is wrong, or
 * a file is none that can be read again. */
bool neighbours_n(const struct rmr_algorithm *algorithm, const void *block, const char *directory, uint32_t *n,
                  struct error *e);

/* The graph in a block; NULL: the algorithm has none. */
const struct rmr_neighbours *neighbours_of(const struct rmr_algorithm *algorithm, const void *block);

#endif
