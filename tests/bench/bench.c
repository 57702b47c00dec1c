/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/bench.h"

#include <stdlib.h>
#include <sys/resource.h>

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

static double cpu_of(int who)
{
  struct rusage used;
  if (getrusage(who, &used) != 0) return 0;
  return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

double bench_cpu_seconds(void)
{
  return cpu_of(RUSAGE_SELF) + cpu_of(RUSAGE_CHILDREN);
}
