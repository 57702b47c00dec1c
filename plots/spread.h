/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * spread.h: moves labels beside the ends of lines apart as little as necessary.
 */
#ifndef PLOTS_SPREAD_H
#define PLOTS_SPREAD_H

#include <stddef.h>

/* Places n labels with their middles near wanted[k], which ascend, so that none overlaps another and all lie between
 * low and high, if they fit; else they continue above high. The sum of the squares of the moves is minimal. Any
 * unit. */
void spread(size_t n, const double *wanted, const double *height, double low, double high, double *middle);

#endif
