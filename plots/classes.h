/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * classes.h: the growth classes by the names that `rmr fit` uses, and how a figure draws them.
 */
#ifndef PLOTS_CLASSES_H
#define PLOTS_CLASSES_H

#include <stdbool.h>

struct growth_class {
  const char *name;    /* "N^2" */
  const char *shown;   /* "N²" */
  const char *gnuplot; /* as an expression in x */
  double (*at)(double x);
  double slope; /* about what it rises on log-log paper */
  bool guide;   /* worth a dashed line in a figure of growth */
};

extern const struct growth_class growth_classes[]; /* ascending in growth; ends with name = NULL */

/* How a class is printed; any other formula as it is. */
const char *growth_class_shown(const char *name);

/* A formula with its small powers raised: "N²+3N-4". The caller frees it. */
char *growth_formula_shown(const char *formula);

#endif
