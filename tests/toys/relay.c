/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that is wrong: nobody may enter twice in a row, so a process that has entered waits for a passage of somebody
 * else. As long as others can come back that may happen (P7 holds); when all have made their passages, it does not.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                  \
  LINE(1, WAITING, "wait until Last != i")      \
  TEXT(2,          "CRITICAL SECTION")          \
  LINE(3, EXIT,    "Last := i")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct relay {
  uint8_t pc;
};

static const struct rmr_shared registers[] = {
  {.name = "Last", .max = rmr_up_to_n, .multi_writer = true},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct relay *my = state;
  BEGIN;
  for (;;) {
    do
      DO ( 1,  spin_on(VAR(0, 0)));
    while (REPLY == i);
    DO ( 3,    write_to(VAR(0, 0), i));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(relay) = {RMR_ALGORITHM_BODY(registers, struct relay),
                        .name = "relay",
                        .title = "Not twice in a row",
                        .source = "a toy",
                        .note = "",
                        .step = step};
