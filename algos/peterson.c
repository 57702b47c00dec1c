/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * G. L. Peterson, "Myths about the mutual exclusion problem", Information Processing Letters 12(3), 1981, pp. 115-116,
 * Figure 3: the algorithm for N processes, known as the filter lock.
 *
 * N-1 levels, each of which holds one process back: Q[i] is the level at which P_i stands, TURN[k] who came to level k
 * last. A process stays at a level for as long as somebody else is at it or above it and nobody has come after.
 *
 * No doorway: on its first level a process can be overtaken any number of times, and all of the entry is waiting room.
 *
 * Departures: the lines are numbered here. The condition of line 4 is evaluated left to right: Q[j] for j = 1, 2, ...
 * other than i up to the first that is not below k (4a), and then TURN[k] (4b); if it fails the evaluation begins at
 * the first j again. For N = 1 there is no level and the print's entry is empty; a passage needs a first access, so
 * there line 2 is made once.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  TEXT( 1,           "for k := 1 to N-1 do")                                                  \
  LINE( 2,  WAITING, "  Q[i] := k")                                                           \
  LINE( 3,  WAITING, "  TURN[k] := i")                                                        \
  LINE( 4a, WAITING, "  wait until (for all j != i, Q[j] < k) or")                            \
  LINE( 4b, WAITING, "             TURN[k] != i")                                             \
  TEXT( 5,           "critical section")                                                      \
  LINE( 6,  EXIT,    "Q[i] := 0")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct peterson {
  uint8_t pc;
  uint16_t k; /* the level, 1..N-1 */
  uint16_t j; /* 1..N+1            */
};

static uint32_t one_for_each_level(struct rmr_size s)
{
  return s.n - 1;
}

static rmr_word last_level(struct rmr_size s)
{
  return s.n > 1 ? s.n - 1 : 1;
}

enum { Q_ARRAY, TURN_ARRAY };

static const struct rmr_shared registers[] = {
  [Q_ARRAY] = {.name = "Q", .cells = rmr_per_process, .home = rmr_owner, .max = last_level},
  [TURN_ARRAY] = {.name = "TURN",
                  .cells = one_for_each_level,
                  .initial = 1,
                  .min = 1,
                  .max = rmr_up_to_n,
                  .arbitrary = true,
                  .multi_writer = true},
};

static uint32_t first_other(uint32_t i)
{
  return i == 1 ? 2 : 1;
}

/* clang-format off */
#define Q(p)    VAR(Q_ARRAY, (p) - 1)
#define TURN(k) VAR(TURN_ARRAY, (k) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct peterson *my = state;
  BEGIN;
  for (;;) {
    my->k = 1;
    do {
      DO ( 2,                 write_to(Q(i), my->k));
      if (n == 1) break;
      DO ( 3,                 write_to(TURN(my->k), i));
      for (;;) {
        for (my->j = 1; my->j <= n; my->j++)
          if (my->j != i) {
            DO ( 4a,          my->j == first_other(i) ? spin_on(Q(my->j)) : read_of(Q(my->j)));
            if (REPLY >= my->k) break;
          }
        if (my->j > n) break;                                    /* all others are below */
        my->j = 0;
        DO ( 4b,              read_of(TURN(my->k)));
        if (REPLY != i) break;
      }
      my->j = 0;
    } while (++my->k < n);
    my->k = 0;
    DO ( 6,                   write_to(Q(i), 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(peterson) = {
  RMR_ALGORITHM_BODY(registers, struct peterson),
  .name = "peterson",
  .title = "Peterson's algorithm for N processes (filter lock)",
  .source = "Peterson, Information Processing Letters 12(3), 1981, Figure 3",
  .note = "Lines numbered here; one evaluation of line 4 reads up to N registers.",
  .claims = {.primitives = "read, write",
             .rmr_dsm = "unbounded",
             .space = "2N-1",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .watch = rmr_per_process,
  .step = step,
};
