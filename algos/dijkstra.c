/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * E. W. Dijkstra, "Solution of a problem in concurrent programming control", Communications of the ACM 8(9), 1965, p.
 * 569: the first algorithm for N processes.
 *
 * b[i] false says that P_i wants to enter, c[i] false that it has come to the second stage. Of those who want to enter,
 * the one whose number is in k goes on; a process that finds in k one that does not want to enter writes its own number
 * there. Several can have done that, so the second stage looks at all other c's and goes back if one more is there.
 *
 * No doorway: the paper knows no order of arrival, and all of the entry is waiting room. A process that is not in k
 * writes c[i] on every round of Li1 to Li3, so it is never parked.
 *
 * Departures: none but the splitting of lines. Li3 reads k (3a), then b[k] (3b), and writes k (3c); Li4 writes c[i]
 * (4a) and reads the other c's (4b). The two assignments behind the critical section, which have no label in the print,
 * are lines 5 and 6.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  LINE( 0,  WAITING, "Li0: b[i] := false")                                                    \
  LINE( 1,  WAITING, "Li1: if k != i then")                                                   \
  LINE( 2,  WAITING, "Li2: begin c[i] := true")                                               \
  LINE( 3a, WAITING, "Li3:   if b[k]   [reads k]")                                            \
  LINE( 3b, WAITING, "         [reads b of that]")                                            \
  LINE( 3c, WAITING, "         then k := i; go to Li1 end else")                              \
  LINE( 4a, WAITING, "Li4: begin c[i] := false")                                              \
  LINE( 4b, WAITING, "       for j := 1 step 1 until N do"                                    \
                     " if j != i and not c[j] then go to Li1 end")                            \
  TEXT(CS,           "     critical section")                                                 \
  LINE( 5,  EXIT,    "     c[i] := true")                                                     \
  LINE( 6,  EXIT,    "     b[i] := true")                                                     \
  TEXT( 7,           "     remainder of the cycle in which stopping is allowed; go to Li0")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct dijkstra {
  uint8_t pc;
  uint16_t j; /* 1..N+1                   */
  uint16_t k; /* k, between 3a and 3b     */
};

static const char *const truth[] = {"false", "true", NULL};

enum { B_ARRAY, C_ARRAY, K_REGISTER };

static const struct rmr_shared registers[] = {
  [B_ARRAY] =
    {.name = "b", .cells = rmr_per_process, .home = rmr_owner, .initial = true, .max = rmr_bit, .names = truth},
  [C_ARRAY] =
    {.name = "c", .cells = rmr_per_process, .home = rmr_owner, .initial = true, .max = rmr_bit, .names = truth},
  [K_REGISTER] = {.name = "k", .initial = 1, .min = 1, .max = rmr_up_to_n, .arbitrary = true, .multi_writer = true},
};

/* clang-format off */
#define B(p) VAR(B_ARRAY, (p) - 1)
#define C(p) VAR(C_ARRAY, (p) - 1)
#define K    VAR(K_REGISTER, 0)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct dijkstra *my = state;
  BEGIN;
  for (;;) {
    DO ( 0,                   write_to(B(i), false));
    for (;;) {
      DO ( 1,                 read_of(K));
      if (REPLY != i) {
        DO ( 2,               write_to(C(i), true));
        LET( 3a, my->k,       read_of(K));
        DO ( 3b,              read_of(B(my->k)));
        my->k = 0;
        if (REPLY)
          DO ( 3c,            write_to(K, i));
      } else {
        DO ( 4a,              write_to(C(i), false));
        for (my->j = 1; my->j <= n; my->j++)
          if (my->j != i) {
            DO ( 4b,          read_of(C(my->j)));
            if (!REPLY) break;
          }
        if (my->j > n) break;                                    /* nobody else is in the second stage */
        my->j = 0;                                               /* go to Li1 */
      }
    }
    my->j = 0;
    DO ( 5,                   write_to(C(i), true));
    DO ( 6,                   write_to(B(i), true));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(dijkstra) = {
  RMR_ALGORITHM_BODY(registers, struct dijkstra),
  .name = "dijkstra",
  .title = "Dijkstra's mutual exclusion",
  .source = "Dijkstra, CACM 8(9), 1965, p. 569",
  .note = "Lines with several accesses are split (3a 3b 3c, 4a 4b); lines 5 and 6 have no label in the print.",
  .claims = {.primitives = "read, write",
             .rmr_cc = "unbounded",
             .rmr_dsm = "unbounded",
             .space = "2N+1",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
};
