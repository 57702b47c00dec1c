/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * L. Lamport, "A fast mutual exclusion algorithm", ACM Transactions on Computer Systems 5(1), 1987, pp. 1-11, Figure 2
 * (Algorithm 2).
 *
 * Who finds y free closes it and, if x still holds its name, enters: seven accesses where nobody competes, however many
 * processes there are. Otherwise it takes its bit down, waits until all bits are down, and enters if it was the last to
 * write y.
 *
 * No doorway: the paper promises no order, and all of the entry is waiting room.
 *
 * Departures: none. The print has no line numbers; those here go with its statements, in their order. The loop of line
 * 9 includes j = i, as printed.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  LINE( 1, WAITING, "start: b[i] := true")                                                    \
  LINE( 2, WAITING, "x := i")                                                                 \
  LINE( 3, WAITING, "if y != 0 then")                                                         \
  LINE( 4, WAITING, "  b[i] := false")                                                        \
  LINE( 5, WAITING, "  await y = 0; goto start")                                              \
  LINE( 6, WAITING, "y := i")                                                                 \
  LINE( 7, WAITING, "if x != i then")                                                         \
  LINE( 8, WAITING, "  b[i] := false")                                                        \
  LINE( 9, WAITING, "  for j := 1 to N do await not b[j]")                                    \
  LINE(10, WAITING, "  if y != i then")                                                       \
  LINE(11, WAITING, "    await y = 0; goto start")                                            \
  TEXT(12,          "critical section")                                                       \
  LINE(13, EXIT,    "y := 0")                                                                 \
  LINE(14, EXIT,    "b[i] := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct lamport_fast {
  uint8_t pc;
  uint16_t j; /* 1..N+1 */
};

static const char *const truth[] = {"false", "true", NULL};

enum { B_ARRAY, X_REGISTER, Y_REGISTER };

static const struct rmr_shared registers[] = {
  [B_ARRAY] = {.name = "b", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
  [X_REGISTER] = {.name = "x", .initial = 1, .min = 1, .max = rmr_up_to_n, .arbitrary = true, .multi_writer = true},
  [Y_REGISTER] = {.name = "y", .max = rmr_up_to_n, .multi_writer = true},
};

/* clang-format off */
#define B(p) VAR(B_ARRAY, (p) - 1)
#define X    VAR(X_REGISTER, 0)
#define Y    VAR(Y_REGISTER, 0)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct lamport_fast *my = state;
  BEGIN;
  for (;;) {
    for (;;) {
      DO ( 1,               write_to(B(i), true));
      DO ( 2,               write_to(X, i));
      DO ( 3,               read_of(Y));
      if (REPLY != 0) {
        DO ( 4,             write_to(B(i), false));
        do
          DO ( 5,           spin_on(Y));
        while (REPLY != 0);
        continue;
      }
      DO ( 6,               write_to(Y, i));
      DO ( 7,               read_of(X));
      if (REPLY == i) break;                                     /* the fast way in */
      DO ( 8,               write_to(B(i), false));
      for (my->j = 1; my->j <= n; my->j++) {
        do
          DO ( 9,           spin_on(B(my->j)));
        while (REPLY);
      }
      my->j = 0;
      DO (10,               read_of(Y));
      if (REPLY == i) break;                                     /* the slow one */
      do
        DO (11,             spin_on(Y));
      while (REPLY != 0);
    }
    DO (13,                 write_to(Y, 0));
    DO (14,                 write_to(B(i), false));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(lamport_fast) = {
  RMR_ALGORITHM_BODY(registers, struct lamport_fast),
  .name = "lamport_fast",
  .title = "Lamport's fast mutual exclusion",
  .source = "Lamport, ACM TOCS 5(1), 1987, Figure 2",
  .note = "Lines numbered here.",
  .claims = {.primitives = "read, write",
             .rmr_cc = "unbounded",
             .rmr_dsm = "unbounded",
             .space = "N+2",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
};
