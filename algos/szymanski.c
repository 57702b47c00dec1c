/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * B. K. Szymanski, "A simple solution to Lamport's concurrent programming problem with linear wait", International
 * Conference on Supercomputing 1988, pp. 621-626, Figure 2 on p. 624: the flag algorithm, as published.
 * szymanski_early.c moves line 9, szymanski_no_wait.c leaves it out.
 *
 * A waiting room with two doors. flag 1: wants to come in; 3: is in the doorway of door 1; 2: waits inside for others
 * that want to come in; 4: door 2 is open, door 1 closed. The last to come in opens door 2; those inside then enter the
 * critical section in the order of their numbers, and door 1 opens when all of them are through. So nobody is overtaken
 * more than once by the same process.
 *
 * No doorway in the sense of P5: the order in the waiting room is that of the numbers, not of arrival. All of the entry
 * is waiting room.
 *
 * Lines 1 to 7 are in parts/szymanski.h, which says how the flags are read there. Lines 8 and 9 are one wait for each
 * j, in ascending order. Departures: none.
 *
 * Line 9 waits in the exit, so P3 does not hold.
 */
#include "algos/parts/szymanski.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  TWO_DOORS(LINE, TEXT, , WAITING, "")                                                        \
  LINE( 8, WAITING, "wait until for all j < i: flag[j] < 2")                                  \
  TEXT(CS,          "critical section")                                                       \
  LINE( 9, EXIT,    "wait until for all j > i: flag[j] in {0, 1, 4}")                         \
  LINE(10, EXIT,    "flag[i] := 0")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct szymanski {
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
  struct szymanski *my = state;
  BEGIN;
  for (;;) {
    CALL( , TWO_DOORS,      two_doors(&my->doors, in, FLAG(1)));
    for (my->j = 1; my->j < i; my->j++) {
      do
        DO ( 8,             spin_on(FLAG(my->j)));
      while (REPLY >= 2);
    }
    for (my->j = (uint16_t)(i + 1); my->j <= n; my->j++) {
      do
        DO ( 9,             spin_on(FLAG(my->j)));
      while (REPLY == 2 || REPLY == 3);
    }
    my->j = 0;
    DO (10,                 write_to(FLAG(i), 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(szymanski) = {
  RMR_ALGORITHM_BODY(registers, struct szymanski),
  .name = "szymanski",
  .title = "Szymanski's flag algorithm with linear wait",
  .source = "Szymanski, ICS 1988, Figure 2, p. 624",
  .note = "",
  .claims = {.primitives = "read, write",
             .rmr_dsm = "unbounded",
             .space = "N",
             .p = {0, RMR_YES, RMR_YES, RMR_NO, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .watch = rmr_per_process,
  .step = step,
};
