/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * combinations.h: the combinations of local states that are reached together. The local state of a process here is the
 * algorithm's own: its line and its variables, without buffers, sessions and numbers of passages. So combinations can
 * be compared between systems that differ in what else a state has, and with those of a run.
 *
 * An algorithm whose writes wait in buffers is robust if it reaches no combination that it does not reach where each
 * write is in memory at once: no process learns of the buffers. A process that waits at a fence that the order adds has
 * a local state of no other run: behind a write it goes on only with the fence, and at the end of its last critical
 * section it may be at the next passage already, which never begins. A combination that is reached meanwhile is reached
 * behind the fence as well, as commits and fences change nobody else's local state, and is looked at there.
 */
#ifndef EXPLORE_GRAPH_COMBINATIONS_H
#define EXPLORE_GRAPH_COMBINATIONS_H

#include "base/lookup.h"
#include "explore/tables/space.h"

enum { COMBINATIONS_MOST = 32 }; /* processes */

/* Zeroed but for n: no combinations. */
struct combinations {
  uint32_t n;          /* processes */
  struct lookup local; /* local states, as bytes, of all processes */
  struct lookup whole; /* combinations: their numbers, by process */
};

void combinations_free(struct combinations *set);

/* The combinations of one space. It must be one whose local states are not merged. */
struct combining {
  const struct space *space;
  struct combinations *set;
  uint32_t **number; /* [p][local]: of the local state in the set */
};

/* new: local states that the set does not have get numbers; else they have none, and no combination has them. */
void combining_begin(struct combining *combining, const struct space *space, struct combinations *set, bool new);
void combining_end(struct combining *combining);

void combining_add(struct combining *combining, const uint64_t *state);
bool combining_knows(const struct combining *combining, const uint64_t *state);

/* The same for a run: local[p] is the local state of P_p, 1..n. */
bool combinations_know(const struct combinations *set, const void *const *local, const struct system *system);

#endif
