/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * recurrence.h: linear recurrences with constant whole coefficients, f(N) = a f(N-g) + b f(N-2g) + ... + d, where the N
 * are evenly spaced by g. Polynomials obey recurrences too and should be looked for first.
 */
#ifndef ANALYSIS_RECURRENCE_H
#define ANALYSIS_RECURRENCE_H

#include "analysis/recognise.h"

/* The shortest recurrence of order 1 to 3 that all points obey, that is confirmed by at least three of them, and whose
 * solution grows exponentially; other growth has a formula of its own or is not recognised. */
bool recognise_recurrence(size_t n, const int64_t *x, const int64_t *value, struct law *out);

#endif
