/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * machine.h: an algorithm's text made an algorithm that every engine takes: struct rmr_algorithm, whose step function
 * carries the graph out.
 */
#ifndef LANGUAGE_MACHINE_H
#define LANGUAGE_MACHINE_H

#include "language/flow.h"

struct machine_state {
  uint64_t line; /* of the pending access; 0: before the first */
  int64_t slot[];
};

struct machine {
  struct rmr_algorithm algorithm; /* whose `self` is this */
  struct pool pool;
  struct tree *tree;
  struct flow graph;
  struct rmr_shared shared[RMR_MAX_GROUPS];
};

rmr_step_fn machine_step;

/* Makes an algorithm of a text, or of the text of a file. NULL: an error with its place. */
struct machine *machine_read(const char *name, const char *text, size_t length, struct error *e);
struct machine *machine_load(const char *path, struct error *e);
void machine_free(struct machine *machine); /* NULL: nothing */

/* --- text_rows.c -------------------------------------------------------------------------------------------------- */

/* Numbers the accesses, and makes the rows of the figure. False: an error. */
bool make_figure(struct tree *tree, struct pool *pool, struct flow *graph, struct rmr_algorithm *out, struct error *e);

#endif
