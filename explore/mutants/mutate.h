/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * mutate.h: makes the mistakes of mutant.h, and lists those that an algorithm can have.
 *
 * DROP and STUCK change a pending access, so they are made while the tables grow: other values may be written. The
 * others only change successors, to local states that are in the tables already or (SWAP) between two of them; they are
 * made in the closed tables.
 */
#ifndef EXPLORE_MUTANTS_MUTATE_H
#define EXPLORE_MUTANTS_MUTATE_H

#include "explore/mutants/mutant.h"
#include "explore/tables/automaton.h"

/* The change that turns an automaton's tables into those of a mutant. The mutation is kept by reference. */
struct automata_change mutate_by(const struct mutant *mutation);

/* All mutations that change these tables, which are those of the original algorithm. The caller frees them. */
struct mutant *mutations_of(const struct automata *a, uint32_t *n);

#endif
