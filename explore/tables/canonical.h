/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * canonical.h: the state that stands for all states into which renamings lead it (symmetry.h).
 *
 * Each process has a *colour* in a state: the sum of its marks in all items. Marks are the same for corresponding
 * pairs, so a renaming takes colours along. The processes of each block are put in the order of their colours. Among
 * processes with the same colour all orders are tried, and the least state is taken; but those whose exchange changes
 * nothing, as most of them, are tried once. Beyond MOST_ORDERS orders the rest is left out: then more than one state
 * may stand for an orbit, which costs room and no answer.
 */
#ifndef EXPLORE_TABLES_CANONICAL_H
#define EXPLORE_TABLES_CANONICAL_H

#include "explore/tables/symmetry.h"

enum { CANONICAL_MOST_PROCESSES = 32 };

/* name: [1..n]: filled with what each process is called in that state; NULL: nobody asks. */
void canonical_state(const struct symmetry *symmetry, uint64_t *state, uint8_t *name);

#endif
