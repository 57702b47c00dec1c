/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * grace_period.h: how long a search may go on after an interrupt. The main search stops at once. What follows it, to
 * make a bound and a witness of what was found, is given a second each, so that an interrupted exploration ends within
 * five with the best that it has. Until there is an interrupt the clock is not read, and nothing depends on time.
 */
#ifndef EXPLORE_ENGINES_GRACE_PERIOD_H
#define EXPLORE_ENGINES_GRACE_PERIOD_H

#include "explore/engines/limits.h"

struct grace_period {
  const struct explore_limits *limits;
  bool hurried; /* there was an interrupt when it was looked at last */
  double until; /* of meaning when hurried: seconds of the monotonic clock */
};

bool limits_interrupted(const struct explore_limits *limits);

/* Tells what begins now, of which there is nothing to count. */
void limits_tell(const struct explore_limits *limits, const char *what);

void grace_period_begin(struct grace_period *grace, const struct explore_limits *limits);

/* Whether it is time to end. */
bool grace_period_over(struct grace_period *grace);

#endif
