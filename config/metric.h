/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * metric.h: what can be asked of a run, by name. The names are the keys of a record's "metrics" and "vectors", of
 * `fits` and of `expect`; one table in metric.c has the grammar, the help and an example of each.
 *
 *   rmr.max                 one number about the whole run
 *   rmr.max of P_N          the same of one process: P_N is the last one, P_3 the third
 *   line 4 by process       the same of each process: a vector, entry j-1 belongs to P_j
 *   blocks of P_N by P_j    a vector too: waits of the observed process, by the owner of the register it waited for
 *
 * An exploration knows fewer of them, and its numbers are about all schedules: `rmr.max` is then the most RMRs that a passage can
 * cost. See runner/exploration.h.
 *
 * A metric that makes no sense for a run (a line that the algorithm does not have, the mean of no passage) is not
 * zero but absent.
 */
#ifndef CONFIG_METRIC_H
#define CONFIG_METRIC_H

#include <jansson.h>

#include "base/error.h"
#include "config/drive.h"
#include "sim/run.h"

#define METRIC_ANYBODY UINT32_C(0)
#define METRIC_LAST    UINT32_MAX

/* What a metric is broken down by. */
enum metric_split { METRIC_NUMBER, METRIC_BY_PROCESS, METRIC_BY_OWNER };

struct metric_kind;

struct metric {
  const struct metric_kind *kind;
  char name[96];
  char argument[64]; /* a label, a register, a measure; "" */
  double share;      /* of a percentile: 0..1 */
  uint32_t process;  /* METRIC_ANYBODY, 1.., METRIC_LAST */
  enum metric_split split;
};

/* The rows of the table, for help; ends with a row whose pattern is NULL. */
struct metric_kind {
  const char *pattern;    /* the name; a final * stands for the argument */
  unsigned char drives;   /* which know it, runner/drive.h */
  unsigned char cost;     /* enum space_cost of explorations; COST_NONE: theirs is no cost */
  unsigned char argument; /* enum metric_argument, metric.c */
  unsigned char cause;    /* enum rmr_cause, where neither function below is given */
  uint64_t (*of_process)(const struct ledger *, uint32_t p, uint16_t line); /* p = 0: all; can be split */
  double (*whole)(const struct ledger *);
  const char *help, *example;
};

extern const struct metric_kind metric_kinds[];

/* The words of a metric, with "did you mean". Whether a run has it is another question: metric_applies. */
bool metric_parse(const char *text, struct metric *out, struct error *e);

/* Whether it can be told of single processes. */
bool metric_is_of_process(const struct metric_kind *kind);

/* Could a run of this algorithm with n processes, under this adversary (NULL: unknown), have the metric? False,
 * with the reason. */
bool metric_applies(const struct metric *metric, const struct rmr_algorithm *algorithm, uint32_t n,
                    const struct rmr_adversary *adversary, struct error *e);

/* The value in a finished run: a number, a list for a split metric, or NULL where the run has no such thing. */
json_t *metric_value(const struct metric *metric, const struct run *run);

#endif
