/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/engines/grace_period.h"
#include "base/clock.h"

#define SECONDS_MORE 1.0

bool limits_interrupted(const struct explore_limits *limits)
{
  return limits->interrupt != NULL && atomic_load(limits->interrupt);
}

void limits_tell(const struct explore_limits *limits, const char *what)
{
  if (limits->tell != NULL) limits->tell(limits->listener, &(const struct explore_progress){.what = what});
}

void grace_period_begin(struct grace_period *grace, const struct explore_limits *limits)
{
  *grace = (struct grace_period){.limits = limits};
  (void)grace_period_over(grace);
}

bool grace_period_over(struct grace_period *grace)
{
  if (!limits_interrupted(grace->limits)) return false;
  if (!grace->hurried) grace->until = clock_seconds() + SECONDS_MORE;
  grace->hurried = true;
  return clock_seconds() > grace->until;
}
