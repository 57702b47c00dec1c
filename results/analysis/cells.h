/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cells.h: the cells of a table of claims. It gathers the evidence for each cell; results/analysis/claim.h judges it.
 */
#ifndef RESULTS_ANALYSIS_CELLS_H
#define RESULTS_ANALYSIS_CELLS_H

#include "results/analysis/analyses.h"
#include "results/columns.h"
#include "results/load.h"

/* The worst-case costs: RMRs of a passage, or of a super-passage. */
enum bench_cost { BENCH_PASSAGE, BENCH_SUPER, BENCH_COSTS };

/* Worst cases of explorations, and of simulations. */
struct bench_worst {
  struct series_list exact, lower;
};

/* The shared data of the cells of all rows of one setting. */
struct bench {
  const struct results *all, *results; /* all records; those of this setting */
  struct analyses *known;
  struct bench_worst worst[BENCH_COSTS];
  struct series_list space; /* registers */
};

/* One cell of tables.json. A new reference. */
json_t *cell_of(const struct bench *bench, const json_t *row, const struct column *column);

#endif
