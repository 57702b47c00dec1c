/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * estimate.h: how long a plan will take, about. A few of its tasks are tried, small ones and large ones of each drive,
 * a second each at most; the others are judged by them and by the weights that the progress line goes by
 * (experiments/runner/progress.h). Nothing is written.
 */
#ifndef EXPERIMENTS_RUNNER_ESTIMATE_H
#define EXPERIMENTS_RUNNER_ESTIMATE_H

#include "experiments/runner/plan.h"

struct estimate {
  double seconds;
  size_t tried, foreign; /* tasks; those of plug-ins are not tried, and not in the seconds */
  bool at_least;         /* a trial was cut off: larger tasks count as long as that */
};

void estimate_make(const struct plan *plan, unsigned jobs, struct estimate *out);

#endif
