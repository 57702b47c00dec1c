/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fits.h: the growth of series, as JSON.
 */
#ifndef RESULTS_ANALYSIS_FITS_H
#define RESULTS_ANALYSIS_FITS_H

#include <jansson.h>

#include "results/analysis/analyses.h"

/* {"series": [...]}: the form of `rmr fit --json` and of fits.json. A new reference. */
json_t *fits_json(const struct series_list *list, struct analyses *known);

#endif
