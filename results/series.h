/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * series.h: a measured quantity as a function of one parameter. The analysis and the plots know nothing else of the
 * data.
 *
 * x is the number of processes N unless x_name says otherwise ("passages", "algorithm.slots"). Points are in ascending
 * order of x, each x once; repetitions (seeds) of a point are merged: `value` is the merged metric (the largest over
 * the repetitions, the mean where the metric is itself a mean or a percentile, or the least), and where the metric is
 * rmr.max, mean and the band low..high are the mean RMRs of a passage and its 10th and 90th percentile, else NAN.
 */
#ifndef RESULTS_SERIES_H
#define RESULTS_SERIES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* The kinds of values. */
#define VALUE_KINDS(X)               \
  X(KIND_NONE, "") /* of a CSV */    \
  X(KIND_EXACT, "exact")             \
  X(KIND_LOWER_BOUND, "lower bound") \
  X(KIND_SAMPLE, "sample")

enum value_kind {
#define X(kind, name) kind,
  VALUE_KINDS(X)
#undef X
    N_VALUE_KINDS
};

extern const char *const value_kind_names[N_VALUE_KINDS];

struct series_point {
  double x, value;
  double mean, low, high; /* NAN: unknown */
  unsigned repetitions;   /* number of merged records */
  bool complete;          /* all of them ran to their end */
  bool cut_short;         /* a sample with a run that was cut short; of a worst case: only such runs cost so much */
  bool fewer;             /* of all adversaries together: there are fewer here than at another x */
};

struct series {
  char *name; /* unique in its file: "glb, random" (only what differs between the series) or the CSV's `series` cell */
  char *metric;   /* "rmr.max"; "" for a CSV without such a column */
  char *x_name;   /* "N", "passages", "algorithm.KEY" or "adversary.KEY" */
  json_t *fields; /* its scope as an object (results/scope.h); NULL: unknown */
  char *scope;    /* the same in words, one line */
  enum value_kind kind;
  char *algorithm, *adversary, *memory, *sessions; /* "" for a CSV */
  char *faults, *time, *order;                     /* "none", "sc"; "" for a CSV */
  size_t n;
  struct series_point *point;
  size_t n_missing;     /* x at which something ran, but the metric had no finite value */
  double first_missing; /* the least of them */
};

struct series_list {
  size_t n;
  struct series *series;
};

/* A series with only these attributes: without points, all other texts "". */
struct series series_plain(const char *name, const char *metric, const char *x_name, enum value_kind kind);

/* Appends a point with one value. */
void series_add_point(struct series *s, double x, double value);

/* Sorts the points; several for one x are repetitions, pooled as those of the metric are (metric_pooling_of). */
void series_put_in_order(struct series *s);

void series_free(struct series *s);

#endif
