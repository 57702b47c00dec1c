/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * contradictions.h: whether records contradict each other. An exact worst case is the most that anything of its scope
 * can cost; so where a search, a simulation or a search that was cut short has found more, one of the two is wrong, and
 * nothing that is made of them can be believed. The same where a run breaks a property that an exploration of its scope
 * has found to hold.
 *
 * One scope: the same algorithm with the same parameters, N, memory, sessions, passages, faults, time and start. A
 * simulation counts where each process makes one passage: with more it also sees later ones, of which the exact value,
 * that of the first passage of the observed process, does not speak. Nor does it speak of the passages of new processes
 * that come to the place of the observed one.
 */
#ifndef RESULTS_CONTRADICTIONS_H
#define RESULTS_CONTRADICTIONS_H

#include "results/load.h"

struct consistency;

struct consistency *consistency_new(void);
void consistency_free(struct consistency *consistency); /* NULL is fine */

/* Adds the records of a result directory, which need not stay. False: one of them contradicts another, of this
 * directory or of one before; *e, with the code EXIT_INTERNAL, names the two. */
bool consistency_add(struct consistency *consistency, const struct results *r, struct error *e);

#endif
