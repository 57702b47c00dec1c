/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * benches.h: the records of a directory, sorted for the cells of its tables (results/analysis/cells.h): runs with the
 * same faults and the same clock are grouped together, since each claim about an algorithm is about such a group.
 */
#ifndef RESULTS_ANALYSIS_BENCHES_H
#define RESULTS_ANALYSIS_BENCHES_H

#include "results/analysis/cells.h"

/* Makes a bench of some records, without its counts of registers, `space`: the caller sets and frees those. */
void bench_begin(struct bench *bench, const struct results *all, const struct results *part, struct analyses *known);
void bench_end(struct bench *bench);

struct benches;

struct benches *benches_new(const struct results *r, struct analyses *known);
void benches_free(struct benches *benches);

/* The bench of the runs of a row; without records where there are none. */
const struct bench *benches_of(const struct benches *benches, const json_t *row);

#endif
