/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * axis.h: what series are functions of: "N", "passages", a parameter of the algorithm ("algorithm.slots"), or an option
 * of the adversary ("adversary.depth"). The axis takes the place of a part of the scope; a record that has no number
 * there is in no series. Of a parameter that is a text the number at its end is taken: of "order=system:5" it is 5, and
 * what is left is "order=system"; of an option "crash=exp/5" it is 5, and what is left is "crash=exp". Only results/
 * includes this.
 */
#ifndef RESULTS_AXIS_H
#define RESULTS_AXIS_H

#include "results/facets.h"

struct results_axis {
  enum facet facet;
  const char *key; /* of the option; NULL: the facet itself */
};

/* `name` must outlive the axis; what is no name of an axis is N. */
struct results_axis axis_of(const char *name);

/* Where the record lies; NAN: nowhere. */
double axis_value(const struct results_axis *axis, const struct record *r);

/* Whether two records agree in what the axis leaves of its facet: of "pct:depth=3" it is "pct". */
bool axis_rest_equal(const struct results_axis *axis, const struct record *a, const struct record *b);

/* The same as a text; NULL: nothing is left. The caller frees it. */
char *axis_rest(const struct results_axis *axis, const struct record *r);

#endif
