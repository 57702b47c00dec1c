/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * After K. Block and T.-K. Woo, "A more efficient generalization of Peterson's mutual exclusion algorithm", Information
 * Processing Letters 35, 1990, pp. 219-222.
 *
 * Peterson's algorithm (peterson.c) for as many stages as there are processes that want to enter, not for N-1. At each
 * stage a process puts its name down, and waits until another one has put its own there, which sends it to the next
 * stage, or until no more processes want to enter than there are stages up to this one: then all the others are held
 * at one each of the stages before, and it enters.
 *
 * The text of the paper was not at hand: the figure is ours. What is certain is what K. Alagarsamy says of it in
 * Information Processing Letters, 2005: t stages are crossed, 1 <= t <= N, and a process is passed N(N-1)/2 times at
 * most. Here P_1 can be passed once at N = 2 and 5 times at N = 3, counted from its first line on.
 *
 * No doorway: who comes later may go past; all of the entry is waiting room.
 *
 * The flags are counted for k = 1, 2, ..., until there are too many, and the wait of lines 3 and 4 begins at line 3
 * again. At stage N nobody waits, as no more than N processes can want to enter.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  LINE( 1,  WAITING, "flag[i] := true")                                                       \
  TEXT( 2,           "for stage := 1 to N do")                                                \
  LINE( 2b, WAITING, "  turn[stage] := i")                                                    \
  LINE( 3,  WAITING, "  wait until turn[stage] != i, then go on to the next stage, or")       \
  LINE( 4,  WAITING, "             less than `stage` of the flags of others are true, then enter") \
  TEXT(CS,           "critical section")                                                      \
  LINE( 5,  EXIT,    "flag[i] := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct block_woo {
  uint8_t pc;
  uint16_t stage; /* 1..N */
  uint16_t k;     /* 1..N+1 */
  uint16_t up;    /* flags that were true, 0..stage */
};

static const char *const truth[] = {"false", "true", NULL};

enum { FLAG_ARRAY, TURN_ARRAY };

static const struct rmr_shared registers[] = {
  [FLAG_ARRAY] = {.name = "flag", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
  [TURN_ARRAY] = {.name = "turn", .cells = rmr_per_process, .max = rmr_up_to_n, .multi_writer = true},
};

/* turn, and the flags of the others. */
static uint32_t once_round(struct rmr_size s)
{
  return s.n;
}

/* clang-format off */
#define FLAG(p) VAR(FLAG_ARRAY, (p) - 1)
#define TURN(s) VAR(TURN_ARRAY, (s) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct block_woo *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,               write_to(FLAG(i), true));
    for (my->stage = 1; my->stage <= n; my->stage++) {
      DO ( 2b,            write_to(TURN(my->stage), i));
      while (my->stage < n) {
        DO ( 3,           spin_on(TURN(my->stage)));
        if (REPLY != i) break;
        for (my->k = 1; my->k <= n; my->k++)
          if (my->k != i) {
            DO ( 4,       read_of(FLAG(my->k)));
            my->up += REPLY != 0;
            if (my->up == my->stage) break;
          }
        my->k = 0;
        if (my->up < my->stage) goto enter;
        my->up = 0;
      }
    }
  enter:
    my->up = my->stage = 0;
    DO ( 5,               write_to(FLAG(i), false));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(block_woo) = {
  RMR_ALGORITHM_BODY(registers, struct block_woo),
  .name = "block_woo",
  .title = "Peterson's algorithm with as many stages as processes, after Block and Woo",
  .source = "after Block, Woo, Information Processing Letters 35, 1990, pp. 219-222",
  .note = "Written without the paper.",
  .claims = {.primitives = "read, write",
             .rmr_dsm = "unbounded",
             .space = "2N",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .watch = once_round,
  .step = step,
};
