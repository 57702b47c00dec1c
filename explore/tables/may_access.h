/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * may_access.h: the registers that a process may still read or write from each of its local states on, the pending
 * access included. The table decides that, whether or not a schedule makes it happen.
 */
#ifndef EXPLORE_TABLES_MAY_ACCESS_H
#define EXPLORE_TABLES_MAY_ACCESS_H

#include "explore/tables/automaton.h"

struct may_access {
  uint64_t
    *accesses;       /* [local * 2 * words]: a bit for each register that may be read, then those that may be written */
  uint32_t n, words; /* registers; words for a bit of each */
  uint32_t n_locals;
  struct budget *budget;
};

/* False: interrupted; do not use it, but call may_access_free all the same. */
bool may_access_create(struct may_access *may_access, const struct automata *a, uint32_t p);
void may_access_free(struct may_access *may_access);

static inline bool may_read(const struct may_access *f, uint32_t local, uint32_t var)
{
  return f->accesses[(size_t)local * 2 * f->words + var / 64] >> var % 64 & 1;
}

static inline bool may_write(const struct may_access *f, uint32_t local, uint32_t var)
{
  return f->accesses[((size_t)local * 2 + 1) * f->words + var / 64] >> var % 64 & 1;
}

#endif
