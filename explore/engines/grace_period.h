/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * grace_period.h: how long a search may go on after an interrupt. The main search stops at once. What follows it, to
 * make a bound and a witness of what was found, is given a second each, so that an interrupted exploration ends within
 * five with the best that it has. Until there is an interrupt the clock is not read, and nothing depends on time.
 */
#ifndef EXPLORE_ENGINES_GRACE_PERIOD_H
#define EXPLORE_ENGINES_GRACE_PERIOD_H

#include "explore/engines/limits.h"

struct patience {
  const struct explore_means *means;
  bool hurried; /* there was an interrupt when it was looked at last */
  double until; /* of meaning when hurried: seconds of the monotonic clock */
};

bool means_interrupted(const struct explore_means *means);

/* Tells what begins now, of which there is nothing to count. */
void means_tell(const struct explore_means *means, const char *what);

void patience_begin(struct patience *patience, const struct explore_means *means);

/* Whether it is time to end. */
bool patience_over(struct patience *patience);

#endif
