/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that is wrong: it writes a time that no clock shows yet.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                   \
  LINE(1, WAITING, "Last := now + 1")            \
  LINE(2, CS,      "critical section")           \
  LINE(3, EXIT,    "Last := now")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct premature {
  uint8_t pc;
};

static rmr_word horizon(struct rmr_size s)
{
  (void)s;
  return 4;
}

static const struct rmr_shared registers[] = {
  {.name = "Last", .multi_writer = true, .time = true, .horizon = horizon},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct premature *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,   write_to(VAR(0, 0), in->now + 1));
    DO ( 2,   critical_section());
    DO ( 3,   write_to(VAR(0, 0), in->now));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(premature) = {RMR_ALGORITHM_BODY(registers, struct premature),
                            .name = "premature",
                            .title = "Writes a time that is to come",
                            .source = "a toy",
                            .note = "",
                            .claims = {.timed = true},
                            .step = step};
