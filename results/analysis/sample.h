/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sample.h: selects enough of very many points to draw or fit a curve. The first `all` of n points in order stay; then
 * `all` of each doubling of their number, in equal steps on a logarithmic axis; and the last. So a million points
 * shrink to some `all` * 10, and no range is empty on either kind of axis. Up to `all` points, all stay.
 */
#ifndef RESULTS_ANALYSIS_SAMPLE_H
#define RESULTS_ANALYSIS_SAMPLE_H

#include <stddef.h>

enum { FITTED_ALL = 4096 }; /* of regressions: enough to distinguish any two classes */

/* The places that stay, ascending, into place[0..n-1]. Returns their number. */
size_t sample_places(size_t n, size_t all, size_t *place);

/* Copies of those of the n points (x, value) to which a class is fitted, in arrays that the caller frees. Returns their
 * number. */
size_t sample_points(size_t n, const double *x, const double *value, double **x_out, double **value_out);

#endif
