/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that is wrong: a test-and-set lock, but a process that has let it go stays until it has seen it free, which
 * somebody quicker may prevent every time (P3 fails).
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                \
  LINE(1, WAITING, "repeat until not test-and-set(Lock)")     \
  TEXT(2,          "CRITICAL SECTION")                        \
  LINE(3, EXIT,    "Lock := false")                           \
  LINE(4, EXIT,    "wait until not Lock")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct lingerer {
  uint8_t pc;
};

static const struct rmr_shared registers[] = {
  {.name = "Lock", .max = rmr_bit, .multi_writer = true},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct lingerer *my = state;
  BEGIN;
  for (;;) {
    do
      DO ( 1,  test_and_set(VAR(0, 0)));
    while (REPLY);
    DO ( 3,    write_to(VAR(0, 0), false));
    do
      DO ( 4,  spin_on(VAR(0, 0)));
    while (REPLY);
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(lingerer) = {RMR_ALGORITHM_BODY(registers, struct lingerer),
                           .name = "lingerer",
                           .title = "Stays until it has seen the lock free",
                           .source = "a toy",
                           .note = "",
                           .claims = {.p = {0, RMR_YES, RMR_NO, RMR_NO, RMR_YES, RMR_UNSAID, RMR_YES}},
                           .step = step};
