/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cells.h: the cells of a table of claims. Here the evidence for each cell is gathered; what it says is decided in
 * analysis/claim.h.
 */
#ifndef ANALYSIS_CELLS_H
#define ANALYSIS_CELLS_H

#include "analysis/analyses.h"
#include "results/columns.h"
#include "results/load.h"

/* What the cells of all rows share in which the same may go wrong. */
struct bench {
  const struct results *all, *results; /* all records; those of runs in which just this may go wrong */
  struct analyses *known;
  struct series_list exact, lower, space; /* worst cases of explorations, of simulations; registers */
};

/* What may go wrong in the runs that a row is about; "none": nothing. */
const char *row_faults(const json_t *row);

/* One cell of tables.json. A new reference. */
json_t *cell_of(const struct bench *bench, const json_t *row, const struct column *column);

#endif
