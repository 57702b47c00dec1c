/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * local_loops.h: loops without an access, which a step goes through. A loop that counts a slot ends: the slot holds an
 * identity or a position, which grows to N + 1 at most, and the round that goes beyond it is not followed. So the same
 * place may come again, as another process of its stretch. Any other loop that comes back to the same state may go
 * round for ever.
 */
#ifndef PROVE_LOCAL_LOOPS_H
#define PROVE_LOCAL_LOOPS_H

#include "language/flow.h"
#include "prove/abstract.h"

#define MAY_NOT_END "a loop without an access that may not end"

/* [node]: whether it counts in a loop, so that no run takes it again and again without an end; to be freed. NULL: there
 * is no such loop at all. */
bool *local_loops_find(const struct flow *flow);

/* Takes all nodes away from which nothing leads on for ever within the rest. False: none is left. */
bool local_loops_keep(const struct flow *flow, bool *within);

/* Whether a step from such a node, which leaves this in its slot, counts. A number has no end. */
static inline bool local_loops_count(const bool *counting, uint32_t node, int32_t packed)
{
  return counting != NULL && counting[node] && abstract_unpack(packed).kind != ABSTRACT_NUMBER;
}

#endif
