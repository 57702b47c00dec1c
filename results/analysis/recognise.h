/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * recognise.h: recognises the law that a list of whole numbers obeys exactly.
 *
 * RMR maxima are exact whole numbers, and a regression misjudges them: an additive constant or a lower-order term moves
 * it to another class. So laws that a single point can refute are tried first. A law is accepted if
 *
 *   - its coefficients are determined by k of the points and it holds exactly on all n, or on all but the first few, at
 *     most a quarter;
 *   - at least two points were held out (three for polynomials of a degree above 5, and for c N^d + e with d above 2),
 *     and one more for each point left out at the beginning; a constant that begins late needs six more;
 *   - it yields whole numbers, not only at the points but at every possible x of the series: counts are whole.
 *
 * Simplicity is the number of coefficients, plus one for a logarithm, an exponential or a modulus, plus the points left
 * out. The simplest law wins. If two laws are equally simple, both are returned and the result is undecided.
 */
#ifndef RESULTS_ANALYSIS_RECOGNISE_H
#define RESULTS_ANALYSIS_RECOGNISE_H

#include "results/analysis/terms.h"

enum { FEWEST_POINTS = 4, MOST_LAWS = 8, LAW_REACHES = 3 };

/* A sum of terms; or a value from those before it (recurrence.h). */
enum law_kind { LAW_OF_TERMS, LAW_RECURRENCE, LAW_PRODUCT };

struct law {
  char formula[TERMS_TEXT];
  struct order order;      /* of its growth; with a modulus, of the fastest residue */
  struct order least;      /* of the slowest residue; else the same */
  size_t first;            /* index of the first point at which it holds */
  size_t held_out;         /* number of points that confirm it */
  unsigned cost;           /* lower is simpler */
  bool powers_of_two_only; /* seen at powers of two only: nothing is known for other N */
  enum law_kind kind;
  struct shape shape; /* of a sum */
  struct rational c[EXACT_TERMS];
  size_t length; /* of a recurrence: its order, and c[length] is the constant; of a product: the degree */
  int64_t x, step, latest[LAW_REACHES]; /* the last point, the distance to the one before, the values up to it */
};

/* x ascending and >= 0. Writes the simplest laws, and returns their number: 0 (none), 1 (recognised) or more (a tie).
 * */
size_t recognise(size_t n, const int64_t *x, const int64_t *value, struct law law[MOST_LAWS]);

/* What the law says at N, which may lie behind all points; NAN: nothing. */
double law_value(const struct law *law, double N);

#endif
