/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/native/latency.h"

#include <math.h>

void latency_merge(struct latency *into, const struct latency *from)
{
  into->n += from->n;
  if (from->largest > into->largest) into->largest = from->largest;
  for (uint32_t k = 0; k < LATENCY_CLASSES; k++) into->of[k] += from->of[k];
}

/* The largest time of a class. */
static double end_of(uint32_t class)
{
  if (class >> LATENCY_FINE == 0) return class;
  const uint32_t shift = (class >> LATENCY_FINE) - 1;
  const double low = ldexp((double)(class & ((1u << LATENCY_FINE) - 1)) + (1u << LATENCY_FINE), (int)shift);
  return low + ldexp(1, (int)shift) - 1;
}

double latency_quantile(const struct latency *latency, double q)
{
  const double wanted = q * (double)latency->n;
  uint64_t so_far = 0;
  for (uint32_t k = 0; k < LATENCY_CLASSES; k++) {
    so_far += latency->of[k];
    if (so_far != 0 && (double)so_far >= wanted) return fmin(end_of(k), (double)latency->largest);
  }
  return NAN;
}
