/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * invariants.h: what an algorithm says is true in every state (struct rmr_invariant), looked at in a packed state.
 *
 * An invariant may look at anything: the value of each register, each byte of a local state. So local states that only
 * behave alike are not merged in a space whose invariants are asked for (space.c), and which orders of steps are left
 * out (reduction.h) is no matter, as all states are found all the same.
 */
#ifndef EXPLORE_GRAPH_INVARIANTS_H
#define EXPLORE_GRAPH_INVARIANTS_H

#include "base/property.h"
#include "explore/tables/space.h"

/* Properties that states break are looked at as invariants of ours: the bit of each. P1 is not among them, for which a
 * search ends (violated.h). */
static inline uint32_t invariant_of(enum property_id id)
{
  return UINT32_C(1) << (RMR_MAX_INVARIANTS + id);
}

/* Room for one state, unpacked. Threads have one each. */
struct unpacked {
  const struct space *space;
  struct rmr_moment moment;
  uint32_t base[RMR_MAX_GROUPS + 1];
  rmr_word *memory;                /* [var] */
  const struct rmr_seen **process; /* [1..n] */
  uint32_t *varies, n_varies;      /* the registers that have more than one value */
};

void unpacked_create(struct unpacked *room, const struct space *space);
void unpacked_free(struct unpacked *room);

/* Which of the invariants in the set do not hold in a state: a bit for each, as they stand in the algorithm's table. */
uint32_t invariants_broken(struct unpacked *room, const uint64_t *state, uint32_t asked);

#endif
