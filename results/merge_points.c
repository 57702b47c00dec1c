/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/merge_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/mem.h"
#include "results/metric_name.h"

/* Of those that have the metric: a run without a crash has no time from a crash to the next entry. NAN: none has. */
static double mean_of(const struct record *const *r, size_t n, const char *metric)
{
  double sum = 0;
  size_t some = 0;
  for (size_t k = 0; k < n; k++) {
    const double value = record_metric(r[k], metric);
    if (isnan(value)) continue;
    sum += value;
    some++;
  }
  return some != 0 ? sum / (double)some : NAN;
}

static double largest_of(const struct record *const *r, size_t n, const char *metric)
{
  double most = -INFINITY;
  for (size_t k = 0; k < n; k++) most = fmax(most, record_metric(r[k], metric));
  return most;
}

static double least_of(const struct record *const *r, size_t n, const char *metric)
{
  double least = INFINITY;
  for (size_t k = 0; k < n; k++) least = fmin(least, record_metric(r[k], metric));
  return least;
}

/* The value of several runs at one point. */
static double merged(const struct record *const *r, size_t n, const char *metric)
{
  switch (metric_pooling_of(metric)) {
  case POOLED_MEAN: return mean_of(r, n, metric);
  case POOLED_LEAST: return least_of(r, n, metric);
  case POOLED_LARGEST: break;
  }
  return largest_of(r, n, metric);
}

static struct series_point merge(const struct record *const *r, size_t n, const char *metric,
                                 const struct results_axis *axis)
{
  const bool spread = strcmp(metric, "rmr.max") == 0;
  struct series_point point = {
    .x = axis_value(axis, r[0]),
    .value = merged(r, n, metric),
    .mean = spread ? mean_of(r, n, "rmr.mean") : NAN,
    .low = spread ? mean_of(r, n, "rmr.p10") : NAN,
    .high = spread ? mean_of(r, n, "rmr.p90") : NAN,
    .repetitions = (unsigned)n,
    .complete = true,
  };
  for (size_t k = 0; k < n; k++) point.complete = point.complete && record_metric_complete(r[k], metric);
  return point;
}

struct placed {
  double x;
  size_t place;
  const struct record *record;
};

static int by_x(const void *a, const void *b)
{
  const struct placed *p = a, *q = b;
  if (p->x != q->x) return p->x < q->x ? -1 : 1;
  return (p->place > q->place) - (p->place < q->place);
}

/* Stable: of equal x the earlier task first, so that sums do not depend on the sort. */
static void sort_by_x(const struct record **member, size_t n, const struct results_axis *axis)
{
  struct placed *all = mem_new(n, sizeof *all);
  for (size_t k = 0; k < n; k++) all[k] = (struct placed){axis_value(axis, member[k]), k, member[k]};
  qsort(all, n, sizeof *all, by_x);
  for (size_t k = 0; k < n; k++) member[k] = all[k].record;
  free(all);
}

/* Whether any of those that cost most came to its end. */
static bool any_of_the_largest(const struct record *const *r, size_t n, const char *metric)
{
  const double most = largest_of(r, n, metric);
  for (size_t k = 0; k < n; k++)
    if (record_metric(r[k], metric) == most && record_metric_complete(r[k], metric)) return true;
  return false;
}

/* Without what the axis says of them. */
static size_t count_adversaries(const struct record *const *r, size_t n, const struct results_axis *axis)
{
  struct lookup told = {0};
  for (size_t k = 0; k < n; k++) {
    char *rest = axis->facet == FACET_ADVERSARY ? axis_rest(axis, r[k]) : NULL;
    lookup_add_text(&told, rest != NULL ? rest : r[k]->adversary);
    free(rest);
  }
  const size_t out = told.n;
  lookup_free(&told);
  return out;
}

/* adversaries[p]: how many point p has. */
static void mark_fewer(struct series *s, const size_t *adversaries)
{
  size_t most = 0;
  for (size_t p = 0; p < s->n; p++) most = adversaries[p] > most ? adversaries[p] : most;
  for (size_t p = 0; p < s->n; p++) s->point[p].fewer = adversaries[p] < most;
}

void points_merge(struct series *s, const struct record **member, size_t n, const struct merging *how)
{
  sort_by_x(member, n, how->axis);
  s->point = mem_new(n, sizeof *s->point);
  size_t *adversaries = mem_new(n, sizeof *adversaries);
  for (size_t from = 0, to; from < n; from = to) {
    for (to = from + 1; to < n; to++)
      if (axis_value(how->axis, member[to]) != axis_value(how->axis, member[from])) break;
    const struct record *const *here = member + from;
    if (how->all_adversaries) adversaries[s->n] = count_adversaries(here, to - from, how->axis);
    struct series_point *p = &s->point[s->n++];
    *p = merge(here, to - from, how->metric, how->axis);
    p->cut_short = s->kind == KIND_SAMPLE && !p->complete;
    if (!how->lower_bounds) continue;
    /* A value that grows with a limit of the steps, or of the adversary's own, tells nothing of growth. */
    p->complete = any_of_the_largest(here, to - from, how->metric);
    p->cut_short = !p->complete;
  }
  mark_fewer(s, adversaries);
  free(adversaries);
}
