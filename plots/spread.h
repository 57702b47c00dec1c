/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * spread.h: labels beside the ends of lines, moved apart as little as need be.
 */
#ifndef PLOTS_SPREAD_H
#define PLOTS_SPREAD_H

#include <stddef.h>

/* Places n labels with their middles near wanted[k], which ascend, so that none overlaps another and all lie between
 * low and high, where they fit; else they go on above high. The sum of the squares of the moves is the least
 * possible. Any unit. */
void spread(size_t n, const double *wanted, const double *height, double low, double high, double *middle);

#endif
