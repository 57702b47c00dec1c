/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that is wrong: a test-and-set lock behind a doorway that nobody looks at. It excludes, but a quick process
 * comes first (P5 fails). Its waiting writes, so nobody is ever parked.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                    \
  LINE(1, DOORWAY, "Knock[i] := true")            \
  LINE(2, WAITING, "repeat until not test-and-set(Lock)") \
  TEXT(3,          "CRITICAL SECTION")            \
  LINE(4, EXIT,    "Lock := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct queue_jumper {
  uint8_t pc;
  uint8_t locked;
};

enum { KNOCK, LOCK };

static const struct rmr_shared registers[] = {
  [KNOCK] = {.name = "Knock", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit},
  [LOCK] = {.name = "Lock", .max = rmr_bit, .multi_writer = true},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct queue_jumper *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,               write_to(VAR(KNOCK, i - 1), true));
    do
      LET( 2, my->locked, test_and_set(VAR(LOCK, 0)));
    while (my->locked);
    DO ( 4,               write_to(VAR(LOCK, 0), false));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(queue_jumper) = {RMR_ALGORITHM_BODY(registers, struct queue_jumper),
                               .name = "queue_jumper",
                               .title = "Test-and-set behind a doorway",
                               .source = "a toy",
                               .note = "",
                               .claims = {.p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_NO, RMR_YES, RMR_YES}},
                               .step = step};
