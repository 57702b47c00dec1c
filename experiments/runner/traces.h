/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * traces.h: the traces that a config asks for, one file per task and format: DIR/traces/00017-bw_naive-n4.txt. They are
 * in place before the task's record is, so every record has its trace.
 */
#ifndef EXPERIMENTS_RUNNER_TRACES_H
#define EXPERIMENTS_RUNNER_TRACES_H

#include "experiments/runner/plan.h"
#include "results/manifest.h"
#include "sim/trace.h"

enum { TRACES_MOST = TRACE_FORMATS };

struct traces {
  int n;
  struct trace *trace[TRACES_MOST];
};

/* Adds the names of all traces of a plan. */
bool traces_announce(const struct plan *plan, struct manifest *m, struct error *e);

/* Begins the traces that the config asks for, for a run before its first step. On failure nothing is open. */
bool traces_open(struct traces *traces, const struct config *config, const struct task *task, const char *directory,
                 struct run *run, struct error *e);

/* Keeps the files, or drops them. False: one could not be written. */
bool traces_close(struct traces *traces, bool keep, struct error *e);

/* Whether a task has traces, and whether the directory has all of them. */
bool traces_are_wanted(const struct config *config, const struct task *task);
bool traces_are_there(const struct config *config, const struct task *task, const char *directory);

/* Removes those of a failed task, with any remains of a process that died. */
void traces_forget(const struct config *config, const struct task *task, const char *directory);

#endif
