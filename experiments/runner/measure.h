/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * measure.h: the value of a metric in a finished simulation.
 *
 * A metric that is undefined for a run (a line that the algorithm lacks, the mean of no passage) is not zero but
 * absent.
 */
#ifndef EXPERIMENTS_RUNNER_MEASURE_H
#define EXPERIMENTS_RUNNER_MEASURE_H

#include <jansson.h>

#include "experiments/config/metric.h"
#include "sim/run.h"

/* A number, a list for a split metric, or NULL where the metric is absent: a new reference. */
json_t *measure(const struct metric *metric, const struct run *run);

#endif
