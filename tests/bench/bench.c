/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/bench.h"

#include <stdlib.h>

void bench_turn(struct bench_turns *turns, double speed, double other)
{
  turns->speed[turns->n] = speed;
  turns->other[turns->n] = other;
  turns->ratio[turns->n++] = speed / other;
}

static int by_value(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, size_t count)
{
  qsort(values, count, sizeof *values, by_value);
  return values[count / 2];
}

void bench_medians(struct bench_turns *turns, struct bench_figure *figure)
{
  figure->speed = median(turns->speed, turns->n);
  figure->other = median(turns->other, turns->n);
  figure->ratio = median(turns->ratio, turns->n);
}
