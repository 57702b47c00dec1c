/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ruling.h: fills in a ruling. Only claim.c and claim_cost.c include this.
 */
#ifndef RESULTS_ANALYSIS_RULING_H
#define RESULTS_ANALYSIS_RULING_H

#include "results/analysis/claim.h"

/* Nothing decided, nothing shown. */
void ruling_begin(struct ruling *out);

/* The end: without a claim the agreement is "nothing said". */
void ruling_conclude(struct ruling *out, const char *said, enum agreement agreement, enum how how);

#endif
