/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * proving.h: a task whose mode is prove, from its questions to its record.
 *
 * The questions follow from `check` and the metrics: P1, P3 and P5 are asked as properties, and the metrics that are
 * bounds ask for the proofs that give them. An algorithm that cannot be followed is not decided, with the reason. A
 * record has no times: equal tasks give equal bytes.
 */
#ifndef EXPERIMENTS_RUNNER_PROVING_H
#define EXPERIMENTS_RUNNER_PROVING_H

#include "experiments/runner/task.h"
#include "prove/prove.h"

enum { PROVING_MOST_N = 64 };

/* The names of the properties, for people and for records. */
extern const char *const proving_names[N_PROVE_PROPERTIES];

/* One line with its newline; the caller frees it. NULL: it failed, with an error, or was interrupted, without one. The
 * memory of `limits` is ignored, as the task has its own. */
char *proving_line(const struct task *task, const struct config *config, const struct reach_limits *limits,
                   struct error *e);

/* The verdicts of records and of `rmr prove --json`: {"verdict": "proved", "states": .., ..}; docs/json.md has
 * the keys. New references. */
json_t *proving_property_json(const struct machine *machine, const struct prove_answer *answer, bool has_bound);
json_t *proving_cost_json(const struct prove_cost *cost);

/* Whether the answer is a number of steps or entries. */
bool proving_has_bound(enum prove_property id);

#endif
