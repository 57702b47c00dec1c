/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * evaluation.h: from the records of a directory to everything that is made of them: exports, fits, verdicts, tables,
 * figures, report. The journal is read once, and each series is analysed once.
 */
#ifndef REPORT_EVALUATION_H
#define REPORT_EVALUATION_H

#include "analysis/analyses.h"
#include "plots/plots.h"
#include "results/load.h"

struct evaluation {
  struct results results; /* with fits, verdicts and tables as they were written */
  struct analyses *known;
  struct plots_outcome plots;
};

/* Reads and writes below `directory`. On failure *out is empty. */
bool evaluate(const char *directory, struct evaluation *out, struct error *e);
void evaluation_free(struct evaluation *v);

#endif
