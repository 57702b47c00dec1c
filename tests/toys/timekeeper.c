/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that uses time in every way in which it can be used: a plain register that holds one, a local variable, a swap,
 * the clock of periods, and a critical section of two lines, one of which takes a tick.
 */
#include <rmr/algo.h>

enum { RATE = 2, PERIOD = 3 };

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                   \
  LINE(1, WAITING, "repeat until now - Last >= 2 or in another period")          \
  LINE(2, WAITING, "repeat mine := now until swap(Last, mine) is long ago")      \
  LINE(3, WAITING, "delay 1")                                                    \
  LINE(4, WAITING, "start again if Last is younger than mine")                   \
  LINE(5, CS,      "critical section")                                           \
  LINE(6, CS,      "delay 1")                                                    \
  LINE(7, EXIT,    "Last := mine")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct timekeeper {
  uint8_t pc;
  rmr_word mine;
};

static rmr_word horizon(struct rmr_size s)
{
  (void)s;
  return 4;
}

static rmr_word period(struct rmr_size s)
{
  (void)s;
  return PERIOD;
}

static const struct rmr_local_time times[] = {{offsetof(struct timekeeper, mine), horizon}, {.horizon = NULL}};

static const struct rmr_shared registers[] = {
  {.name = "Last", .multi_writer = true, .time = true, .horizon = horizon},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct timekeeper *my = state;
  BEGIN;
  for (;;) {
    do {
      do
        DO ( 1, spin_on(VAR(0, 0)));
      while (in->now - REPLY < RATE && in->now / PERIOD == REPLY / PERIOD);
      my->mine = in->now;
      DO ( 2,   fetch_and_store(VAR(0, 0), my->mine));
      DO ( 3,   wait_for(1));
      DO ( 4,   read_of(VAR(0, 0)));
    } while (REPLY != my->mine || in->now - my->mine >= 4);
    DO ( 5,     critical_section());
    DO ( 6,     wait_for(1));
    DO ( 7,     write_to(VAR(0, 0), my->mine));
    my->mine = 0;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(timekeeper) = {RMR_ALGORITHM_BODY(registers, struct timekeeper),
                             .name = "timekeeper",
                             .title = "Uses time in every way",
                             .source = "a toy",
                             .note = "",
                             .claims = {.timed = true},
                             .times = times,
                             .period = period,
                             .step = step};
