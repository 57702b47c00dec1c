/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * B. K. Szymanski, "A simple solution to Lamport's concurrent programming problem with linear wait", International
 * Conference on Supercomputing 1988, pp. 621-626, Figure 2 on p. 624: the flag algorithm, as published.
 * szymanski_early.c moves line 9.
 *
 * A waiting room with two doors. flag 1: wants to come in; 3: is in the doorway of door 1; 2: waits inside for others
 * that want to come in; 4: door 2 is open, door 1 closed. The last to come in opens door 2; those inside then enter the
 * critical section in the order of their numbers, and door 1 opens when all of them are through. So nobody is overtaken
 * more than once by the same process.
 *
 * No doorway in the sense of P5: the order in the waiting room is that of the numbers, not of arrival. All of the entry
 * is waiting room.
 *
 * Departures: none. Lines 2, 8 and 9 are one wait for each j, in ascending order; line 4 looks at each j once and stops
 * at the first hit; line 6 is one wait that reads all flags, in ascending order, up to the first hit, again and again.
 *
 * Line 9 waits in the exit, so P3 does not hold.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  LINE( 1, WAITING, "flag[i] := 1")                                                           \
  LINE( 2, WAITING, "wait until for all j: flag[j] < 3")                                      \
  LINE( 3, WAITING, "flag[i] := 3")                                                           \
  LINE( 4, WAITING, "if there is a j with flag[j] = 1 then")                                  \
  LINE( 5, WAITING, "  flag[i] := 2")                                                         \
  LINE( 6, WAITING, "  wait until there is a j with flag[j] = 4")                             \
  LINE( 7, WAITING, "flag[i] := 4")                                                           \
  LINE( 8, WAITING, "wait until for all j < i: flag[j] < 2")                                  \
  TEXT(CS,          "critical section")                                                       \
  LINE( 9, EXIT,    "wait until for all j > i: flag[j] in {0, 1, 4}")                         \
  LINE(10, EXIT,    "flag[i] := 0")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct szymanski {
  uint8_t pc;
  uint16_t j; /* 1..N+1 */
};

static rmr_word four(struct rmr_size s)
{
  (void)s;
  return 4;
}

static const struct rmr_shared registers[] = {
  {.name = "flag", .cells = rmr_per_process, .home = rmr_owner, .max = four},
};

/* clang-format off */
#define FLAG(p) VAR(0, (p) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct szymanski *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,                 write_to(FLAG(i), 1));
    for (my->j = 1; my->j <= n; my->j++) {
      do
        DO ( 2,             spin_on(FLAG(my->j)));
      while (REPLY >= 3);
    }
    my->j = 0;
    DO ( 3,                 write_to(FLAG(i), 3));
    for (my->j = 1; my->j <= n; my->j++) {
      DO ( 4,               read_of(FLAG(my->j)));
      if (REPLY == 1) break;
    }
    if (my->j <= n) {
      my->j = 0;
      DO ( 5,               write_to(FLAG(i), 2));
      my->j = 1;
      for (;;) {
        DO ( 6,             my->j == 1 ? spin_on(FLAG(my->j)) : read_of(FLAG(my->j)));
        if (REPLY == 4) break;
        my->j = my->j < n ? (uint16_t)(my->j + 1) : 1;
      }
    }
    my->j = 0;
    DO ( 7,                 write_to(FLAG(i), 4));
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
