/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * relabel.h: a move of one process as a move of another, also in a system of another size. A register that belongs to a
 * process, by its place in its group, becomes that of the other: where a group has one cell for each process, or one
 * for each two, or two for each. Other registers stay what they are.
 */
#ifndef SEARCH_RELABEL_H
#define SEARCH_RELABEL_H

#include "search/draft.h"

struct relabel {
  const struct system *from, *to;
  uint32_t *who; /* [0..n of from]: 0: nobody, and a move of theirs is none; who[0] = 0 */
};

/* False: there is no such move. */
bool relabel_move(const struct relabel *relabel, struct move *move);

/* The draft of a smaller system as one of a system with a process more, P_place, which does what `twin` does (of the
 * smaller one; 0: nothing), each time after it, or before it. The observed process of the draft stays who it is. */
void draft_grow(struct draft *to, const struct world *world, const struct draft *from, const struct system *smaller,
                uint32_t place, uint32_t twin, bool before);

#endif
