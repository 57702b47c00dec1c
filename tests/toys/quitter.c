/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that leaves its step function after the first passage: there is no loop around it.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                  \
  LINE(1, WAITING, "Bit[i] := true")            \
  TEXT(2,          "CRITICAL SECTION")          \
  LINE(3, EXIT,    "Bit[i] := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct quitter {
  uint8_t pc;
};

static const struct rmr_shared registers[] = {
  {.name = "Bit", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct quitter *my = state;
  BEGIN;
  DO ( 1,  write_to(VAR(0, i - 1), true));
  DO ( 3,  write_to(VAR(0, i - 1), false));
  END;
}
/* clang-format on */

RMR_ALGORITHM(quitter) = {RMR_ALGORITHM_BODY(registers, struct quitter),
                          .name = "quitter",
                          .title = "Comes to its end",
                          .source = "a toy",
                          .note = "",
                          .step = step};
