/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * mutant.h: a deliberate mistake, as a plain value. An algorithm with one of them is a mutant: a good checker
 * distinguishes it from the original (mutate.h).
 *
 *   kind     at line L                                                                     what a programmer may have
 *            done
 *   DROP     makes no access; goes on as if it had found the register's initial value      forgotten the line
 *   STUCK    writes the register's initial value, whatever it should write                 forgotten to set a flag
 *   FLIP     where a reply decides between two local states, takes the other one           turned a comparison round
 *   BRANCH   goes on at line `to` where it should go on at line `from`                      left out a guard, or a wait
 *   SWAP     makes the access of line `to`, which follows L always, first                  written two lines in the
 *            wrong order
 *
 * A BRANCH at line 0 applies at every line from which both `from` and `to` can follow, except these two themselves: a
 * guard of local values only lies on the way from several lines. The process continues in the successor of the most
 * similar local state that does go to `to` from there: the one that differs in the fewest bytes, and of these the
 * first.
 */
#ifndef EXPLORE_MUTANTS_MUTANT_H
#define EXPLORE_MUTANTS_MUTANT_H

#include <stdint.h>

/* One table: enum, word. */
#define MUTATIONS(MUTATION)  \
  MUTATION(NONE, "none")     \
  MUTATION(DROP, "drop")     \
  MUTATION(STUCK, "stuck")   \
  MUTATION(FLIP, "flip")     \
  MUTATION(BRANCH, "branch") \
  MUTATION(SWAP, "swap")

enum mutant_kind {
#define MUTATION(id, word) MUTATION_##id,
  MUTATIONS(MUTATION)
#undef MUTATION
    N_MUTATIONS
};

/* Lines are those of rmr_op. A zeroed one is the original algorithm. */
struct mutant {
  enum mutant_kind kind;
  uint16_t line;
  uint16_t from, to; /* BRANCH; `to` also of SWAP */
};

#endif
