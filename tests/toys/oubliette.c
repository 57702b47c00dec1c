/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that is wrong: everybody may come in, but a process that has found no light on leaving waits for it, and nobody
 * ever makes any (P3 and P7 fail).
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                  \
  LINE(1, WAITING, "look at Light")             \
  TEXT(2,          "CRITICAL SECTION")          \
  LINE(3, EXIT,    "wait until Light")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct oubliette {
  uint8_t pc;
};

static const struct rmr_shared registers[] = {
  {.name = "Light", .max = rmr_bit},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct oubliette *my = state;
  (void)in;
  BEGIN;
  for (;;) {
    DO ( 1,    read_of(VAR(0, 0)));
    do
      DO ( 3,  spin_on(VAR(0, 0)));
    while (!REPLY);
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(oubliette) = {RMR_ALGORITHM_BODY(registers, struct oubliette),
                            .name = "oubliette",
                            .title = "Nobody comes out again",
                            .source = "a toy",
                            .note = "",
                            .step = step};
