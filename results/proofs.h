/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * proofs.h: whether what was seen contradicts what is proved. A proof is of any sessions and any number of passages, of
 * its N or of every N. So one run without faults and clocks, in which writes do not wait, that breaks a proved property
 * or costs more than a proved bound shows that the proof or the run is wrong. Only results/contradictions.c includes
 * this.
 */
#ifndef RESULTS_PROOFS_H
#define RESULTS_PROOFS_H

#include "results/load.h"

struct proofs;

struct proofs *proofs_new(void);
void proofs_free(struct proofs *proofs); /* NULL is fine */

/* Adds a record, of a proof or not. False: it contradicts one that was added before; *e, with the code EXIT_INTERNAL,
 * names the two. */
bool proofs_add(struct proofs *proofs, const struct results *r, const struct record *one, struct error *e);

#endif
