/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/bound.h"

#include <math.h>
#include <stdio.h>

static double term(const struct record *r, const char *metric)
{
  const double value = record_metric(r, metric);
  return isfinite(value) ? value : 0;
}

bool bound_of(const struct record *r, struct bound *out)
{
  const bool line = isfinite(record_metric(r, "bound.own")) && isfinite(record_metric(r, "bound.each"));
  *out = (struct bound){.own = term(r, "bound.own"),
                        .each = term(r, "bound.each"),
                        .square = term(r, "bound.square"),
                        .cube = term(r, "bound.cube"),
                        .level = term(r, "bound.level")};
  return record_is_proof(r) && (line || isfinite(record_metric(r, "bound.level")));
}

bool bound_of_bypass(const struct record *r, struct bound *out)
{
  *out = (struct bound){.each = record_metric(r, "bound.bypass")};
  return record_is_proof(r) && isfinite(out->each);
}

static bool is_line(const struct bound *b)
{
  return b->square == 0 && b->cube == 0 && b->level == 0;
}

double bound_at(const struct bound *b, double n)
{
  const double m = n - 1;
  if (n < 2 && !is_line(b)) return INFINITY;
  return b->own + m * (b->each + m * (b->square + m * b->cube)) + b->level * ceil(log2(n));
}

const char *bound_growth(const struct bound *b)
{
  return b->cube != 0 ? "N^3" : b->square != 0 ? "N^2" : b->each != 0 ? "N" : b->level != 0 ? "lg N" : "1";
}

char *bound_terms(const struct bound *b, char out[BOUND_TEXT])
{
  const double factor[] = {b->own, b->each, b->square, b->cube, b->level};
  static const char *const of[] = {"", "(N-1)", "(N-1)^2", "(N-1)^3", "ceil(lg N)"};
  int n = snprintf(out, BOUND_TEXT, "%s", "");
  for (int k = 0; k < 5; k++) {
    if (factor[k] == 0) continue;
    n += snprintf(out + n, BOUND_TEXT - (size_t)n, n != 0 ? " + " : "");
    if (factor[k] != 1 || k == 0)
      n += snprintf(out + n, BOUND_TEXT - (size_t)n, "%.15g%s", factor[k], of[k][0] == 'c' ? " " : "");
    n += snprintf(out + n, BOUND_TEXT - (size_t)n, "%s", of[k]);
  }
  if (n == 0) snprintf(out, BOUND_TEXT, "0");
  return out;
}

/* Of a sum of powers of N-1 the powers of N. */
static void powers_of_n(const struct bound *b, double factor[4])
{
  factor[0] = b->own - b->each + b->square - b->cube;
  factor[1] = b->each - 2 * b->square + 3 * b->cube;
  factor[2] = b->square - 3 * b->cube;
  factor[3] = b->cube;
}

char *bound_text(const struct bound *b, char out[BOUND_TEXT])
{
  static const char *const of[] = {"", "N", "N^2", "N^3"};
  double factor[4];
  int n = 0;
  if (b->level != 0) return bound_terms(b, out);
  powers_of_n(b, factor);
  snprintf(out, BOUND_TEXT, "0");
  for (int k = 4; k-- > 0;) {
    if (factor[k] == 0) continue;
    const double size = fabs(factor[k]);
    const char *sign = factor[k] < 0 ? "-" : n != 0 ? "+" : "";
    n += size == 1 && k != 0 ? snprintf(out + n, BOUND_TEXT - (size_t)n, "%s%s", sign, of[k])
                             : snprintf(out + n, BOUND_TEXT - (size_t)n, "%s%.15g%s", sign, size, of[k]);
  }
  return out;
}
