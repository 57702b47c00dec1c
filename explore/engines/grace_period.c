/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/engines/grace_period.h"

#include <time.h>

#define SECONDS_MORE 1.0

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

bool means_interrupted(const struct explore_means *means)
{
  return means->interrupt != NULL && atomic_load(means->interrupt);
}

void means_tell(const struct explore_means *means, const char *what)
{
  if (means->tell != NULL) means->tell(means->listener, &(const struct explore_progress){.what = what});
}

void patience_begin(struct patience *patience, const struct explore_means *means)
{
  *patience = (struct patience){.means = means};
  (void)patience_over(patience);
}

bool patience_over(struct patience *patience)
{
  if (!means_interrupted(patience->means)) return false;
  if (!patience->hurried) patience->until = now() + SECONDS_MORE;
  patience->hurried = true;
  return now() > patience->until;
}
