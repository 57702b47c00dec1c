/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * progress.h: the progress line. On a terminal it is rewritten in place a few times a second. Elsewhere, in a log or at
 * the end of a pipe, there is a line of its own each minute, so that nobody takes long work for a hang. The ETA assumes
 * that a task's time grows with N^2 and its passages, that of an exploration eightfold with each process. This is wrong
 * by a factor but separates large tasks from small ones.
 */
#ifndef EXPERIMENTS_RUNNER_PROGRESS_H
#define EXPERIMENTS_RUNNER_PROGRESS_H

#include <stdint.h>
#include <stdio.h>

#include "experiments/runner/task.h"

enum { PROGRESS_SECONDS = 60 }; /* between two lines, where there is no terminal */

struct progress {
  FILE *out;
  bool terminal;
  double started, weight_total;
  double told;        /* the time of the last line, in seconds from the start */
  double share, then; /* of the weight, done at the last change; its time, in seconds from the start */
};

/* The state to show. */
struct progress_state {
  size_t done, total, failed;
  double weight_done; /* of the tasks, and the parts of searches, done in this run */
  uint64_t steps;     /* made in this run; of explorations, states found */
  const char *doing;  /* "glb, N = 4: tables"; NULL: no short description */
};

double progress_weight(const struct task *task);

/* weight_total: of the remaining tasks. */
void progress_start(struct progress *progress, FILE *out, double weight_total);
void progress_show(struct progress *progress, const struct progress_state *state);

/* The line: a share of the work was done after `then` of the `elapsed` seconds. */
void progress_line(const struct progress_state *state, double share, double then, double elapsed, char *out,
                   size_t size);
void progress_clear(const struct progress *progress); /* removes the line of a terminal */

#endif
