/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * L. Rudolph and Z. Segall, "Dynamic decentralized cache schemes for MIMD parallel processors", 11th International
 * Symposium on Computer Architecture, 1984, pp. 340-347: test-and-test-and-set.
 *
 * A process waits in its cache until it sees the lock free, and only then tries to take it. That spares the attempts
 * while the lock is held, not the rush when it becomes free.
 *
 * No doorway: nothing is remembered of who came first.
 *
 * Departures: none.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                          \
  TEXT(1,          "repeat")                            \
  LINE(2, WAITING, "  wait until not Lock")             \
  LINE(3, WAITING, "until not test-and-set(Lock)")      \
  TEXT(4,          "critical section")                  \
  LINE(5, EXIT,    "Lock := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct ttas {
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
  struct ttas *my = state;
  BEGIN;
  for (;;) {
    do {
      do
        DO (2,  spin_on(LOCK));
      while (REPLY);
      DO (3,    test_and_set(LOCK));
    } while (REPLY);
    DO (5,      write_to(LOCK, false));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(ttas) = {
  RMR_ALGORITHM_BODY(registers, struct ttas),
  .name = "ttas",
  .title = "Test-and-test-and-set lock",
  .source = "Rudolph and Segall, ISCA 1984, pp. 340-347",
  .note = "",
  .claims = {.primitives = "read, write, test-and-set",
             .rmr_cc = "unbounded",
             .rmr_dsm = "unbounded",
             .space = "1",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
};
