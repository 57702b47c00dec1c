/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * engine.h: the one entry to the searches over states. The first engine of the table (engine.c) that fits a question
 * and finds an answer gives it. docs/engines.md describes the engines.
 */
#ifndef EXPLORE_ENGINES_ENGINE_H
#define EXPLORE_ENGINES_ENGINE_H

#include "explore/engines/depth.h"
#include "explore/engines/sweep_line.h"

enum engine_kind { ENGINE_NONE, ENGINE_BREADTH, ENGINE_BITS, ENGINE_DEPTH, ENGINE_SWEEP, N_ENGINES };

enum engine_question {
  ENGINE_STATES, /* the number of states, and whether one violates what is watched: P1, or P5 of a pair */
  ENGINE_GRAPH,  /* the same, and the states are needed afterwards, for searches of regions: P2, P3, P4, P6 */
  ENGINE_REGION, /* a region of such states: components, ways out, the greatest weight in it */
  ENGINE_COST,   /* the most that the observed process can pay; of a space that has a cost */
};

struct engine_query {
  enum engine_question question;
  bool watch;                    /* of STATES and GRAPH: the search ends where P1 (P5 of a pair) is violated */
  const struct visited *visited; /* of REGION: the states */
  const struct region *region;   /* of REGION */
};

struct engine_result {
  enum engine_kind engine; /* that gave the answer */
  bool complete;           /* else it was cut short by memory or an interrupt, and `most` is a lower bound */
  bool positive_cycle;     /* there is no maximum: a step with a weight lies on a cycle */
  uint64_t most;
  uint64_t states, transitions; /* states: see engine_states_are */
  const uint8_t *taken;         /* [move]: whether some step made it, or would have left a range by it */
  struct breadth breadth;       /* the states, if they were kept; the violated property */
  struct depth depth;           /* of ENGINE_DEPTH: the findings in a region */
  struct sweep_result sweep;    /* of ENGINE_SWEEP */
};

void engine_run(const struct space *space, const struct explore_limits *limits, const struct engine_query *query,
                struct engine_result *out);
void engine_result_free(struct engine_result *result);

/* Whether a sweep-line search can find the greatest cost of the observed process, in a space that has a cost. */
bool engine_may_sweep(const struct space *space, const struct explore_limits *limits);

/* "breadth", "bits", "depth", "sweep"; and what each counts as a state. NULL for ENGINE_NONE. */
const char *engine_name(enum engine_kind engine);
const char *engine_states_are(enum engine_kind engine);

#endif
