/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * time.h: the clock of a system, where it has one. docs/time.md defines it. Time passes in ticks, between steps:
 *
 *   slow   a live process outside its remainder makes its pending access at most this many ticks after it became
 *          pending; a tick that would make a process later cannot happen
 *   skew   the clock of a process is ahead of the common time by a constant number of ticks, from 0 to this one
 *   cs     a process leaves the critical section at most this many ticks after its entry
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

/* "slow=2,skew=1,cs=3", in any order; skew is 0 by default, cs is `slow` by default. "none": there is no time.
 * False: *e describes the error and the correction. */
bool time_parse(const char *text, struct time_spec *out, struct error *e);

/* Converts back to the shortest text: "slow=2,skew=1"; "none". */
enum { TIME_SIZE = 64 };
char *time_text(const struct time_spec *time, char *out, size_t size);

/* The largest age that makes a difference to anything in the algorithm; 0: it keeps no times. */
rmr_word time_horizon(const struct rmr_algorithm *algorithm, struct rmr_size size);

/* The largest time that fits in the algorithm's registers. */
rmr_word time_largest(const struct rmr_algorithm *algorithm);

#endif
