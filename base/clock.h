/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * clock.h: the time since some fixed moment, for durations. It never goes backwards, and an adjusted clock of the
 * machine does not change it.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <time.h>

static inline double clock_seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
