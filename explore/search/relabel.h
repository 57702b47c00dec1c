/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * relabel.h: turns a move of one process into a move of another, also in a system of another size. A register that
 * belongs to a process by its index in its group becomes that of the other process: where a group has one cell for each
 * process, or one for each two, or two for each. Other registers stay the same. The commit of a write becomes that of
 * the other process's write to the other register.
 */
#ifndef EXPLORE_SEARCH_RELABEL_H
#define EXPLORE_SEARCH_RELABEL_H

#include "explore/search/candidate.h"

struct relabel {
  const struct system *from;
  const struct world *to;
  uint32_t *who; /* [0..n of from]: 0: none, and its moves are dropped; who[0] = 0 */
};

/* False: there is no such move. */
bool relabel_move(const struct relabel *relabel, struct move *move);

#endif
