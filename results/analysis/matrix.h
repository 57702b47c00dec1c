/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * matrix.h: all that the records of a directory tell of each algorithm, in one row: the cost of a passage in each
 * memory, the number of registers, and which of P1 to P7 hold. A report begins with it (matrix.json). The cells are
 * those of tables of claims (cells.h), so that both say the same.
 *
 * A row is about an algorithm with its default parameters, and about runs without faults and clocks in which writes do
 * not wait.
 */
#ifndef RESULTS_ANALYSIS_MATRIX_H
#define RESULTS_ANALYSIS_MATRIX_H

#include "results/analysis/benches.h"

/* The columns, in their order; ends with NULL. */
extern const char *const matrix_columns[];

/* {"rows": [{"algorithm", "title", "cells": [..]}]}: a cell for each column of which a record tells something,
 * in the form of tables.json, with its "growth" and "bound" where it is a cost that has these. A new reference. */
json_t *matrix_json(const struct results *r, const struct benches *benches);

#endif
