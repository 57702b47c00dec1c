/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * B. K. Szymanski, "A simple solution to Lamport's concurrent programming problem with linear wait", International
 * Conference on Supercomputing 1988, pp. 621-626, Figure 2 on p. 624: the flag algorithm, with its last wait moved from
 * the exit to the entry.
 *
 * szymanski.c tells the idea. There a process that leaves waits until all that are inside are through door 2 (line 9),
 * so P3 does not hold. It can as well wait for that before it enters: then the exit is one write. The wait cannot be
 * left out (szymanski_no_wait.c).
 *
 * Departures: line 9 stands between lines 7 and 8; it keeps its number. The rest is as in szymanski.c.
 */
#include "algos/parts/szymanski.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  TWO_DOORS(LINE, TEXT, , WAITING, "")                                                        \
  LINE( 9, WAITING, "wait until for all j > i: flag[j] in {0, 1, 4}   [moved]")               \
  LINE( 8, WAITING, "wait until for all j < i: flag[j] < 2")                                  \
  TEXT(CS,          "critical section")                                                       \
  LINE(10, EXIT,    "flag[i] := 0")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct szymanski_early {
  uint8_t pc;
  struct two_doors doors;
  uint16_t j; /* 1..N+1 */
};

static const struct rmr_shared registers[] = {
  {.name = "flag", .cells = rmr_per_process, .home = rmr_owner, .max = two_doors_flag},
};

/* clang-format off */
#define FLAG(p) VAR(0, (p) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct szymanski_early *my = state;
  BEGIN;
  for (;;) {
    CALL( , TWO_DOORS,      two_doors(&my->doors, in, FLAG(1)));
    for (my->j = (uint16_t)(i + 1); my->j <= n; my->j++) {
      do
        DO ( 9,             spin_on(FLAG(my->j)));
      while (REPLY == 2 || REPLY == 3);
    }
    for (my->j = 1; my->j < i; my->j++) {
      do
        DO ( 8,             spin_on(FLAG(my->j)));
      while (REPLY >= 2);
    }
    my->j = 0;
    DO (10,                 write_to(FLAG(i), 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(szymanski_early) = {
  RMR_ALGORITHM_BODY(registers, struct szymanski_early),
  .name = "szymanski_early",
  .title = "Szymanski's flag algorithm, the exit's wait moved into the entry",
  .source = "Szymanski, ICS 1988, Figure 2, p. 624, with line 9 between lines 7 and 8",
  .note = "Differs from the print in the place of line 9 only.",
  .claims = {.primitives = "read, write",
             .rmr_dsm = "unbounded",
             .space = "N",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .watch = rmr_per_process,
  .step = step,
};
