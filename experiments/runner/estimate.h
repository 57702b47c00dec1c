/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * estimate.h: the approximate duration of a plan. A few of its tasks are tried, small ones and large ones of each mode
 * and each adversary, for a second in all; the others are estimated from them and from the weights of the progress line
 * (experiments/runner/progress.h). Nothing is written.
 */
#ifndef EXPERIMENTS_RUNNER_ESTIMATE_H
#define EXPERIMENTS_RUNNER_ESTIMATE_H

#include "experiments/runner/plan.h"

struct estimate {
  double seconds;
  size_t tried, foreign; /* tasks; those of plug-ins are not tried, and not included in the seconds */
  bool at_least;         /* a trial was cut short: larger tasks count as that long */
};

void estimate_make(const struct plan *plan, unsigned jobs, struct estimate *out);

#endif
