/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * M. Moir and J. H. Anderson, "Wait-free algorithms for fast, long-lived renaming", Science of Computer Programming
 * 25(1), 1995, pp. 1-39, Figure 2: one splitter, alone. It is in parts/splitter.h, with the idea in a paragraph.
 *
 * Whoever has gone through it is in its CS. Who has stopped holds the name 1 there, the others hold none: that nobody
 * else holds 1, too, is P1. Y is never taken back, so once somebody has stopped all later passages move right.
 *
 * Departures: none.
 */
#include "algos/parts/splitter.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                              \
  SPLITTER(LINE, TEXT, , DOORWAY, "")                                       \
  LINE(CS, CS,      "CRITICAL SECTION   [with the name 1, if stopped]")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct alone {
  uint8_t pc;
  uint8_t way; /* SPLITTER_STOP in the CS if stopped; else 0 */
  struct splitter splitter;
};

static const char *const truth[] = {"false", "true", NULL};

enum { X_REGISTER, Y_REGISTER };

static const struct rmr_shared registers[] = {
  [X_REGISTER] = {.name = "X", .initial = 1, .min = 1, .max = rmr_up_to_n, .arbitrary = true, .multi_writer = true},
  [Y_REGISTER] = {.name = "Y", .max = rmr_bit, .multi_writer = true, .names = truth},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct alone *my = state;
  BEGIN;
  for (;;) {
    CALL( , SPLITTER,  splitter(&my->splitter, in, VAR(X_REGISTER, 0), VAR(Y_REGISTER, 0), &my->way));
    if (my->way != SPLITTER_STOP) my->way = 0;
    DO (CS,            critical_section());
    my->way = 0;
  }
  END;
}
/* clang-format on */

static uint32_t name_held(const void *state, struct rmr_size s)
{
  const struct alone *my = state;
  (void)s;
  return my->way == SPLITTER_STOP;
}

static uint32_t one_name(struct rmr_size s)
{
  (void)s;
  return 1;
}

RMR_ALGORITHM(splitter) = {
  RMR_ALGORITHM_BODY(registers, struct alone),
  .name = "splitter",
  .title = "Splitter of Moir and Anderson",
  .source = "Moir, Anderson, Science of Computer Programming 25(1), 1995, pp. 1-39, Figure 2",
  .note = "A process that stops holds the name 1 in the CS; one that moves on holds none.",
  .claims = {.primitives = "read, write",
             .rmr_cc = "1",
             .rmr_dsm = "1",
             .space = "2",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
  .name_held = name_held,
  .names_max = one_name,
};
