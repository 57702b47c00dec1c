/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fitted.h: the entries of fits.json for series.
 */
#ifndef PLOTS_FITTED_H
#define PLOTS_FITTED_H

#include "results/load.h"

/* The entry of a series in fits.json, by its metric and scope, or where an entry has no scope by its name; NULL: there
 * is none. */
const json_t *fit_of(const json_t *fits, const struct series *s);

#endif
