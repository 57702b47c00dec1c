/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * recurrence.h: laws that compute a value from earlier ones. Linear recurrences with constant whole coefficients, f(N)
 * = a f(N-g) + b f(N-2g) + ... + d, where the N are evenly spaced by g; and products, f(2N) = p(N) f(N) with a
 * polynomial p, where each N is twice the one before it. Polynomials obey recurrences too and should be tried first.
 */
#ifndef RESULTS_ANALYSIS_RECURRENCE_H
#define RESULTS_ANALYSIS_RECURRENCE_H

#include "results/analysis/recognise.h"

/* The shortest recurrence of order 1 to 3 that all points obey, that at least three of them confirm, and whose
 * solution grows exponentially; other growth has a formula of its own or is not recognised. */
bool recognise_recurrence(size_t n, const int64_t *x, const int64_t *value, struct law *out);

/* The product with the p of least degree, from 1 to 3 and with whole coefficients, that all points obey and at least
 * three of them confirm. With a constant p it would be a power of N, which has a formula of its own. */
bool recognise_product(size_t n, const int64_t *x, const int64_t *value, struct law *out);

/* What they say at N, from the last points on; NAN: nothing. */
double recurrence_value(const struct law *law, double N);
double product_value(const struct law *law, double N);

#endif
