/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * terms.h: the shapes that exact recognition tries, and the notation of a solved one.
 *
 * A shape is a list of terms N^power * L^logs * base^N, each with an unknown rational coefficient, where L is ceil(lg
 * N) or floor(lg N), the same throughout. With a modulus m, a term may count only for the N of one residue (N mod m): a
 * quasi-polynomial.
 */
#ifndef RESULTS_ANALYSIS_TERMS_H
#define RESULTS_ANALYSIS_TERMS_H

#include "results/analysis/exact.h"
#include "results/analysis/order.h"

enum { ANY_RESIDUE = -1, TERMS_TEXT = 256 };

struct term {
  int8_t power, logs, base; /* base 0: no exponential */
  int8_t residue;           /* ANY_RESIDUE, or 0 .. modulus-1 */
};

enum log_kind {
  LOG_FLOOR,
  LOG_CEIL,
  LOG_WHOLE /* N is a power of two at every point, where the two are equal */
};

struct shape {
  unsigned n;       /* terms */
  unsigned penalty; /* added to n: the cost of a logarithm, an exponential or a modulus */
  enum log_kind log;
  int8_t modulus; /* 0: none */
  struct term term[EXACT_TERMS];
};

/* The values of the terms at N >= 1 (N >= 0 without a logarithm). False: one does not fit. */
bool shape_row(const struct shape *s, int64_t N, wide out[EXACT_TERMS]);

/* Whether the solved shape is a whole number at N. */
bool shape_is_whole(const struct shape *s, const struct rational *c, int64_t N);

/* The leading term of the solved shape; with a modulus, of its fastest residue, and *least of its slowest. */
struct order shape_order(const struct shape *s, const struct rational *c, struct order *least);

/* The formula: "7N+3", "N(N-1)/2", "3N ceil(lg N)+N", "floor(N/2)"; or by residue, "N if N mod 2 = 0; 3 if N mod 2 =
 * 1". Unless it goes by residue, results/formula.h can read it. Returns out. */
char *shape_text(const struct shape *s, const struct rational *c, char out[TERMS_TEXT]);

#endif
