/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * metric.h: what can be asked of a run. results/metric_name.h has the names and their grammar; here is what each is
 * worth.
 *
 * An exploration knows fewer of them, and its numbers are about all schedules: `rmr.max` is then the most RMRs that a
 * passage can cost. See experiments/runner/exploration.h.
 *
 * A metric that makes no sense for a run (a line that the algorithm does not have, the mean of no passage) is not
 * zero but absent.
 */
#ifndef EXPERIMENTS_CONFIG_METRIC_H
#define EXPERIMENTS_CONFIG_METRIC_H

#include <jansson.h>

#include "base/error.h"
#include "experiments/config/drive.h"
#include "model/cost.h"
#include "results/metric_name.h"
#include "sim/run.h"

/* The rows of the table, by enum metric_id. */
struct metric_kind {
  unsigned char drives; /* which know it, experiments/config/drive.h */
  unsigned char cause;  /* enum rmr_cause, where neither function below is given */
  uint64_t (*of_process)(const struct ledger *, uint32_t p, uint16_t line); /* p = 0: all; can be split */
  double (*whole)(const struct ledger *);
  const char *help;
};

struct metric {
  const struct metric_kind *kind;
  struct metric_name name;
};

extern const struct metric_kind metric_kinds[N_METRICS];

/* The cost of explorations and searches that it is; COST_NONE: it is none. */
static inline enum cost_id metric_cost(const struct metric *metric)
{
  return cost_of_metric(metric_forms[metric->name.id].pattern);
}

/* False: *e tells what is wrong with the words. Whether a run has it is another question: metric_applies. */
bool metric_parse(const char *text, struct metric *out, struct error *e);

/* Could a run of this algorithm with n processes, under this adversary (NULL: unknown), have the metric? False,
 * with the reason. */
bool metric_applies(const struct metric *metric, const struct rmr_algorithm *algorithm, uint32_t n,
                    const struct rmr_adversary *adversary, struct error *e);

/* Whether it is known by counting, so that records of every drive have it (experiments/runner/counting.h). */
bool metric_is_counted(const struct metric *metric);

/* Whether it is told in ticks, so that only records with a clock have it. */
bool metric_is_timed(const struct metric *metric);

/* The value in a finished run: a number, a list for a split metric, or NULL where the run has no such thing. */
json_t *metric_value(const struct metric *metric, const struct run *run);

#endif
