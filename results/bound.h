/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bound.h: the bound of a proof: in a system of N processes a passage costs at most
 * own + each (N-1) + square (N-1)^2 + cube (N-1)^3 + level ceil(lg N).
 */
#ifndef RESULTS_BOUND_H
#define RESULTS_BOUND_H

#include "results/record.h"

struct bound {
  double own, each, square, cube, level;
};

/* False: the record is no proof, or it bounds no RMRs. Its N is that of the record; 0: every N. */
bool bound_of(const struct record *r, struct bound *out);

/* The bound on the entries of others during one wait, from that on the entries of each of them. */
bool bound_of_bypass(const struct record *r, struct bound *out);

/* INFINITY for one process alone, of which only a line says something: it may go through a level all the same. */
double bound_at(const struct bound *bound, double n);

/* As a formula: "8N+1", "4N-4", "7", "N^3+N-1", "13 ceil(lg N)"; returns out. */
enum { BOUND_TEXT = 160 };
char *bound_text(const struct bound *bound, char out[BOUND_TEXT]);

/* The same term by term: "9 + 8(N-1)", "1 + 4(N-1) + 3(N-1)^2 + (N-1)^3"; returns out. */
char *bound_terms(const struct bound *bound, char out[BOUND_TEXT]);

/* The function that it grows as: "1", "lg N", "N", "N^2", "N^3". */
const char *bound_growth(const struct bound *bound);

#endif
