/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * equivalence.h: proves that two algorithms, such as an original and its mutant, behave alike, and does not just
 * compare results.
 *
 * Only the moves count that are made in some reachable state. Two local states agree if they make the same kind of
 * access to the same register in the same section for the same session, if they find the same values, and if after each
 * of these the register holds the same value and the next local states agree again. If the initial local states of
 * every process agree, the reachable states of the two correspond step by step, with the same accesses: no schedule
 * distinguishes them, neither by a property nor by a cost. As processes are deterministic, the pairs that would have to
 * agree are found by following both tables at once (J. Hopcroft, R. Karp, "A linear algorithm for testing equivalence
 * of finite automata", 1971).
 *
 * The condition is sufficient, not necessary: where it fails, all observations may still be the same.
 */
#ifndef EXPLORE_MUTANTS_EQUIVALENCE_H
#define EXPLORE_MUTANTS_EQUIVALENCE_H

#include "explore/engines/breadth.h"

struct reachable_moves {
  struct space space;
  uint8_t *taken; /* [move] */
  bool complete;  /* all states were found */
};

/* Finds all states; spec->observer.process must be 0. False: there are no such tables. */
bool reachable_moves_find(struct reachable_moves *reachable, const struct space_spec *spec,
                          const struct explore_limits *limits, struct error *e);
void reachable_moves_free(struct reachable_moves *reachable);

/* Both of the same setup, and complete. */
bool equivalent(const struct reachable_moves *x, const struct reachable_moves *y);

#endif
