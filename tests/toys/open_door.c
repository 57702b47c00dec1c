/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that is wrong: everybody may come in (P1 fails). Nobody ever waits, so a schedule is all that decides its runs.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                    \
  LINE(1, DOORWAY, "Knock[i] := 1")               \
  LINE(2, WAITING, "look at Knock[i]")            \
  TEXT(3,          "CRITICAL SECTION")            \
  LINE(4, EXIT,    "Knock[i] := 0")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct open_door {
  uint8_t pc;
  uint32_t session;
};

static const struct rmr_shared registers[] = {
  {.name = "Knock", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct open_door *my = state;
  BEGIN;
  for (;;) {
    REMAINDER;
    DO ( 1,  write_to(VAR(0, i - 1), 1));
    DO ( 2,  read_of(VAR(0, i - 1)));
    DO ( 4,  write_to(VAR(0, i - 1), 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(open_door) = {RMR_ALGORITHM_BODY(registers, struct open_door),
                            .name = "open_door",
                            .title = "Nothing keeps anyone out",
                            .source = "a toy",
                            .note = "",
                            .group = true,
                            .step = step};
