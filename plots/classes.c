/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/classes.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"

#define CLASS(id, name, shown, gnuplot, value, slope, guide) \
  static double at_##id(double x)                            \
  {                                                          \
    (void)x;                                                 \
    return value;                                            \
  }
DRAWN_CLASSES(CLASS)
#undef CLASS

const struct growth_class growth_classes[] = {
#define CLASS(id, name, shown, gnuplot, value, slope, guide) {name, shown, gnuplot, at_##id, slope, guide},
  DRAWN_CLASSES(CLASS)
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
