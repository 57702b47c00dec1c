/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * J. E. Burns and N. A. Lynch, "Mutual exclusion using indivisible reads and writes", 18th Allerton Conference on
 * Communication, Control and Computing, 1980, pp. 833-842; the algorithm on p. 836.
 *
 * A flag for each process. P_i keeps its flag down for as long as one of a lower-numbered process is up, then raises it
 * and looks again; if one has come up meanwhile, it starts anew. With its flag up it waits until none of a
 * higher-numbered process is. One bit for each process is as few as there can be.
 *
 * No doorway: a process can be sent back at any time before line 7, and all of the entry is waiting room. One that is
 * sent back writes its flag on line 3, so it is never parked there.
 *
 * Departures: the print begins its cycle with line 1, F[i] := down, and the remainder, line 2. Flags are down at first,
 * so line 1 is the exit of the passage before; it stands at the end here, and a passage begins with line 3.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  TEXT(2,          "2: remainder")                                                            \
  LINE(3, WAITING, "3: F[i] := down")                                                         \
  LINE(4, WAITING, "4: for j := 1 to i-1 do if F[j] = up then goto 3")                        \
  LINE(5, WAITING, "5: F[i] := up")                                                           \
  LINE(6, WAITING, "6: for j := 1 to i-1 do if F[j] = up then goto 3")                        \
  LINE(7, WAITING, "7: for j := i+1 to N do if F[j] = up then goto 7")                        \
  TEXT(8,          "8: critical")                                                             \
  LINE(1, EXIT,    "1: F[i] := down   [the first line of the cycle in the print]")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct burns_lynch {
  uint8_t pc;
  uint16_t j; /* 1..N+1 */
};

enum { DOWN, UP };
static const char *const flag_names[] = {"down", "up", NULL};

static const struct rmr_shared registers[] = {
  {.name = "F", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = flag_names},
};

/* clang-format off */
#define F(p) VAR(0, (p) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct burns_lynch *my = state;
  BEGIN;
  for (;;) {
    for (;;) {
      DO (3,                write_to(F(i), DOWN));
      for (my->j = 1; my->j < i; my->j++) {
        DO (4,              read_of(F(my->j)));
        if (REPLY == UP) break;
      }
      if (my->j == i) {
        my->j = 0;
        DO (5,              write_to(F(i), UP));
        for (my->j = 1; my->j < i; my->j++) {
          DO (6,            read_of(F(my->j)));
          if (REPLY == UP) break;
        }
        if (my->j == i) break;                                   /* no lower flag is up */
      }
      my->j = 0;                                                 /* goto 3 */
    }
    my->j = (uint16_t)(i + 1);
    while (my->j <= n) {                                      /* one wait for all of them: goto 7 begins at i+1 again */
      DO (7,                my->j == i + 1 ? spin_on(F(my->j)) : read_of(F(my->j)));
      my->j = REPLY == UP ? (uint16_t)(i + 1) : (uint16_t)(my->j + 1);
    }
    my->j = 0;
    DO (1,                  write_to(F(i), DOWN));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(burns_lynch) = {
  RMR_ALGORITHM_BODY(registers, struct burns_lynch),
  .name = "burns_lynch",
  .title = "Burns-Lynch one-bit mutual exclusion",
  .source = "Burns and Lynch, 18th Allerton Conference, 1980, p. 836",
  .note = "The cycle is cut at the remainder: line 1 of the print is the exit.",
  .claims = {.primitives = "read, write",
             .rmr_dsm = "unbounded",
             .space = "N",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .watch = rmr_per_process,
  .step = step,
};
