/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The owner lock, folklore: the plainest recoverable lock that there is. The lock holds the name of its owner. Whoever
 * restarts looks whether he still owns it; if so he goes back to the critical section. The lock of the tests of
 * JetBrains' lincheck for non-volatile memory is the same with a compare-and-swap on line 1 where this one reads.
 *
 * There is nothing to repair: the one register tells everything, and the access that takes the lock is also the one
 * that says so.
 *
 * No doorway: nothing is remembered of who came first.
 *
 * Departures: there is no print. Line 2 is optional: it spares the others a compare-and-swap that would fail.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                  \
  LINE(1, RECOVER, "if Owner = i then goto critical section")                   \
  LINE(2, WAITING, "wait until Owner = nil")                                    \
  LINE(3, WAITING, "if not compare-and-swap(Owner, nil, i) then goto 2")        \
  TEXT(CS,         "critical section")                                          \
  LINE(4, EXIT,    "Owner := nil")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct recoverable_owner {
  uint8_t pc;
};

enum { NIL = 0 };

static const struct rmr_shared registers[] = {
  {.name = "Owner", .max = rmr_up_to_n, .multi_writer = true},
};

#define OWNER VAR(0, 0)

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct recoverable_owner *my = state;
  BEGIN;
  for (;;) {
    DO (1,      read_of(OWNER));
    if (REPLY != i)
      do {
        do
          DO (2,  spin_on(OWNER));
        while (REPLY != NIL);
        DO (3,    compare_and_swap(OWNER, NIL, (int32_t)i));
      } while (REPLY != NIL);
    DO (4,      write_to(OWNER, NIL));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(recoverable_owner) = {
  RMR_ALGORITHM_BODY(registers, struct recoverable_owner),
  .name = "recoverable_owner",
  .title = "Recoverable lock: one register with its owner",
  .source = "folklore; compare the tests for non-volatile memory of JetBrains/lincheck",
  .note = "Recoverable. Line 1 reads where lincheck's lock makes a compare-and-swap.",
  .claims = {.survives = "recover,system",
             .primitives = "read, write, compare-and-swap",
             .rmr_cc = "unbounded",
             .rmr_dsm = "unbounded",
             .space = "1",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
};
