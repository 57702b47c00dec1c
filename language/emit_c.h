/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_c.h: an algorithm's text as a file in C that defines the same struct rmr_algorithm as the machine does, with
 * tables and functions of its own: for algorithms that are built in, and for plug-ins (`rmr compile`). It needs only
 * the headers in include/rmr, and a compiler that has GNU's statement expressions, called with -fwrapv.
 */
#ifndef LANGUAGE_EMIT_C_H
#define LANGUAGE_EMIT_C_H

#include <stdio.h>

#include "language/machine.h"

/* headers: NULL for an algorithm that is built in: the file includes <rmr/types.h>, and its symbol is
 * rmr_algorithm_NAME, as the registry wants it. For a plug-in the text of that header and all that it includes: then
 * the file stands alone, and its symbol is rmr_algorithm. */
void emit_c(const struct machine *m, const char *headers, FILE *out);

/* --- shared by its parts ------------------------------------------------------------------------------------------ */

#define NO_GROUP UINT32_MAX

/* Facts of quantified names, which are locals, in a rule of an invariant: which are processes 1..N for certain, and
 * which is the process that moved, or the k-th neighbour of another one, or an index of the register of the group that
 * was written. 0: none, as local 0 is the session. */
struct c_names {
  bool is_process[MOST_LOCALS_OF_TEXT];
  uint32_t moved, neighbour_of[MOST_LOCALS_OF_TEXT];
  uint32_t group, written[2];
};

struct c_file {
  const struct machine *m;
  FILE *out;
  uint8_t width[MOST_SLOTS]; /* bytes of a slot in `struct state` */
  bool before;               /* expressions are of the state before the step (emit_c_invariant.c) */
  struct c_names *names;     /* NULL: nothing is known of any */
};

/* emit_c_value.c: expressions of the tree, as functions of `s` (struct rmr_size), and where they are known of `my`,
 * `now`, `value`, `argument`, `index0`, `index1`; and values of the graph, as functions of `my` and `in`. */
void emit_tree(const struct c_file *f, const struct expr *x);
void emit_around(const struct c_file *f, const char *before, const struct expr *x, const char *behind); /* a tree */
void emit_value(const struct c_file *f, const struct value *v);

/* Whether a range is 1..N. */
bool is_one_to_n(const struct expr *low, const struct expr *high);

/* emit_c_widths.c: fills `width`; and whether a value is known to fit in so many bytes. */
void emit_find_widths(struct c_file *f);
bool emit_fits(const struct c_file *f, const struct value *v, uint8_t width);

/* emit_c_step.c: `struct state` and the step function. */
void emit_state(struct c_file *f);
void emit_step(const struct c_file *f);

/* emit_c.c: in quotation marks; NULL. */
void emit_text(FILE *out, const char *text);

/* emit_c_invariant.c: the invariants. */
void emit_invariants(const struct c_file *f);

/* emit_c_register.c: callbacks and the table of registers. */
void emit_registers(const struct c_file *f);

#endif
