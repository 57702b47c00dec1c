/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * evaluation.h: the records of a directory and their analysis. The journal is read once, and each series is analysed
 * once.
 */
#ifndef RESULTS_ANALYSIS_EVALUATION_H
#define RESULTS_ANALYSIS_EVALUATION_H

#include "results/load.h"

struct evaluation {
  struct results results;
  struct analyses *known;                               /* results/analysis/analyses.h */
  json_t *fits, *verdicts, *tables, *findings, *matrix; /* fits.json and so on; NULL: there is no such file */
  bool stale; /* these files were made from other records than those that are there */
};

/* Receives the current phase: "reading the records". A million records take minutes. */
typedef void evaluation_listener(const char *what);

/* Makes it from the records, and writes all files but figures, witnesses and the report. On failure *out is empty;
 * likewise below. */
bool evaluate(const char *directory, evaluation_listener *tell, struct evaluation *out, struct error *e);

/* Reads it from its files. */
bool evaluation_load(const char *directory, struct evaluation *out, struct error *e);

/* Only the config, the tables and the findings: no records, and so little memory. */
bool evaluation_load_findings(const char *directory, struct evaluation *out, struct error *e);

void evaluation_free(struct evaluation *v);

#endif
