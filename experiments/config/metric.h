/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * metric.h: the metrics that a config may ask for. results/metric_name.h has the names and their grammar; this file
 * says which modes and algorithms have each. experiments/runner measures the values: measure.h those of a simulation,
 * exploration.h those of an exploration, counting.h the counted ones.
 */
#ifndef EXPERIMENTS_CONFIG_METRIC_H
#define EXPERIMENTS_CONFIG_METRIC_H

#include <rmr/adversary.h>

#include "base/error.h"
#include "experiments/config/drive.h"
#include "model/cost.h"
#include "results/metric_name.h"

/* The rows of the table, by enum metric_id. */
struct metric_kind {
  unsigned char drives; /* the modes that have it, experiments/config/drive.h */
  const char *help;
};

struct metric {
  const struct metric_kind *kind;
  struct metric_name name;
};

extern const struct metric_kind metric_kinds[N_METRICS];

/* The cost that it is in explorations and searches; COST_NONE: it is none. */
static inline enum cost_id metric_cost(const struct metric *metric)
{
  return cost_of_metric(metric_forms[metric->name.id].pattern);
}

/* False: *e describes the error in the words. metric_applies says whether a run has it. */
bool metric_parse(const char *text, struct metric *out, struct error *e);

/* Whether a run of this algorithm with n processes, under this adversary (NULL: unknown), can have the metric.
 * False, with the reason. */
bool metric_applies(const struct metric *metric, const struct rmr_algorithm *algorithm, uint32_t n,
                    const struct rmr_adversary *adversary, struct error *e);

/* The lines that it speaks of; none where it speaks of none. False: the algorithm has no such line. */
bool metric_lines(const struct metric *metric, const struct rmr_algorithm *algorithm, struct cost_lines *lines);

/* Whether it is counted, so that records of every mode have it (experiments/runner/counting.h). */
bool metric_is_counted(const struct metric *metric);

/* Whether it is in ticks, so that only records with a clock have it. */
bool metric_is_timed(const struct metric *metric);

#endif
