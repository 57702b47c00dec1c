/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The test-and-set lock, as old as the instruction. Described, measured and found wanting by T. E. Anderson, "The
 * performance of spin lock alternatives for shared-memory multiprocessors", IEEE Transactions on Parallel and
 * Distributed Systems 1(1), 1990, pp. 6-16.
 *
 * Every attempt writes, so every attempt is a remote reference, and takes the copies of all others away.
 *
 * No doorway: nothing is remembered of who came first.
 *
 * Departures: none.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                              \
  LINE(1, WAITING, "repeat until not test-and-set(Lock)")   \
  TEXT(2,          "critical section")                      \
  LINE(3, EXIT,    "Lock := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct tas {
  uint8_t pc;
};

static const char *const truth[] = {"false", "true", NULL};

static const struct rmr_shared registers[] = {
  {.name = "Lock", .max = rmr_bit, .multi_writer = true, .names = truth},
};

#define LOCK VAR(0, 0)

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct tas *my = state;
  BEGIN;
  for (;;) {
    do
      DO (1,  test_and_set(LOCK));
    while (REPLY);
    DO (3,    write_to(LOCK, false));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(tas) = {
  RMR_ALGORITHM_BODY(registers, struct tas),
  .name = "tas",
  .title = "Test-and-set lock",
  .source = "see Anderson, IEEE TPDS 1(1), 1990, pp. 6-16",
  .note = "",
  .claims = {.primitives = "write, test-and-set",
             .rmr_cc = "unbounded",
             .rmr_dsm = "unbounded",
             .space = "1",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
};
