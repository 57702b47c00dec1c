/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * mutate.h: makes the mistakes of mutation.h, and finds out which of them an algorithm can have.
 *
 * DROP and STUCK change a pending access, so they are made while the tables grow: other values may be written. The others only
 * lead elsewhere, to local states that are in the tables already or (SWAP) between two of them; they are made in the tables when
 * these are closed.
 */
#ifndef EXPLORE_MUTATE_H
#define EXPLORE_MUTATE_H

#include "explore/automaton.h"

/* The pending access of a mutant, where that of the original is op. */
struct rmr_op mutate_access(const struct automata *a, struct rmr_op op);

/* What a process finds that makes no access where the original makes that of `op`. */
rmr_word mutate_reply(const struct automata *a, const struct rmr_op *op);

/* Makes the mistake of a->mutation in closed tables, if it is of a kind that is made there. */
void mutate_tables(struct automata *a);

/* All mutations that make a difference to these tables, which are those of the algorithm as it is. The caller frees them. */
struct mutation *mutations_of(const struct automata *a, uint32_t *n);

#endif
