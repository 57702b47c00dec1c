/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * locks.h: random small texts of locks, for proofs. Most of them have a lock that is right, a *core*, which processes
 * pass by under some condition; around it they write to two or three registers and look at them again, with constants,
 * identities, local arrays, loops over processes and waits. So a proof that overlooks a value takes a condition for
 * impossible, or a loop for shorter than it is; and many texts are proved.
 */
#ifndef TESTS_LOCKS_H
#define TESTS_LOCKS_H

#include "language/machine.h"

struct lock {
  char *text;              /* to be freed */
  struct machine *machine; /* NULL: the text is refused */
};

/* The K-th lock of a seed: always the same. changes: the environment changes registers, too. */
void lock_draw(uint64_t seed, uint64_t k, bool changes, struct lock *out);
void lock_free(struct lock *lock);

#endif
