/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bound.h: what a proof bounds: in a system of N processes a passage costs at most own + each (N-1).
 */
#ifndef RESULTS_BOUND_H
#define RESULTS_BOUND_H

#include "results/record.h"

struct bound {
  double own, each;
};

/* False: the record is no proof, or it bounds no RMRs. Its N is that of the record; 0: every N. */
bool bound_of(const struct record *r, struct bound *out);

/* The bound on the entries of others during one wait, from that on the entries of each of them. */
bool bound_of_bypass(const struct record *r, struct bound *out);

double bound_at(const struct bound *bound, double n);

/* As a formula: "8N+1", "4N-4", "7"; returns out. */
enum { BOUND_TEXT = 64 };
char *bound_text(const struct bound *bound, char out[BOUND_TEXT]);

#endif
