/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * clock.h: the time since some fixed moment, for durations. It never goes backwards, and an adjusted clock of the
 * machine does not change it.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline double clock_seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The moment so many seconds from now, as pthread_cond_timedwait takes it: by the clock of the day, so that setting
 * that clock can make one wait longer or shorter. */
static inline struct timespec clock_deadline(double seconds)
{
  struct timespec at;
  clock_gettime(CLOCK_REALTIME, &at);
  const int64_t nanoseconds = at.tv_nsec + (int64_t)(seconds * 1e9);
  at.tv_sec += (time_t)(nanoseconds / 1000000000);
  at.tv_nsec = (long)(nanoseconds % 1000000000);
  return at;
}

#endif
