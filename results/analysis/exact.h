/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * exact.h: linear systems with whole-number entries, solved without rounding. Row i says
 *
 *     c[0] a[i][0] + ... + c[k-1] a[i][k-1] = value[i]
 *
 * and there are more rows than unknowns. As few rows as possible, from the end of the list, determine the coefficients,
 * which are then tried on the rows before them. The answer is how far back they hold.
 *
 * The coefficients are fractions with a denominator up to EXACT_DENOMINATOR and a numerator up to 10^14, or all of them
 * are whole numbers up to 2^53. They come from arithmetic modulo the prime 2^61 - 1, which cannot overflow, but are
 * accepted only after each row has been checked in 128-bit integers.
 */
#ifndef RESULTS_ANALYSIS_EXACT_H
#define RESULTS_ANALYSIS_EXACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EXACT_TERMS = 16, EXACT_DENOMINATOR = 720 };

__extension__ typedef __int128 wide;

struct rational {
  int64_t num, den; /* lowest terms, den >= 1 */
};

struct exact_system {
  size_t n; /* rows */
  size_t k; /* unknowns, 1 .. EXACT_TERMS */
  const int64_t *value;
  /* Writes row i; false where an entry does not fit. */
  bool (*row)(const void *context, size_t i, wide out[EXACT_TERMS]);
  const void *context;
};

/* Fills c[0 .. k-1] and returns the number of rows at the end of the list that hold (at least k), or 0 where the system
 * has no unique solution of the kind described above. */
size_t exact_solve(const struct exact_system *s, struct rational *c);

/* *out = sum of c[i] * a[i], as a fraction over the least common denominator of the c. False on overflow. */
bool exact_dot(size_t k, const struct rational *c, const wide *a, wide *num, int64_t *den);

/* The least common denominator; 0 on overflow. */
int64_t exact_denominator(size_t k, const struct rational *c);

int64_t exact_common_divisor(int64_t a, int64_t b);

#endif
