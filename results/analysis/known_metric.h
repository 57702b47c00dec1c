/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * known_metric.h: what is known of a metric by a value that may be that of a run which was cut short.
 */
#ifndef RESULTS_ANALYSIS_KNOWN_METRIC_H
#define RESULTS_ANALYSIS_KNOWN_METRIC_H

#include <stdbool.h>

/* What the value of a run says that was cut short, or of an exploration: of a largest value it is a lower bound, of a
 * smallest one an upper bound, and of an average nothing. `metric` NULL: some largest value. */
enum known { KNOWN_NOT, KNOWN_EXACTLY, KNOWN_FROM_BELOW, KNOWN_FROM_ABOVE };
enum known known_of(const char *metric, bool complete);

#endif
