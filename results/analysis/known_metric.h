/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * known_metric.h: the knowledge of a metric that a value gives, which may come from a run that was cut short.
 */
#ifndef RESULTS_ANALYSIS_KNOWN_METRIC_H
#define RESULTS_ANALYSIS_KNOWN_METRIC_H

#include "results/series.h"

/* A value that is not complete, of a run or an exploration that was cut short, is a lower bound of a largest value and
 * an upper bound of a smallest one; of an average it says nothing. `metric` NULL: some largest value. */
enum known { KNOWN_NOT, KNOWN_EXACTLY, KNOWN_FROM_BELOW, KNOWN_FROM_ABOVE };
enum known known_of(const char *metric, bool complete);

/* The words before such a value, "at least ", "at most " or none. */
const char *known_words(enum known known);

/* "; no value at N = 5" where something ran that has no finite value, and else nothing. Returns out. */
enum { MISSING_TEXT = 120 };
const char *missing_values(const struct series *s, char out[MISSING_TEXT]);

#endif
