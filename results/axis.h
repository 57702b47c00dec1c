/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * axis.h: the argument of series: "N", "passages", a parameter of the algorithm ("algorithm.slots"), or an option of
 * the adversary ("adversary.depth"). The axis replaces a part of the scope; a record without a number there is in no
 * series. A text parameter counts by the number at its end: of "order=system:5" it is 5, and the rest is
 * "order=system"; of an option "crash=exp/5" it is 5, and the rest is "crash=exp". Only results/ includes this.
 */
#ifndef RESULTS_AXIS_H
#define RESULTS_AXIS_H

#include "results/facets.h"

struct results_axis {
  enum facet facet;
  const char *key; /* of the option; NULL: the facet itself */
};

/* `name` must outlive the axis; any other name means N. */
struct results_axis axis_of(const char *name);

/* The value of a record on the axis; NAN: none. */
double axis_value(const struct results_axis *axis, const struct record *r);

/* Whether two records agree in the rest of the axis's facet: of "pct:depth=3" it is "pct". */
bool axis_rest_equal(const struct results_axis *axis, const struct record *a, const struct record *b);

/* The rest as a text; NULL: there is none. The caller frees it. */
char *axis_rest(const struct results_axis *axis, const struct record *r);

#endif
