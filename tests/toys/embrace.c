/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that is wrong: two processes that raise their flags at the same time wait for each other for ever (P6 fails).
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                             \
  LINE(1, WAITING, "Flag[i] := true")                      \
  LINE(2, WAITING, "wait until not Flag[i mod N + 1]")     \
  TEXT(3,          "CRITICAL SECTION")                     \
  LINE(4, EXIT,    "Flag[i] := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct embrace {
  uint8_t pc;
  uint8_t up;
};

static const struct rmr_shared registers[] = {
  {.name = "Flag", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct embrace *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,           write_to(VAR(0, i - 1), true));
    do
      LET( 2, my->up, spin_on(VAR(0, i % n)));
    while (my->up);
    DO ( 4,           write_to(VAR(0, i - 1), false));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(embrace) = {RMR_ALGORITHM_BODY(registers, struct embrace),
                          .name = "embrace",
                          .title = "Each waits for the next",
                          .source = "a toy",
                          .note = "",
                          .step = step};
