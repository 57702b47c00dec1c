/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * grace_period.h: how long a search may continue after an interrupt. The main search stops at once. Each later search,
 * which makes a bound and a witness from its results, gets one second. So an interrupted exploration ends within five
 * with the best that it has. Until there is an interrupt the clock is not read, and nothing depends on time.
 */
#ifndef EXPLORE_ENGINES_GRACE_PERIOD_H
#define EXPLORE_ENGINES_GRACE_PERIOD_H

#include "explore/engines/limits.h"

struct grace_period {
  const struct explore_limits *limits;
  bool hurried; /* there was an interrupt at the last check */
  double until; /* valid when hurried: seconds of the monotonic clock */
};

bool limits_interrupted(const struct explore_limits *limits);

/* Reports the phase that begins now, which has nothing to count. */
void limits_tell(const struct explore_limits *limits, const char *what);

void grace_period_begin(struct grace_period *grace, const struct explore_limits *limits);

/* Whether the grace period is over. */
bool grace_period_over(struct grace_period *grace);

#endif
