/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/classes.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"

/* clang-format off */
#define CLASSES(CLASS)                                                                     \
  CLASS(one,       "1",       "1",       "1",                  1,               0,    true)  \
  CLASS(lg,        "lg N",    "lg N",    "log(x)/log(2)",      log2(x),         0.3,  true) \
  CLASS(root,      "sqrt N",  "√N",      "sqrt(x)",            sqrt(x),         0.5,  false) \
  CLASS(linear,    "N",       "N",       "x",                  x,               1,    true)  \
  CLASS(n_lg,      "N lg N",  "N lg N",  "x*log(x)/log(2)",    x * log2(x),     1.3,  true)  \
  CLASS(n_root,    "N^1.5",   "N^1.5",   "x**1.5",             pow(x, 1.5),     1.5,  false) \
  CLASS(square,    "N^2",     "N²",      "x**2",               x * x,           2,    true)  \
  CLASS(square_lg, "N^2 lg N","N² lg N", "x**2*log(x)/log(2)", x * x * log2(x), 2.3,  false) \
  CLASS(cube,      "N^3",     "N³",      "x**3",               x * x * x,       3,    true)  \
  CLASS(power,     "2^N",     "2^N",     "2**x",               exp2(x),         9,    false)
/* clang-format on */

#define CLASS(id, name, shown, gnuplot, value, slope, guide) \
  static double id(double x)                                 \
  {                                                          \
    (void)x;                                                 \
    return value;                                            \
  }
CLASSES(CLASS)
#undef CLASS

const struct growth_class growth_classes[] = {
#define CLASS(id, name, shown, gnuplot, value, slope, guide) {name, shown, gnuplot, id, slope, guide},
  CLASSES(CLASS)
#undef CLASS
    {0}};

const char *growth_class_shown(const char *name)
{
  for (const struct growth_class *c = growth_classes; c->name != NULL; c++)
    if (strcmp(c->name, name) == 0) return c->shown;
  return name;
}

char *growth_formula_shown(const char *formula)
{
  char *out = mem_new(strlen(formula) + 1, 1), *to = out; /* "²" and "³" are as long as "^2" and "^3" */
  for (const char *c = formula; *c != '\0';) {
    const bool raised = c[0] == '^' && (c[1] == '2' || c[1] == '3') && !isdigit((unsigned char)c[2]) && c[2] != '.';
    memcpy(to, raised ? (c[1] == '2' ? "²" : "³") : c, raised ? 2 : 1);
    to += raised ? 2 : 1;
    c += raised ? 2 : 1;
  }
  return out;
}
