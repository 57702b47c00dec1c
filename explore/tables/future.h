/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * future.h: which registers a process may still read, or write, from each of its local states on, the pending access
 * included: in its table, whether or not a schedule makes it happen.
 */
#ifndef EXPLORE_TABLES_FUTURE_H
#define EXPLORE_TABLES_FUTURE_H

#include "explore/tables/automaton.h"

struct future {
  bool *reads, *writes; /* [local * n + var] */
  uint32_t n;           /* registers */
};

void future_create(struct future *future, const struct automata *a, uint32_t p);
void future_free(struct future *future);

#endif
