/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * failures.h: the tasks that failed, and why. Each reason is reported once, when it first occurs; the number of its
 * tasks is reported at the end. DIR/failures.jsonl lists all failures, in the order of the plan; without failures there
 * is no such file.
 */
#ifndef EXPERIMENTS_RUNNER_FAILURES_H
#define EXPERIMENTS_RUNNER_FAILURES_H

#include <stdio.h>

#include "experiments/runner/plan.h"

struct failure {
  size_t index; /* of the task */
  size_t why;
};

struct failures {
  size_t n, n_reasons;
  struct failure *list;
  struct failure_reason {
    char *text;
    size_t tasks, first; /* their number; the first one */
  } * reason;
};

/* True: the reason is new, and worth a line. */
bool failures_note(struct failures *failures, size_t task, const char *reason);

void failures_tell(const struct failures *failures, FILE *out); /* the number of tasks, for each reason */
bool failures_write(struct failures *failures, const struct plan *plan, const char *directory, struct error *e);
void failures_free(struct failures *failures);

#endif
