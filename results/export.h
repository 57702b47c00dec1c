/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * export.h: the records in the formats of other programs. Both depend on loaded records alone, byte for byte, and both
 * are written whole or not at all.
 *
 *   records.csv      one row per task and metric; its `series`, `N` and `value` are columns that `rmr fit` reads again.
 *                    A value without bound is `inf`
 *   extrap/        Extra-P's JSON Lines. Extra-P refuses a file whose series have different points, so each set of
 *                    points has a file of its own, named after it
 */
#ifndef RESULTS_EXPORT_H
#define RESULTS_EXPORT_H

#include "results/load.h"

bool export_csv(const struct results *r, struct error *e);    /* writes r->directory/records.csv */
bool export_extrap(const struct results *r, struct error *e); /* writes r->directory/extrap/ */

#endif
