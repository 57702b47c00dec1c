/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that breaks its word: it declares bits and writes 2 to the last of them.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                  \
  LINE(1, WAITING, "Bit[i] := (i = N) + 1")     \
  TEXT(2,          "CRITICAL SECTION")          \
  LINE(3, EXIT,    "Bit[i] := 0")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct leaky {
  uint8_t pc;
};

static const struct rmr_shared registers[] = {
  {.name = "Bit", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct leaky *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,  write_to(VAR(0, i - 1), i == n ? 2 : 1));
    DO ( 3,  write_to(VAR(0, i - 1), 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(leaky) = {RMR_ALGORITHM_BODY(registers, struct leaky),
                        .name = "leaky",
                        .title = "Writes what it may not",
                        .source = "a toy",
                        .note = "",
                        .step = step};
