/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that counts wrongly: P_i reads the turns behind its own, and the last one looks for a turn that there is not.
 * Between its turns and the end of all registers lies another array, into which it must not reach unseen.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                  \
  LINE(1, WAITING, "TURN[i] := 1")              \
  LINE(2, WAITING, "wait until TURN[i+1] = 0")  \
  TEXT(CS,         "CRITICAL SECTION")          \
  LINE(3, EXIT,    "TURN[i] := 0")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct stray {
  uint8_t pc;
};

static const struct rmr_shared registers[] = {
  {.name = "TURN", .cells = rmr_per_process, .max = rmr_bit, .multi_writer = true},
  {.name = "Rest", .cells = rmr_per_process, .max = rmr_bit, .multi_writer = true},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct stray *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,  write_to(VAR(0, i - 1), 1));
    do
      DO ( 2,  spin_on(VAR(0, i)));
    while (REPLY);
    DO ( 3,  write_to(VAR(0, i - 1), 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(stray) = {RMR_ALGORITHM_BODY(registers, struct stray),
                        .name = "stray",
                        .title = "Reaches behind its array",
                        .source = "a toy",
                        .note = "",
                        .step = step};
