/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy in which a death is noticed late, and dear: P_1 sees that P_2 is there, looks again, and only if P_2 has died
 * and its lease has run out in between has it anything to pay. P_2 has no further access that anybody would notice.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                            \
  LINE(1,  WAITING, "i = 1: wait until There[2] = yes")   \
  LINE(2,  WAITING, "       if There[2] = no then")       \
  LINE(3,  WAITING, "          Grief := yes")             \
  LINE(4,  WAITING, "i > 1: There[i] := yes")             \
  LINE(5,  WAITING, "       look at Sky")                 \
  LINE(CS, CS,      "CRITICAL SECTION")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct bereaved {
  uint8_t pc;
};

static const struct rmr_shared registers[] = {
  {.name = "There", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit},
  {.name = "Grief", .max = rmr_bit, .multi_writer = true},
  {.name = "Sky", .max = rmr_bit, .multi_writer = true},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct bereaved *my = state;
  BEGIN;
  for (;;) {
    if (i == 1) {
      do
        DO ( 1,  spin_on(VAR(0, 1)));
      while (REPLY == 0);
      DO ( 2,    read_of(VAR(0, 1)));
      if (REPLY == 0)
        DO ( 3,  write_to(VAR(1, 0), 1));
    } else {
      DO ( 4,    write_to(VAR(0, i - 1), 1));
      DO ( 5,    read_of(VAR(2, 0)));
    }
    DO (CS,      critical_section());
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(bereaved) = {RMR_ALGORITHM_BODY(registers, struct bereaved),
                           .name = "bereaved",
                           .title = "Who is left behind pays",
                           .source = "a toy",
                           .note = "",
                           .step = step};
