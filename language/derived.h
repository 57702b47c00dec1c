/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * derived.h: facts derived from an algorithm's text, in words of the text: types, bounds, the writers of a register
 * and the process in whose memory it lies, the locals that are live at a line.
 */
#ifndef LANGUAGE_DERIVED_H
#define LANGUAGE_DERIVED_H

#include <stdio.h>

#include "language/machine.h"

/* As it may be declared: "0..N + 1", "process or nil". */
void describe_type(FILE *out, const struct tree *tree, const struct type *type);

/* "[1..N, 0..3]"; nothing of one register. */
void describe_bounds(FILE *out, const struct tree *tree, const struct group *group);

/* "its owner", "all", "crashes", "environment", "nobody". */
const char *describe_writers(const struct machine *machine, uint32_t group);

/* "its owner", "nobody", or an expression of the indices. */
void describe_home(FILE *out, const struct machine *machine, uint32_t group);

/* The value with which a register begins: "nil", "{1, 3}", "arbitrary", or an expression of the indices. */
void describe_initial(FILE *out, const struct machine *machine, uint32_t group);

/* Which index is the process in whose memory the register lies; NO_INDEX: it is not known to be one. */
enum { NO_INDEX = -1 };
int home_index(const struct group *group);

/* The names of the locals that a process still needs at an access, in the order in which they are declared; n_unnamed:
 * how many values without a name it needs as well. Returns how many names there are, at most MOST_SLOTS. */
uint32_t describe_live(const struct machine *machine, const struct node *at, const char *names[], uint32_t *n_unnamed);

/* Whether a local is known in a procedure, or in one that calls it, or in the process. */
bool local_is_known(const struct tree *tree, const struct instance *in, uint32_t local);

#endif
