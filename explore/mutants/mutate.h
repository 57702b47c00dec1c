/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * mutate.h: makes the mistakes of mutant.h, and finds out which of them an algorithm can have.
 *
 * DROP and STUCK change a pending access, so they are made while the tables grow: other values may be written. The
 * others only lead elsewhere, to local states that are in the tables already or (SWAP) between two of them; they are
 * made in the tables when these are closed.
 */
#ifndef EXPLORE_MUTANTS_MUTATE_H
#define EXPLORE_MUTANTS_MUTATE_H

#include "explore/mutants/mutant.h"
#include "explore/tables/automaton.h"

/* What an automaton's builder is to ask so that the tables become those of a mutant. The mutation is kept by
 * reference. */
struct automata_change mutate_by(const struct mutation *mutation);

/* All mutations that make a difference to these tables, which are those of the algorithm as it is. The caller frees
 * them. */
struct mutation *mutations_of(const struct automata *a, uint32_t *n);

#endif
