/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A claim for a period, an own construction: the clock is divided into periods, and x holds who has claimed the latest
 * one. Nobody claims a period that is claimed, so at most one enters in each; a claim needs no release, and that of a
 * dead process is over with its period.
 *
 * One register, any number of processes. Clocks must agree up to `skew`, which must be less than a period.
 *
 * With slow = D, skew = S, cs = C it needs delay > D and margin >= C - delay + S, and period >= margin + delay + 3D,
 * with a margin that counts as at least 1.
 *
 * No doorway: the last one to write gets in.
 *
 * What x holds is the time of the claim. Which period that lies in is computed from it, as the same clock wrote it that
 * would have written the number of the period.
 */
#include "algos/parts/stamp.h"

struct parameters {
  int64_t delay, period, margin;
};

static const struct rmr_option parameters[] = {
  {"delay", RMR_INTEGER, offsetof(struct parameters, delay), "2", 0, 1e9,
   "ticks between the write and the second look"},
  {"period", RMR_INTEGER, offsetof(struct parameters, period), "8", 1, 1e9, "ticks of a period"},
  {"margin", RMR_INTEGER, offsetof(struct parameters, margin), "1", 0, 1e9,
   "a process that looks later than so many ticks before the end of its period tries again"},
  {.key = NULL},
};

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  LINE(1, WAITING, "start: await x = none or the period of x.time is over")                   \
  LINE(2, WAITING, "x := (i, now)")                                                           \
  LINE(3, WAITING, "delay")                                                                   \
  LINE(4, WAITING, "if x.id != i or now + margin >= end of the period of x.time goto start")  \
  LINE(5, CS,      "critical section")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct period_claim {
  uint8_t pc;
};

static rmr_word period_of(struct rmr_size s)
{
  const struct parameters *with = s.parameters;
  return with->period;
}

static const struct rmr_field x_fields[] = {STAMP_FIELDS(period_of)};

static const struct rmr_shared registers[] = {
  {.name = "x", .multi_writer = true, .fields = x_fields},
};

/* clang-format off */
#define X VAR(0, 0)

/* The number of the period in which a time lies. */
static rmr_word period(rmr_word time, const struct rmr_in *in)
{
  const struct parameters *with = in->parameters;
  return time / with->period;
}

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct period_claim *my = state;
  const struct parameters *with = in->parameters;
  BEGIN;
  for (;;) {
    do {
      do
        DO (1,    spin_on(X));
      while (stamp_id(REPLY) != 0 && period(stamp_time(REPLY), in) >= period(in->now, in));
      DO (2,      write_to(X, stamp(in)));
      DO (3,      wait_for(with->delay));
      DO (4,      read_of(X));
    } while (stamp_id(REPLY) != i || in->now + with->margin >= (period(stamp_time(REPLY), in) + 1) * with->period);
    DO (5,        critical_section());
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(period_claim) = {
  RMR_ALGORITHM_BODY(registers, struct period_claim),
  .name = "period_claim",
  .title = "A claim for a period of the clock",
  .source = "rmrlab",
  .note = "Our own construction.",
  .claims = {.primitives = "read, write",
             .rmr_cc = "unbounded",
             .rmr_dsm = "unbounded",
             .space = "1",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_NO,
             .timed = true},
  .step = step,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
  .period = period_of,
};
