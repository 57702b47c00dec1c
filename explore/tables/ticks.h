/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ticks.h: time in the tables (docs/time.md defines it). Steps of a process between two ticks take no time, so a clock
 * that only advances would make infinitely many states. So ages are kept instead of times:
 *
 *   in a register    of a time t that stands in it, G - t + skew, where G is the common time and `skew` the most by
 *                    which a clock can be ahead: 0 or more, and all are one from the horizon on, for every reader
 *   in a process     the ticks that it still waits at a delay, or those in which it must make its pending access; and,
 *                    of a pending write of a time, how old that has become since
 *
 * A process makes its next step with a clock that always shows the same (or, where the algorithm counts periods, a time
 * of the same phase), and finds a time of the age that its own clock would show. A time that is too old to make a
 * difference appears as 0. The lead of a process's clock is constant: there is an initial state for each choice of it.
 *
 * A tick is an actor of its own. It takes every local state and every value of a register to another one, or cannot
 * happen, as a process is overdue. No process is overdue in its remainder.
 */
#ifndef EXPLORE_TABLES_TICKS_H
#define EXPLORE_TABLES_TICKS_H

#include "model/system.h"

/* Of a system. */
struct ticks {
  uint32_t slow, skew, cs; /* as in model/time.h; slow is 0: there is no time */
  rmr_word period, base;   /* clocks show base + 0 .. base + period - 1 */
};

/* Of a local state. */
struct ticks_local {
  uint32_t wait;  /* ticks until the delay at which it stands is over */
  uint32_t due;   /* ticks in which the pending access must be made; valid outside the remainder */
  uint32_t stay;  /* in the critical section: ticks in which it must leave it */
  uint32_t aged;  /* ticks since the pending write became pending, if it writes what the clock showed then */
  uint32_t skew;  /* how far its clock is ahead */
  uint32_t phase; /* of its clock, in the period */
};

static inline bool ticks_pass(const struct ticks *t)
{
  return t->slow != 0;
}

/* False: a register is too narrow for a clock. */
bool ticks_create(struct ticks *ticks, const struct system *system, struct error *e);

/* The initial timers of a process whose clock is ahead by `skew`. */
struct ticks_local ticks_begin(const struct ticks *ticks, const struct system *system, uint32_t skew);

/* The time that its clock shows. */
static inline rmr_word ticks_now(const struct ticks *t, const struct ticks_local *at)
{
  return ticks_pass(t) ? t->base + at->phase : 0;
}

/* Whether a register holds a time. */
bool ticks_held(const struct system *system, uint32_t var);

/* Converts a value of a register: from what the process writes to the table, and from the table to what the process
 * finds. */
#define TICKS_AHEAD INT64_MAX

/* TICKS_AHEAD: the value is a time that no clock shows yet, so it has no age. */
rmr_word ticks_stored(const struct ticks *ticks, const struct system *system, uint32_t var, rmr_word value,
                      const struct ticks_local *at);
rmr_word ticks_shown(const struct ticks *ticks, const struct system *system, uint32_t var, rmr_word value,
                     const struct ticks_local *at);

/* A value of the table one tick later; and without its ages: the part that has a range. */
rmr_word ticks_aged(const struct ticks *ticks, const struct system *system, uint32_t var, rmr_word value);
rmr_word ticks_without(const struct system *system, uint32_t var, rmr_word value);

/* The times in a local state: ticks_settle sets those too old to make a difference to 0; ticks_age is one tick
 * later. */
void ticks_settle(const struct ticks *ticks, const struct system *system, void *state, const struct ticks_local *at);
void ticks_age(const struct ticks *ticks, const struct system *system, void *state, const struct ticks_local *before,
               const struct ticks_local *after);

/* The longest and the shortest wait of a process before the access `op`, to which a step has led it from one section
 * to another. */
void ticks_start(const struct ticks *ticks, const struct rmr_op *op, uint8_t from, uint8_t to, struct ticks_local *at);

/* One tick less. */
void ticks_count_down(struct ticks_local *at);

#endif
