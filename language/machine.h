/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * machine.h: an algorithm's text made an algorithm that every engine takes: struct rmr_algorithm. Its step function
 * carries the graph out; its other functions evaluate what the text declares.
 */
#ifndef LANGUAGE_MACHINE_H
#define LANGUAGE_MACHINE_H

#include "language/delta.h"
#include "language/flow.h"

/* Behind the slots come the arrays, in their order. */
struct machine_state {
  uint64_t line; /* of the pending access; 0: before the first; astray << 16 where there is none, see machine.c */
  int64_t slot[];
};

struct machine {
  struct rmr_algorithm algorithm; /* whose `self` is this */
  struct pool pool;
  struct text_source lines; /* of the whole file: also of variants */
  struct tree *tree;
  struct flow graph; /* of the text; */
  struct flow steps; /* and the one that steps follow (first_steps.c): accesses have the same numbers in both */
  struct rmr_shared shared[RMR_MAX_GROUPS];
  struct machine_group { /* the callbacks of a group find it as .self */
    const struct machine *machine;
    const struct group *group;
  } group[RMR_MAX_GROUPS];
  struct rmr_field fields[RMR_MAX_GROUPS][RMR_MAX_FIELDS + 1];
  struct rmr_change changes[MOST_CHANGES];
  struct rmr_option options[MOST_PARAMETERS + 1];
  struct rmr_invariant invariants[RMR_MAX_INVARIANTS + 1];
  struct delta *delta[RMR_MAX_INVARIANTS]; /* of each of them */
  struct rmr_local_time times[MOST_SLOTS + 1];
};

rmr_step_fn machine_step;

/* The value of a slot, and of an element of a local array, in a local state; of an element that there is not: 0. */
int64_t machine_slot(const void *state, uint8_t slot);
int64_t machine_element(const struct flow *graph, const int64_t *slots, uint8_t slot, int64_t index, uint32_t n);

/* Makes an algorithm of a text, or of the text of a file with its imports. variant: NULL for the algorithm itself.
 * NULL: an error with its place. */
struct machine *machine_read(const char *name, const char *text, size_t length, const char *variant, struct error *e);
struct machine *machine_load(const char *path, const char *variant, struct error *e);

/* The same of an algorithm that was made from a text, built in or not. NULL: an error, where it is written in C. */
struct machine *machine_of(const struct rmr_algorithm *algorithm, struct error *e);

/* The file of a text, as it was named; NULL: the algorithm comes from elsewhere. */
const char *machine_file(const struct rmr_algorithm *algorithm);

void machine_free(struct machine *machine); /* NULL: nothing */

/* All errors of a file's text that can be told apart: fills errors[0 .. n-1], which are zeroed, n <= most, and
 * returns n. */
uint32_t machine_errors(const char *path, const char *variant, struct error *errors, uint32_t most);

/* --- figure_rows.c ----------------------------------------------------------------------------------------------- */

/* Numbers the accesses, and makes the rows of the figure. False: an error. */
bool make_figure(struct tree *tree, struct pool *pool, struct flow *graph, struct rmr_algorithm *out, struct error *e);

/* --- callbacks.c -------------------------------------------------------------------------------------------------- */

/* Fills `shared`, `changes`, ... of the machine and of its algorithm. False: an error. */
bool make_callbacks(struct machine *m, struct error *e);

/* delta_value.c: whether the k-th invariant holds now. */
bool delta_holds(const struct machine *m, uint32_t k, const struct rmr_moment *now);

bool group_is_of_processes(const struct group *g); /* an array [1..N] */

#endif
