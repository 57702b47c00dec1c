/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * tables.h: the tables of claims that a config asks for (key `tables`), from the records: tables.json (docs/tables.md
 * is the guide for users). A row rests on the runs of its algorithm with exactly the faults that the row names; mostly
 * there are none.
 */
#ifndef RESULTS_ANALYSIS_TABLES_H
#define RESULTS_ANALYSIS_TABLES_H

#include "results/analysis/benches.h"

/* {"tables": [...]}, or NULL where the config asks for none. A new reference. */
json_t *tables_json(const struct results *r, const struct benches *benches);

#endif
