/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * metric_name.h: the names of metrics. They are the keys of a record's "metrics" and "vectors", of `fits` and of
 * `expect`, and this is their only grammar; experiments/runner/measure.h measures a run.
 *
 *   rmr.max                 one number about the whole run
 *   rmr.max of P_N          the same for one process: P_N is the last one, P_3 the third
 *   line 4 by process       the same for each process: a vector, entry j-1 belongs to P_j
 *   blocks of P_N by P_j    a vector too: waits of the observed process, by the owner of the register it waited for
 */
#ifndef RESULTS_METRIC_NAME_H
#define RESULTS_METRIC_NAME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum metric_argument { ARG_NONE, ARG_PERCENT, ARG_LABEL, ARG_REGISTER, ARG_GROUP, ARG_MEASURE, ARG_PROPERTY };

/* The subjects of a metric: the whole run only; each process, too; and even the owners of registers. */
enum metric_reach { REACH_RUN, REACH_PROCESSES, REACH_OWNERS };

/* X(id, pattern, argument, reach, example). A final * stands for the argument. A longer pattern precedes its prefix. */
#define METRICS(X)                                                                    \
  X(RMR_MAX, "rmr.max", ARG_NONE, REACH_PROCESSES, "rmr.max")                         \
  X(RMR_MEAN, "rmr.mean", ARG_NONE, REACH_RUN, "rmr.mean")                            \
  X(RMR_PERCENTILE, "rmr.p*", ARG_PERCENT, REACH_RUN, "rmr.p90")                      \
  X(RMR_TOTAL, "rmr.total", ARG_NONE, REACH_PROCESSES, "rmr.total")                   \
  X(RMR_COLD, "rmr.cold", ARG_NONE, REACH_RUN, "rmr.cold")                            \
  X(RMR_INVALIDATED, "rmr.invalidated", ARG_NONE, REACH_RUN, "rmr.invalidated")       \
  X(RMR_WRITE, "rmr.write", ARG_NONE, REACH_RUN, "rmr.write")                         \
  X(RMR_REMOTE, "rmr.remote", ARG_NONE, REACH_RUN, "rmr.remote")                      \
  X(RMR_MAX_AT_LINE, "rmr.max@*", ARG_LABEL, REACH_PROCESSES, "rmr.max@4")            \
  X(LINE_MAX, "line.max *", ARG_LABEL, REACH_PROCESSES, "line.max 4")                 \
  X(RMR_AT_LINE, "rmr@*", ARG_LABEL, REACH_PROCESSES, "rmr@4 of P_N")                 \
  X(LINE, "line *", ARG_LABEL, REACH_PROCESSES, "line 4 of P_N")                      \
  X(STEPS_MAX, "steps.max", ARG_NONE, REACH_PROCESSES, "steps.max")                   \
  X(STEPS, "steps", ARG_NONE, REACH_PROCESSES, "steps")                               \
  X(BYPASS_MAX, "bypass.max", ARG_NONE, REACH_PROCESSES, "bypass.max")                \
  X(FENCES_MAX, "fences.max", ARG_NONE, REACH_PROCESSES, "fences.max")                \
  X(SUM_MAX, "rmr+fences.max", ARG_NONE, REACH_PROCESSES, "rmr+fences.max")           \
  X(SUPER_MAX, "super.max", ARG_NONE, REACH_PROCESSES, "super.max")                   \
  X(TICKS_MAX, "ticks.max", ARG_NONE, REACH_PROCESSES, "ticks.max")                   \
  X(RESPONSE_MAX, "response.max", ARG_NONE, REACH_RUN, "response.max")                \
  X(GAP_MIN, "gap.min", ARG_NONE, REACH_RUN, "gap.min")                               \
  X(MEALS_MAX, "meals.max", ARG_NONE, REACH_PROCESSES, "meals.max")                   \
  X(BLOCKS, "blocks", ARG_NONE, REACH_OWNERS, "blocks of P_N")                        \
  X(LARGEST, "largest *", ARG_REGISTER, REACH_RUN, "largest Token.number")            \
  X(TOUCHED, "touched *", ARG_GROUP, REACH_RUN, "touched X")                          \
  X(CS_ENTRIES, "cs_entries", ARG_NONE, REACH_RUN, "cs_entries")                      \
  X(PASSAGES, "passages", ARG_NONE, REACH_RUN, "passages")                            \
  X(SPACE, "space", ARG_NONE, REACH_RUN, "space")                                     \
  X(MEASURE, "measure.*", ARG_MEASURE, REACH_RUN, "measure.time")                     \
  X(STATES, "states", ARG_NONE, REACH_RUN, "states")                                  \
  X(TRANSITIONS, "transitions", ARG_NONE, REACH_RUN, "transitions")                   \
  X(FAILS, "fails *", ARG_PROPERTY, REACH_RUN, "fails P2")                            \
  X(DANGER, "danger", ARG_NONE, REACH_RUN, "danger")                                  \
  X(PATHS_MAX, "paths.max", ARG_NONE, REACH_PROCESSES, "paths.max")                   \
  X(PATHS_TOTAL, "paths.total", ARG_NONE, REACH_RUN, "paths.total")                   \
  X(PATHS_LEAST, "paths.least", ARG_NONE, REACH_RUN, "paths.least")                   \
  X(BOUND_OWN, "bound.own", ARG_NONE, REACH_RUN, "bound.own")                         \
  X(BOUND_EACH, "bound.each", ARG_NONE, REACH_RUN, "bound.each")                      \
  X(BOUND_SQUARE, "bound.square", ARG_NONE, REACH_RUN, "bound.square")                \
  X(BOUND_CUBE, "bound.cube", ARG_NONE, REACH_RUN, "bound.cube")                      \
  X(BOUND_LEVEL, "bound.level", ARG_NONE, REACH_RUN, "bound.level")                   \
  X(BOUND_EXIT, "bound.exit", ARG_NONE, REACH_RUN, "bound.exit")                      \
  X(BOUND_EXIT_LEVEL, "bound.exit.level", ARG_NONE, REACH_RUN, "bound.exit.level")    \
  X(BOUND_ENTRY_OWN, "bound.entry.own", ARG_NONE, REACH_RUN, "bound.entry.own")       \
  X(BOUND_ENTRY_EACH, "bound.entry.each", ARG_NONE, REACH_RUN, "bound.entry.each")    \
  X(BOUND_ENTRY_LEVEL, "bound.entry.level", ARG_NONE, REACH_RUN, "bound.entry.level") \
  X(BOUND_ENTRY_ONCE, "bound.entry.once", ARG_NONE, REACH_RUN, "bound.entry.once")    \
  X(BOUND_BYPASS, "bound.bypass", ARG_NONE, REACH_RUN, "bound.bypass")

