/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A register that holds a name and the time at which it was written: 0 stands for nobody. It is up, as long as that was
 * less than a lease ago by the clock of who looks at it.
 */
#ifndef ALGOS_PARTS_STAMP_H
#define ALGOS_PARTS_STAMP_H

#include <rmr/algo.h>

enum { STAMP_ID_BITS = 13, STAMP_TIME_BITS = 48 };

/* The fields of such a register; horizon_: from what age on all are alike. */
#define STAMP_FIELDS(horizon_)                                                                               \
  {.name = "id", .width = STAMP_ID_BITS, .max = rmr_up_to_n},                                                \
    {.name = "time", .shift = STAMP_ID_BITS, .width = STAMP_TIME_BITS, .time = true, .horizon = (horizon_)}, \
  {                                                                                                          \
    .name = NULL                                                                                             \
  }

/* (i, now) */
static inline rmr_word stamp(const struct rmr_in *in)
{
  return in->now << STAMP_ID_BITS | in->i;
}

static inline uint32_t stamp_id(rmr_word x)
{
  return (uint32_t)(x & ((1 << STAMP_ID_BITS) - 1));
}

static inline rmr_word stamp_time(rmr_word x)
{
  return x >> STAMP_ID_BITS;
}

/* Whether x names somebody whose lease has not run out. */
static inline bool stamp_is_up(rmr_word x, rmr_word lease, const struct rmr_in *in)
{
  return stamp_id(x) != 0 && in->now - stamp_time(x) < lease;
}

/* Who is responsible for the lease: its holder, dead or alive. */
static inline uint32_t stamp_holder(uint32_t cell, rmr_word x, struct rmr_size s)
{
  (void)cell, (void)s;
  return stamp_id(x);
}

#endif
