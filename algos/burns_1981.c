/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * J. E. Burns, "Symmetry in systems of asynchronous processes", 22nd Symposium on Foundations of Computer Science,
 * 1981, pp. 169-174, Figure 2 on p. 170: a bit for each process and one register of N values, and no process is told
 * apart from another by more than its name.
 *
 * Who wants to enter raises its flag and writes its name. A process that finds another name there takes its flag down
 * until no other is up; the one whose name stands waits until all the others are down.
 *
 * No doorway: who writes its name last goes first, so all of the entry is waiting room.
 *
 * Departures: the print has been seen in transcription only, which leaves line 4 out as not needed; it stands here. The
 * lines are numbered here. The conditions of lines 3 and 6 are evaluated for j = 1, 2, ... other than i; line 6 begins
 * at line 5 again with the first flag that is up.
 *
 * Line 3 is passed when each of the other flags has been seen down, not when all are down at a time: so four processes
 * can go round lines 1 to 6 for ever and nobody enters, with line 4 or without it.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  LINE( 1,  WAITING, "L0: flag[i] := true")                                                   \
  LINE( 1b, WAITING, "    turn := i")                                                         \
  LINE( 2,  WAITING, "L1: if turn != i then")                                                 \
  LINE( 2b, WAITING, "      flag[i] := false")                                                \
  LINE( 3,  WAITING, "      wait until for all j != i: not flag[j]")                          \
  TEXT( 3b,          "      goto L0")                                                         \
  LINE( 4,  WAITING, "    flag[i] := true")                                                   \
  LINE( 5,  WAITING, "L2: if turn != i then goto L1")                                         \
  LINE( 6,  WAITING, "    if for some j != i: flag[j] then goto L2")                          \
  TEXT(CS,           "    critical section")                                                  \
  LINE( 7,  EXIT,    "    flag[i] := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct burns_1981 {
  uint8_t pc;
  uint16_t j; /* 1..N+1 */
};

static const char *const truth[] = {"false", "true", NULL};

enum { FLAG_ARRAY, TURN_REGISTER };

static const struct rmr_shared registers[] = {
  [FLAG_ARRAY] = {.name = "flag", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
  [TURN_REGISTER] =
    {.name = "turn", .initial = 1, .min = 1, .max = rmr_up_to_n, .arbitrary = true, .multi_writer = true},
};

/* Lines 5 and 6: turn, and all other flags. */
static uint32_t once_round(struct rmr_size s)
{
  return s.n;
}

/* clang-format off */
#define FLAG(p) VAR(FLAG_ARRAY, (p) - 1)
#define TURN    VAR(TURN_REGISTER, 0)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct burns_1981 *my = state;
  BEGIN;
  for (;;) {
  L0:
    DO ( 1,               write_to(FLAG(i), true));
    DO ( 1b,              write_to(TURN, i));
  L1:
    DO ( 2,               read_of(TURN));
    if (REPLY != i) {
      DO ( 2b,            write_to(FLAG(i), false));
      for (my->j = 1; my->j <= n; my->j++)
        while (my->j != i) {
          DO ( 3,         spin_on(FLAG(my->j)));
          if (!REPLY) break;
        }
      my->j = 0;
      goto L0;
    }
    DO ( 4,               write_to(FLAG(i), true));
    for (;;) {
      DO ( 5,             spin_on(TURN));
      if (REPLY != i) goto L1;
      for (my->j = 1; my->j <= n; my->j++)
        if (my->j != i) {
          DO ( 6,         read_of(FLAG(my->j)));
          if (REPLY) break;
        }
      if (my->j > n) break;                                      /* all the others are down */
      my->j = 0;                                                 /* goto L2 */
    }
    my->j = 0;
    DO ( 7,               write_to(FLAG(i), false));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(burns_1981) = {
  RMR_ALGORITHM_BODY(registers, struct burns_1981),
  .name = "burns_1981",
  .title = "Burns' symmetric mutual exclusion",
  .source = "Burns, FOCS 1981, pp. 169-174, Figure 2, p. 170",
  .note =
    "Seen in transcription. Lines numbered here; line 6 begins with line 5 again. Read flag by flag, line 3 lets four "
    "processes go round for ever without an entry (P6).",
  .claims = {.primitives = "read, write",
             .rmr_cc = "unbounded",
             .rmr_dsm = "unbounded",
             .space = "N+1",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .watch = once_round,
  .step = step,
};
