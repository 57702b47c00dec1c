/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * time.h: the clock of a system, where it has one. docs/time.md says what it means. Time passes in ticks, between
 * steps:
 *
 *   slow   a pending access is made at most so many ticks after it became pending, of whoever is outside its remainder
 *          and alive; a tick that would make somebody later than that cannot happen
 *   skew   the clock of a process is ahead of the common time by 0 to so many ticks, always by the same
 *   cs     who enters the critical section leaves it at most so many ticks later
 */
#ifndef MODEL_TIME_H
#define MODEL_TIME_H

#include <rmr/types.h>

#include "base/error.h"

enum { TIME_MOST = 1000000000 }; /* ticks, of each of the three */

struct time_spec {
  uint32_t slow; /* 0: there is no time */
  uint32_t skew, cs;
};

static inline bool time_passes(const struct time_spec *time)
{
  return time->slow != 0;
}

/* "slow=2,skew=1,cs=3", in any order; without skew there is none, without cs it is as long as `slow`. "none": there is
 * no time. False: *e tells what is wrong, and what would be right. */
bool time_parse(const char *text, struct time_spec *out, struct error *e);

/* The same back, as short as can be: "slow=2,skew=1"; "none". */
enum { TIME_SIZE = 64 };
char *time_text(const struct time_spec *time, char *out, size_t size);

/* The largest age that makes a difference to anything in the algorithm; 0: it keeps no times. */
rmr_word time_horizon(const struct rmr_algorithm *algorithm, struct rmr_size size);

/* The largest time for which there is room in the algorithm's registers. */
rmr_word time_largest(const struct rmr_algorithm *algorithm);

#endif