enum metric_id {
#define X(id, pattern, argument, reach, example) METRIC_##id,
  METRICS(X)
#undef X
    N_METRICS
};

struct metric_form {
  const char *pattern, *example;
  enum metric_argument argument;
  enum metric_reach reach;
};

extern const struct metric_form metric_forms[N_METRICS];

#define METRIC_ANYBODY UINT32_C(0)
#define METRIC_LAST    UINT32_MAX

enum { METRIC_MOST_PROCESSES = 4096 };

/* The breakdown of a metric. */
enum metric_split { METRIC_NUMBER, METRIC_BY_PROCESS, METRIC_BY_OWNER };

struct metric_name {
  enum metric_id id;
  char text[96];     /* as written */
  char argument[64]; /* a label, a register, a measure, a property; "" */
  double share;      /* of a percentile: 0..1 */
  uint32_t process;  /* METRIC_ANYBODY, 1.., METRIC_LAST */
  enum metric_split split;
};

/* Parses the words of a metric, with "did you mean". It does not check that a run has the metric. */
bool metric_name_parse(const char *text, struct metric_name *out, struct error *e);

/* Whether it is a mean, a median or a percentile of one run: several runs are averaged; for other metrics the
 * largest value counts. */
bool metric_is_average(const struct metric_name *name);

/* Whether the smallest value of several runs counts. */
bool metric_is_least(const struct metric_name *name);

/* For the axis of a figure, "RMRs per passage of P_N"; returns out. */
enum { METRIC_WORDS = 160 };
char *metric_name_words(const struct metric_name *name, char out[METRIC_WORDS]);

#endif
