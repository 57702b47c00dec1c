/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * order.h: orders of growth, compared and named. An order is the leading term of a function of N,
 *
 *     c * base^N * N^(steepness lg N) * N^power * (lg N)^log * (lg lg N)^loglog
 *
 * Two orders are compared by base, then steepness, power, log, loglog; c matters only for its sign and for sums that
 * cancel. This covers every class that the program names. A function without such a leading term (N^N, 2^sqrt N) has
 * `known` = false.
 */
#ifndef RESULTS_ANALYSIS_ORDER_H
#define RESULTS_ANALYSIS_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "results/formula.h"

struct order {
  bool known;
  bool pure; /* the function is this term and nothing else */
  double c;  /* 0: the function is 0 from some N on */
  double base, power, log, loglog;
  double steepness; /* above 0: faster than any power of N, slower than any exponential */
};

enum { ORDER_NAME = 48 };

/* The order of a constant. */
struct order order_constant(double c);

/* The leading term of a formula in N. A formula in j has none. */
struct order order_of(const struct formula *f);

/* Negative, zero or positive, as a grows more slowly than b, as fast, or faster. Both must be known. 0 is slowest. */
int order_compare(const struct order *a, const struct order *b);
int order_beside_one(const struct order *o); /* the same, with a constant */

/* The term at N without its c. */
double order_value(const struct order *o, double N);

/* "1", "lg N", "sqrt N", "N^2 lg N", "N^(0.5 lg N)/sqrt N", "2^N", "N 2^N", "lg N/lg lg N": the class. Returns out. */
char *order_name(const struct order *o, char out[ORDER_NAME]);

#endif
