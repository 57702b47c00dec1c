/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * invariants.h: evaluates the invariants of an algorithm (struct rmr_invariant) in a packed state.
 *
 * An invariant may read everything: the value of each register, each byte of a local state. So a space whose invariants
 * are evaluated merges no bisimilar local states (space.c). Sleep sets (reduction.h) are harmless: all states are found
 * all the same.
 */
#ifndef EXPLORE_GRAPH_INVARIANTS_H
#define EXPLORE_GRAPH_INVARIANTS_H

#include "base/property.h"
#include "explore/tables/space.h"

/* State properties are evaluated as built-in invariants: the bit of each. P1 is not among them: its violation ends a
 * search (violated.h). */
static inline uint32_t invariant_of(enum property_id id)
{
  return UINT32_C(1) << (RMR_MAX_INVARIANTS + id);
}

/* Room for one unpacked state. Each thread has its own. */
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

/* Returns the invariants of the set `asked` that do not hold in a state: a bit for each, in the order of the
 * algorithm's table. */
uint32_t invariants_broken(struct unpacked *room, const uint64_t *state, uint32_t asked);

#endif
