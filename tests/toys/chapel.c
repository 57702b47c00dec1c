/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy whose exit section is empty, so its critical section is a step of its own: a process in it leaves it by that
 * step.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                  \
  LINE(1,  WAITING, "Candle := i")              \
  LINE(CS, CS,      "CRITICAL SECTION")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct chapel {
  uint8_t pc;
  uint32_t session;
};

static const struct rmr_shared registers[] = {
  {.name = "Candle", .max = rmr_up_to_n, .multi_writer = true},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct chapel *my = state;
  BEGIN;
  for (;;) {
    REMAINDER;
    DO ( 1,  write_to(VAR(0, 0), i));
    DO (CS,  critical_section());
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(chapel) = {RMR_ALGORITHM_BODY(registers, struct chapel),
                         .name = "chapel",
                         .title = "A critical section that is a step",
                         .source = "a toy",
                         .note = "",
                         .group = true,
                         .step = step};
