/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * growth_line.c: how a series grows, for a line of a table.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "results/analysis/analysis.h"

/* Exact values for themselves: "6, 15, 32"; ">= 41" is a lower bound. */
static void list_values(const struct series *s, char out[GROWTH_TEXT])
{
  size_t unbounded = 0, used = 0;
  for (size_t p = 0; p < s->n; p++) {
    const struct series_point *q = &s->point[p];
    unbounded += q->value == INFINITY;
    if (used > 60) {
      snprintf(out + used, GROWTH_TEXT - used, ", ...");
      break;
    }
    const char *comma = p > 0 ? ", " : "", *sign = q->complete ? "" : ">= ";
    if (q->value == INFINITY)
      used += (size_t)snprintf(out + used, GROWTH_TEXT - used, "%sunbounded", comma);
    else
      used += (size_t)snprintf(out + used, GROWTH_TEXT - used, "%s%s%.15g", comma, sign, q->value);
  }
  if (unbounded == s->n) snprintf(out, GROWTH_TEXT, "unbounded");
}

const char *growth_text(const struct series *s, const struct analysis *a, char out[GROWTH_TEXT])
{
  const struct fitted_class *winner = analysis_winner(a);
  char formula[FORMULA_SHOWN];
  if (winner != NULL && a->verdict == VERDICT_RECOGNISED)
    snprintf(out, GROWTH_TEXT, "%s", analysis_formula(a, formula));
  else if (winner == NULL && s->kind == KIND_EXACT)
    list_values(s, out);
  else
    snprintf(out, GROWTH_TEXT, "%s", winner != NULL ? winner->class : "undecided");
  return out;
}
