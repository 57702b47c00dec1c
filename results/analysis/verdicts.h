/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * verdicts.h: verdicts.json, the verdict on each `expect` clause.
 *
 * A clause about a number is judged for each series (results/analysis/judge.h); one about numbers per process for each
 * record, and the worst is reported; one about a property for each algorithm, over all its records
 * (results/analysis/property_evidence.h).
 */
#ifndef RESULTS_ANALYSIS_VERDICTS_H
#define RESULTS_ANALYSIS_VERDICTS_H

#include "results/analysis/analyses.h"
#include "results/load.h"

/* {"verdicts": [...]}. A new reference. */
json_t *verdicts_json(const struct results *r, struct analyses *known);

/* The exit code of the command where a record violates a property and no clause expects it: EXIT_SAFETY,
 * EXIT_DEADLOCK or EXIT_LIVENESS, and *why is a sentence, which the caller frees. Else EXIT_OK. */
enum exit_code verdicts_surprise(const struct results *r, char **why);

#endif
