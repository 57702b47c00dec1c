/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * symmetric.h: section 4 of the paper. A ranked system of a complete graph is symmetric in the philosophers when for
 * any two of them there is a renumbering that takes one to the other and leaves every fork its rank. Then each
 * philosopher grabs a fork of every rank, so there are n - 1 of them; forks of two ranks form cycles of four, whose
 * diagonals have one rank, too; and n is a power of 2.
 */
#ifndef TESTS_SYMMETRIC_H
#define TESTS_SYMMETRIC_H

#include <stdbool.h>
#include <stdint.h>

/* Of all ways to give the forks n - 1 ranks so that those that meet have different ones; the rank of the fork that
 * philosopher 0 shares with j is j - 1, which the others can be renumbered to. */
struct symmetric_census {
  uint64_t rankings, symmetric;
  uint64_t without_squares; /* symmetric ones that are not as the paper's lemma says */
  uint8_t *rank;            /* [i * n + j] of the first symmetric one; NULL: there is none */
};

/* 2 <= n <= 8. */
void symmetric_search(uint32_t n, struct symmetric_census *out);
void symmetric_free(struct symmetric_census *census);

#endif
