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

/* What it is of a run: the most that a passage costs (WORST), the least of something, a mean, a median or a percentile,
 * or a count. */
enum metric_nature { METRIC_WORST, METRIC_LEAST, METRIC_MEAN, METRIC_COUNT };

/* X(id, pattern, argument, reach, nature, example, words). A final * stands for the argument. A longer pattern precedes
 * its prefix. The words are for the axis of a figure, with * for the argument. */
#define METRICS(X)                                                                                                     \
  X(RMR_MAX, "rmr.max", ARG_NONE, REACH_PROCESSES, WORST, "rmr.max", "RMRs per passage")                               \
  X(RMR_MEAN, "rmr.mean", ARG_NONE, REACH_RUN, MEAN, "rmr.mean", "RMRs per passage, mean")                             \
  X(RMR_PERCENTILE, "rmr.p*", ARG_PERCENT, REACH_RUN, MEAN, "rmr.p90", "RMRs per passage, percentile *")               \
  X(RMR_TOTAL, "rmr.total", ARG_NONE, REACH_PROCESSES, COUNT, "rmr.total", "RMRs of all passages")                     \
  X(RMR_COLD, "rmr.cold", ARG_NONE, REACH_RUN, COUNT, "rmr.cold", "RMRs of first reads of a register")                 \
  X(RMR_INVALIDATED, "rmr.invalidated", ARG_NONE, REACH_RUN, COUNT, "rmr.invalidated",                                 \
    "RMRs of reads of invalidated copies")                                                                             \
  X(RMR_WRITE, "rmr.write", ARG_NONE, REACH_RUN, COUNT, "rmr.write", "RMRs of writes")                                 \
  X(RMR_REMOTE, "rmr.remote", ARG_NONE, REACH_RUN, COUNT, "rmr.remote", "RMRs in another's memory")                    \
  X(RMR_MAX_AT_LINE, "rmr.max@*", ARG_LABEL, REACH_PROCESSES, WORST, "rmr.max@4", "RMRs of line * per passage")        \
  X(LINE_MAX, "line.max *", ARG_LABEL, REACH_PROCESSES, WORST, "line.max 4", "executions of line * per passage")       \
  X(RMR_AT_LINE, "rmr@*", ARG_LABEL, REACH_PROCESSES, COUNT, "rmr@4 of P_N", "RMRs of line *")                         \
  X(LINE, "line *", ARG_LABEL, REACH_PROCESSES, COUNT, "line 4 of P_N", "executions of line *")                        \
  X(STEPS_MAX, "steps.max", ARG_NONE, REACH_PROCESSES, WORST, "steps.max", "own steps per passage")                    \
  X(STEPS, "steps", ARG_NONE, REACH_PROCESSES, COUNT, "steps", "steps of the run")                                     \
  X(BYPASS_MAX, "bypass.max", ARG_NONE, REACH_PROCESSES, WORST, "bypass.max",                                          \
    "CS entries of conflicting processes while one waits")                                                             \
  X(FENCES_MAX, "fences.max", ARG_NONE, REACH_PROCESSES, WORST, "fences.max", "fences per passage")                    \
  X(SUM_MAX, "rmr+fences.max", ARG_NONE, REACH_PROCESSES, WORST, "rmr+fences.max", "RMRs and fences per passage")      \
  X(SUPER_MAX, "super.max", ARG_NONE, REACH_PROCESSES, WORST, "super.max", "RMRs per super-passage")                   \
  X(TICKS_MAX, "ticks.max", ARG_NONE, REACH_PROCESSES, WORST, "ticks.max", "ticks to an entry")                        \
  X(RESPONSE_MAX, "response.max", ARG_NONE, REACH_RUN, COUNT, "response.max",                                          \
    "ticks without an entry while a process wants to enter")                                                           \
  X(GAP_MIN, "gap.min", ARG_NONE, REACH_RUN, LEAST, "gap.min", "ticks from an entry to the next")                      \
  X(MEALS_MAX, "meals.max", ARG_NONE, REACH_PROCESSES, WORST, "meals.max", "meals between two thinking periods")       \
  X(BLOCKS, "blocks", ARG_NONE, REACH_OWNERS, COUNT, "blocks of P_N", "failed waits")                                  \
  X(LARGEST, "largest *", ARG_REGISTER, REACH_RUN, COUNT, "largest Token.number", "largest value of *")                \
  X(TOUCHED, "touched *", ARG_GROUP, REACH_RUN, COUNT, "touched X", "registers of * that cost an RMR")                 \
  X(CS_ENTRIES, "cs_entries", ARG_NONE, REACH_RUN, COUNT, "cs_entries", "entries into the critical section")           \
  X(PASSAGES, "passages", ARG_NONE, REACH_RUN, COUNT, "passages", "completed passages")                                \
  X(SPACE, "space", ARG_NONE, REACH_RUN, COUNT, "space", "registers")                                                  \
  X(MEASURE, "measure.*", ARG_MEASURE, REACH_RUN, COUNT, "measure.time", "* (a measure of the adversary)")             \
  X(STATES, "states", ARG_NONE, REACH_RUN, COUNT, "states", "states explored")                                         \
  X(TRANSITIONS, "transitions", ARG_NONE, REACH_RUN, COUNT, "transitions", "steps possible in the explored states")    \
  X(FAILS, "fails *", ARG_PROPERTY, REACH_RUN, COUNT, "fails P2", "1 where * fails")                                   \
  X(DANGER, "danger", ARG_NONE, REACH_RUN, COUNT, "danger", "1 where there is danger of deadlock")                     \
  X(PATHS_MAX, "paths.max", ARG_NONE, REACH_PROCESSES, COUNT, "paths.max", "blocking paths of a philosopher")          \
  X(PATHS_TOTAL, "paths.total", ARG_NONE, REACH_RUN, COUNT, "paths.total", "blocking paths of all philosophers")       \
  X(PATHS_LEAST, "paths.least", ARG_NONE, REACH_RUN, COUNT, "paths.least", "least blocking paths of all philosophers") \
  X(BOUND_OWN, "bound.own", ARG_NONE, REACH_RUN, COUNT, "bound.own", "own part of the proved bound on RMRs")           \
  X(BOUND_EACH, "bound.each", ARG_NONE, REACH_RUN, COUNT, "bound.each",                                                \
    "part of each other process in the proved bound on RMRs")                                                          \
  X(BOUND_SQUARE, "bound.square", ARG_NONE, REACH_RUN, COUNT, "bound.square",                                          \
    "part of (N-1)^2 in the proved bound on RMRs")                                                                     \
  X(BOUND_CUBE, "bound.cube", ARG_NONE, REACH_RUN, COUNT, "bound.cube", "part of (N-1)^3 in the proved bound on RMRs") \
  X(BOUND_LEVEL, "bound.level", ARG_NONE, REACH_RUN, COUNT, "bound.level", "RMRs per level of the tree, proved bound") \
  X(BOUND_EXIT, "bound.exit", ARG_NONE, REACH_RUN, COUNT, "bound.exit", "own steps of an exit, proved bound")          \
  X(BOUND_EXIT_LEVEL, "bound.exit.level", ARG_NONE, REACH_RUN, COUNT, "bound.exit.level",                              \
    "own steps of an exit per level of the tree, proved bound")                                                        \
  X(BOUND_ENTRY_OWN, "bound.entry.own", ARG_NONE, REACH_RUN, COUNT, "bound.entry.own",                                 \
    "own part of the proved bound on an undisturbed entry")                                                            \
  X(BOUND_ENTRY_EACH, "bound.entry.each", ARG_NONE, REACH_RUN, COUNT, "bound.entry.each",                              \
    "part of each other process in the proved bound on an undisturbed entry")                                          \
  X(BOUND_ENTRY_LEVEL, "bound.entry.level", ARG_NONE, REACH_RUN, COUNT, "bound.entry.level",                           \
    "own steps of an undisturbed entry per level, proved bound")                                                       \
  X(BOUND_ENTRY_ONCE, "bound.entry.once", ARG_NONE, REACH_RUN, COUNT, "bound.entry.once",                              \
    "own steps of an undisturbed entry beside the levels, proved bound")                                               \
  X(BOUND_BYPASS, "bound.bypass", ARG_NONE, REACH_RUN, COUNT, "bound.bypass",                                          \
    "entries of each other process while one waits, proved bound")

enum metric_id {
#define X(id, pattern, argument, reach, nature, example, words) METRIC_##id,
  METRICS(X)
#undef X
    N_METRICS
};

struct metric_form {
  const char *pattern, *example, *words;
  enum metric_argument argument;
  enum metric_reach reach;
  enum metric_nature nature;
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

/* Which value counts of several runs with the same N. The mean is that of the runs' values, whatever their lengths. */
enum metric_pooling { POOLED_LARGEST, POOLED_LEAST, POOLED_MEAN };

/* Of the metric of that name; a name that is none has the largest. */
enum metric_pooling metric_pooling_of(const char *text);

/* For the axis of a figure, "RMRs per passage of P_N"; returns out. */
enum { METRIC_WORDS = 160 };
char *metric_name_words(const struct metric_name *name, char out[METRIC_WORDS]);

#endif
