/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * space_moves.h: the moves of a space (space.h): for each local state of a process, each value of the register that it
 * accesses and each choice, the words that the step adds, keeps and puts.
 */
#ifndef EXPLORE_TABLES_SPACE_MOVES_H
#define EXPLORE_TABLES_SPACE_MOVES_H

#include "explore/tables/may_access.h"
#include "explore/tables/space.h"

/* Makes them, and the rows that lead to them. */
void space_make_moves(struct space *space, const struct may_access *may);

#endif
