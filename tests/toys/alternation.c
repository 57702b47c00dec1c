/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that is wrong: the processes take turns, so a process that stays in its remainder keeps the others waiting (P2,
 * P4 and P6 fail, and only because somebody rests).
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                 \
  LINE(1, WAITING, "wait until Turn = i")      \
  TEXT(2,          "CRITICAL SECTION")         \
  LINE(3, EXIT,    "Turn := i mod N + 1")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct alternation {
  uint8_t pc;
};

static const struct rmr_shared registers[] = {
  {.name = "Turn", .initial = 1, .min = 1, .max = rmr_up_to_n, .multi_writer = true},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct alternation *my = state;
  BEGIN;
  for (;;) {
    do
      DO ( 1,  spin_on(VAR(0, 0)));
    while (REPLY != i);
    DO ( 3,    write_to(VAR(0, 0), i % n + 1));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(alternation) = {RMR_ALGORITHM_BODY(registers, struct alternation),
                              .name = "alternation",
                              .title = "Strict turns",
                              .source = "a toy",
                              .note = "",
                              .claims = {.p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_NO, RMR_UNSAID, RMR_NO}},
                              .step = step};
