/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/sample.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

size_t sample_places(size_t n, size_t all, size_t *place)
{
  size_t stay = 0;
  double last = -1;
  for (size_t k = 0; k < n; k++) {
    const double step = k < all ? (double)k : floor((double)all * (1 + log2((double)k / (double)all)));
    if (step == last && k + 1 < n) continue;
    last = step;
    place[stay++] = k;
  }
  return stay;
}

size_t sample_points(size_t n, const double *x, const double *value, double **x_out, double **value_out)
{
  size_t *place = mem_new(n, sizeof *place);
  const size_t stay = sample_places(n, FITTED_ALL, place);
  *x_out = mem_new(stay, sizeof **x_out);
  *value_out = mem_new(stay, sizeof **value_out);
  for (size_t k = 0; k < stay; k++) {
    (*x_out)[k] = x[place[k]];
    (*value_out)[k] = value[place[k]];
  }
  free(place);
  return stay;
}
