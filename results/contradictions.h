/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * contradictions.h: whether records contradict each other. An exact worst case is the greatest cost in its scope. So
 * where a search, a simulation or an incomplete exploration has found more, one of the two is wrong, and nothing based
 * on them can be trusted. The same holds where a run violates a property that holds by an exploration of its scope.
 *
 * One scope: the same algorithm with the same parameters, N, memory, sessions, passages, faults, time and start. A
 * simulation counts where each process makes one passage: with more it also sees later ones, but the exact value is
 * that of the first passage of the observed process. Nor does it cover passages of new processes that replace the
 * observed one.
 *
 * A proof covers more, and is compared with all that was seen in its scope (proofs.h).
 */
#ifndef RESULTS_CONTRADICTIONS_H
#define RESULTS_CONTRADICTIONS_H

#include "results/load.h"

struct consistency;

struct consistency *consistency_new(void);
void consistency_free(struct consistency *consistency); /* NULL is fine */

/* Adds the records of a result directory, which need not stay. False: one of them contradicts another, of this
 * directory or an earlier one; *e, with the code EXIT_INTERNAL, names the two. */
bool consistency_add(struct consistency *consistency, const struct results *r, struct error *e);

#endif
