/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sweep_law.c: `growth N=VALUE ... N>=VALUE ...`: the law that exact values follow, which lower bounds do not refute,
 * or why none is named, as `rmr fit` says it. The page asks for it behind a sweep over N. Only laws that hold exactly
 * are looked for: the regression needs GSL, which is not in the playground, so nothing is fitted here.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "cli/cli.h"
#include "results/analysis/analysis.h"
#include "results/analysis/regress.h"
#include "web/sweep_law.h"

/* "5=16"; ">=" is a lower bound, and "5=inf" has no bound. False: it is neither. */
static bool read_point(const char *text, struct series_point *out)
{
  char *end;
  const double N = strtod(text, &end);
  const bool exact = *end != '>';
  if (end == text || (!exact && *++end != '=') || *end++ != '=') return false;
  const char *from = end;
  *out = (struct series_point){.x = N, .value = strtod(from, &end), .repetitions = 1, .complete = exact};
  return end != from && *end == '\0';
}

int command_growth(int argc, char **argv)
{
  struct series s = {.x_name = "N", .kind = KIND_EXACT};
  struct analysis a;
  s.point = mem_new((size_t)argc, sizeof *s.point);
  for (int k = 1; k < argc; k++)
    if (!read_point(argv[k], &s.point[s.n++])) {
      fprintf(stderr, "rmr growth: expected N=VALUE or N>=VALUE, not '%s'\n", argv[k]);
      free(s.point);
      return EXIT_USAGE;
    }
  analyse(&s, &a);
  char formula[FORMULA_SHOWN];
  printf("%s: %s\n", analysis_winner(&a) != NULL ? analysis_formula(&a, formula) : verdict_name(a.verdict), a.reason);
  free(s.point);
  return EXIT_OK;
}

/* --- in place of regress.c and trend.c, which call GSL ------------------------------------------------------------ */

size_t regress(size_t n, const double *x, const double *value, enum noise noise, struct fit fit[N_CLASSES])
{
  (void)n, (void)x, (void)value, (void)noise, (void)fit;
  return 0;
}

size_t regress_rivals(size_t n, const double *x, const double *value, struct fit fit[N_CLASSES])
{
  (void)n, (void)x, (void)value, (void)fit;
  return 0;
}

double fit_value(const struct fit *f, double N)
{
  (void)f, (void)N;
  return NAN;
}

size_t fit_strays_at(const struct fit *f, size_t n, const double *x, const double *value)
{
  (void)f, (void)x, (void)value;
  return n;
}

bool fit_is_near(const struct fit *f, size_t n, const double *value)
{
  (void)f, (void)n, (void)value;
  return false;
}

char *fit_text(const struct fit *f, char out[FIT_TEXT])
{
  (void)f;
  out[0] = '\0';
  return out;
}

enum trend trend_of_ratio(size_t n, const double *x, const double *value, const struct order *f)
{
  (void)n, (void)x, (void)value, (void)f;
  return TREND_UNCLEAR;
}

struct exponent exponent_of(size_t n, const double *x, const double *value)
{
  (void)n, (void)x, (void)value;
  return (struct exponent){0};
}
