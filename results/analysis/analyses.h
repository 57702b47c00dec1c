/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * analyses.h: the analyses that were made so far. Fits, clauses, tables and figures ask for the same series; whoever
 * needs the analysis of one asks here, and it is made once. An analysis depends on the points alone, so two series
 * with equal points share it, whatever they are called.
 */
#ifndef RESULTS_ANALYSIS_ANALYSES_H
#define RESULTS_ANALYSIS_ANALYSES_H

#include "results/analysis/analysis.h"

struct analyses;

struct analyses *analyses_new(void);
void analyses_free(struct analyses *all);

/* Belongs to `all`. */
const struct analysis *analysis_of(struct analyses *all, const struct series *s);

/* How many were made. */
size_t analyses_made(const struct analyses *all);

#endif
