/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * analyses.h: a cache of analyses. Fits, clauses, tables and figures need the same series, so each analysis is made
 * once. Series share it where their points are equal, the name of x is the same, and a point of an incomplete
 * run says the same: a bound, or nothing.
 */
#ifndef RESULTS_ANALYSIS_ANALYSES_H
#define RESULTS_ANALYSIS_ANALYSES_H

#include "results/analysis/analysis.h"

struct analyses;

struct analyses *analyses_new(void);
void analyses_free(struct analyses *all);

/* Belongs to `all`. */
const struct analysis *analysis_of(struct analyses *all, const struct series *s);

/* The number of analyses made. */
size_t analyses_made(const struct analyses *all);

#endif
