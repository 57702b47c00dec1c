/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that is wrong: two processes that see each other's flag both step back and try again, perhaps for ever (P6
 * fails, though there is always a way out). For two processes only.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                             \
  LINE(1, WAITING, "L: Flag[i] := true")                   \
  LINE(2, WAITING, "if Flag[i mod N + 1] then")            \
  LINE(3, WAITING, "  Flag[i] := false; goto L")           \
  TEXT(4,          "CRITICAL SECTION")                     \
  LINE(5, EXIT,    "Flag[i] := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct courtesy {
  uint8_t pc;
};

static const struct rmr_shared registers[] = {
  {.name = "Flag", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct courtesy *my = state;
  BEGIN;
  for (;;) {
    for (;;) {
      DO ( 1,  write_to(VAR(0, i - 1), true));
      DO ( 2,  read_of(VAR(0, i % n)));
      if (!REPLY) break;
      DO ( 3,  write_to(VAR(0, i - 1), false));
    }
    DO ( 5,    write_to(VAR(0, i - 1), false));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(courtesy) = {RMR_ALGORITHM_BODY(registers, struct courtesy),
                           .name = "courtesy",
                           .title = "After you",
                           .source = "a toy",
                           .note = "",
                           .claims = {.p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_YES, RMR_UNSAID, RMR_NO}},
                           .step = step};
