/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * twins.h: whether two algorithms are bisimilar, step by step: one that carries a text out and one that was compiled
 * from it, or a text and a file in C. Both are walked together, process by process, over all local states and all
 * values that a register can hold: wherever one makes an access, the other makes the same to the same register, with
 * the same value, from a line of the same section.
 */
#ifndef TESTS_TWINS_H
#define TESTS_TWINS_H

#include <stdio.h>

#include "model/system.h"

struct twins {
  const struct rmr_algorithm *a, *b;
  const void *with_a, *with_b; /* parameters */
  uint32_t n, sessions;
  uint64_t most_pairs; /* of local states; more are left out */
  rmr_word most_value; /* of registers without a bound */
  FILE *out;           /* differences that are none of behaviour: labels, words; NULL: not told */
  uint64_t pairs;      /* found */
  bool cut;            /* some were left out */
  char difference[1024];
};

/* False: `difference` says where they differ. */
bool twins_agree(struct twins *t);

#endif
