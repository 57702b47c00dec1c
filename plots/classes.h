/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * classes.h: the growth classes by the names that `rmr fit` uses, and their drawing in figures.
 */
#ifndef PLOTS_CLASSES_H
#define PLOTS_CLASSES_H

#include <stdbool.h>

/* Ascending in growth. CLASS(id, name, shown, gnuplot, value, slope, guide) */
/* clang-format off */
#define DRAWN_CLASSES(CLASS)                                                                     \
  CLASS(ONE,       "1",       "1",       "1",                  1,               0,    true)  \
  CLASS(LG,        "lg N",    "lg N",    "log(x)/log(2)",      log2(x),         0.3,  true) \
  CLASS(ROOT,      "sqrt N",  "√N",      "sqrt(x)",            sqrt(x),         0.5,  false) \
  CLASS(LINEAR,    "N",       "N",       "x",                  x,               1,    true)  \
  CLASS(N_LG,      "N lg N",  "N lg N",  "x*log(x)/log(2)",    x * log2(x),     1.3,  true)  \
  CLASS(N_ROOT,    "N^1.5",   "N^1.5",   "x**1.5",             pow(x, 1.5),     1.5,  false) \
  CLASS(SQUARE,    "N^2",     "N²",      "x**2",               x * x,           2,    true)  \
  CLASS(SQUARE_LG, "N^2 lg N","N² lg N", "x**2*log(x)/log(2)", x * x * log2(x), 2.3,  false) \
  CLASS(CUBE,      "N^3",     "N³",      "x**3",               x * x * x,       3,    true)  \
  CLASS(POWER,     "2^N",     "2^N",     "2**x",               exp2(x),         9,    false)
/* clang-format on */

enum growth_class_id {
#define CLASS(id, name, shown, gnuplot, value, slope, guide) GROWTH_##id,
  DRAWN_CLASSES(CLASS)
#undef CLASS
};

struct growth_class {
  const char *name;    /* "N^2" */
  const char *shown;   /* "N²" */
  const char *gnuplot; /* as an expression in x */
  double (*at)(double x);
  double slope; /* approximate slope on log-log paper */
  bool guide;   /* a figure of growth may have a dashed line for it */
};

extern const struct growth_class growth_classes[]; /* by enum growth_class_id; ends with name = NULL */

/* The printed form of a class; any other formula is unchanged. */
const char *growth_class_shown(const char *name);

/* A formula with small exponents as superscripts: "N²+3N-4". The caller frees it. */
char *growth_formula_shown(const char *formula);

#endif
