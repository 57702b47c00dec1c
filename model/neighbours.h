/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * neighbours.h: the graph of an algorithm whose processes conflict with their neighbours only (rmr/graph.h). Which
 * graph and which orders is what the user has set; here the texts become what the step function sees.
 */
#ifndef MODEL_NEIGHBOURS_H
#define MODEL_NEIGHBOURS_H

#include <rmr/types.h>

#include "arbitration/orders.h"

/* Whether it has a graph. */
bool neighbours_has(const struct rmr_algorithm *algorithm);

/* What the texts in a block of parameters say, for n processes. Into `out`, which the caller frees, and into the block,
 * which refers to `out` from then on. Relative names of files start from `directory`; NULL: the current one. */
bool neighbours_fill(const struct rmr_algorithm *algorithm, void *block, uint32_t n, const char *directory,
                     struct orders *out, struct error *e);

/* How many processes the graph in the block is for; 0: for any number. False: the text is wrong. */
bool neighbours_n(const struct rmr_algorithm *algorithm, const void *block, const char *directory, uint32_t *n,
                  struct error *e);

/* The order in a block; NULL: the algorithm has no graph. */
const struct rmr_order *neighbours_of(const struct rmr_algorithm *algorithm, const void *block);

#endif
