/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * evaluation.h: from the records of a directory to everything that is made of them: exports, fits, verdicts, tables,
 * figures, report. The journal is read once, and each series is analysed once.
 */
#ifndef PLOTS_REPORT_EVALUATION_H
#define PLOTS_REPORT_EVALUATION_H

#include "plots/plots.h"
#include "results/analysis/analyses.h"
#include "results/witness_files.h"

struct evaluation {
  struct results results; /* with fits, verdicts and tables as they were written */
  struct analyses *known;
  struct plots_outcome plots;
};

/* Hears what is being done: "reading the records". Of a million records it takes minutes. */
struct evaluation_listener {
  void (*tell)(void *self, const char *what); /* NULL: nobody hears */
  void *self;
};

/* Reads and writes below `directory`. `witnesses` makes the files of witnesses, to which the report leads; NULL: nobody
 * does. On failure *out is empty. */
bool evaluate(const char *directory, const struct evaluation_listener *listener, witness_writer *witnesses,
              struct evaluation *out, struct error *e);
void evaluation_free(struct evaluation *v);

#endif
