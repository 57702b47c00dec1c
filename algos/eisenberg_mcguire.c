/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * M. A. Eisenberg and M. R. McGuire, "Further comments on Dijkstra's concurrent programming control problem",
 * Communications of the ACM 15(11), 1972, p. 999: nobody waits for more than N-1 turns of others.
 *
 * The processes stand in a circle, and `turn` says where it begins. Who wants to enter waits until nobody between turn
 * and itself wants to, says that it is active, and goes on if nobody else says so. Who leaves hands turn to the next
 * one in the circle that wants to enter.
 *
 * No doorway: the order is that of the circle. All of the entry is waiting room.
 *
 * Departures: the lines are numbered here, and processes count from 1. The exit writes turn and its own control once
 * each; it finds a process that is not idle, as it is not idle itself.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  LINE( 1,  WAITING, "L0: control[i] := wanting")                                             \
  LINE( 2,  WAITING, "L1: for j := turn")                                                     \
  TEXT( 2b,          "        step 1 until N, 1 step 1 until i do")                           \
  TEXT( 2c,          "      if j = i then goto L2")                                           \
  LINE( 3,  WAITING, "      if control[j] != idle then goto L1")                              \
  LINE( 4,  WAITING, "L2: control[i] := active")                                              \
  LINE( 5,  WAITING, "    for j := 1 to N do if j != i and control[j] = active then goto L0") \
  LINE( 6,  WAITING, "    if turn != i and")                                                  \
  LINE( 7,  WAITING, "       control[turn] != idle then goto L0")                             \
  LINE( 8,  WAITING, "    turn := i")                                                         \
  TEXT(CS,           "    critical section")                                                  \
  TEXT( 9,           "    for j := i+1 step 1 until N, 1 step 1 until i do")                  \
  LINE(10,  EXIT,    "      if control[j] != idle then")                                      \
  LINE(11,  EXIT,    "        turn := j and leave the loop")                                  \
  LINE(12,  EXIT,    "    control[i] := idle")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct eisenberg_mcguire {
  uint8_t pc;
  uint16_t j; /* 1..N+1; in line 7: turn */
};

enum { IDLE, WANTING, ACTIVE };
static const char *const control_names[] = {"idle", "wanting", "active", NULL};

static rmr_word active(struct rmr_size s)
{
  (void)s;
  return ACTIVE;
}

/* Lines 2 and 3: turn, and some of control. */
static uint32_t once_round(struct rmr_size s)
{
  return s.n + 1;
}

enum { CONTROL_ARRAY, TURN_REGISTER };

static const struct rmr_shared registers[] = {
  [CONTROL_ARRAY] =
    {.name = "control", .cells = rmr_per_process, .home = rmr_owner, .max = active, .names = control_names},
  [TURN_REGISTER] =
    {.name = "turn", .initial = 1, .min = 1, .max = rmr_up_to_n, .arbitrary = true, .multi_writer = true},
};

/* clang-format off */
#define CONTROL(p) VAR(CONTROL_ARRAY, (p) - 1)
#define TURN       VAR(TURN_REGISTER, 0)
#define NEXT(p)    ((uint16_t)((p) % n + 1))

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct eisenberg_mcguire *my = state;
  BEGIN;
  for (;;) {
  L0:
    DO ( 1,               write_to(CONTROL(i), WANTING));
  L1:
    LET( 2, my->j,        spin_on(TURN));
    for (; my->j != i; my->j = NEXT(my->j)) {
      DO ( 3,             read_of(CONTROL(my->j)));
      if (REPLY != IDLE) {
        my->j = 0;
        goto L1;
      }
    }
    my->j = 0;
    DO ( 4,               write_to(CONTROL(i), ACTIVE));
    for (my->j = 1; my->j <= n; my->j++)
      if (my->j != i) {
        DO ( 5,           read_of(CONTROL(my->j)));
        if (REPLY == ACTIVE) {
          my->j = 0;
          goto L0;
        }
      }
    LET( 6, my->j,        read_of(TURN));
    if (my->j != i) {
      DO ( 7,             read_of(CONTROL(my->j)));
      my->j = 0;
      if (REPLY != IDLE) goto L0;
    }
    my->j = 0;
    DO ( 8,               write_to(TURN, i));
    for (my->j = NEXT(i); my->j != i; my->j = NEXT(my->j)) {
      DO (10,             read_of(CONTROL(my->j)));
      if (REPLY != IDLE) break;
    }
    DO (11,               write_to(TURN, my->j));
    my->j = 0;
    DO (12,               write_to(CONTROL(i), IDLE));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(eisenberg_mcguire) = {
  RMR_ALGORITHM_BODY(registers, struct eisenberg_mcguire),
  .name = "eisenberg_mcguire",
  .title = "Eisenberg-McGuire mutual exclusion",
  .source = "Eisenberg, McGuire, CACM 15(11), 1972, p. 999",
  .note = "Lines numbered here; processes count from 1.",
  .claims = {.primitives = "read, write",
             .rmr_cc = "unbounded",
             .rmr_dsm = "unbounded",
             .space = "N+1",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .watch = once_round,
  .step = step,
};
