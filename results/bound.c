/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/bound.h"

#include <math.h>
#include <stdio.h>

bool bound_of(const struct record *r, struct bound *out)
{
  *out = (struct bound){record_metric(r, "bound.own"), record_metric(r, "bound.each")};
  return record_is_proof(r) && isfinite(out->own) && isfinite(out->each);
}

bool bound_of_bypass(const struct record *r, struct bound *out)
{
  *out = (struct bound){0, record_metric(r, "bound.bypass")};
  return record_is_proof(r) && isfinite(out->each);
}

double bound_at(const struct bound *bound, double n)
{
  return bound->own + bound->each * (n - 1);
}

char *bound_text(const struct bound *b, char out[BOUND_TEXT])
{
  const double rest = b->own - b->each;
  if (b->each == 0)
    snprintf(out, BOUND_TEXT, "%.15g", b->own);
  else if (b->each == 1)
    snprintf(out, BOUND_TEXT, rest == 0 ? "N" : "N%+.15g", rest);
  else
    snprintf(out, BOUND_TEXT, rest == 0 ? "%.15gN" : "%.15gN%+.15g", b->each, rest);
  return out;
}
