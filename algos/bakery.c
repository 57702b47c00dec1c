/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * L. Lamport, "A new solution of Dijkstra's concurrent programming problem", Communications of the ACM 17(8), 1974,
 * pp. 453-455: the bakery algorithm.
 *
 * A process takes a number larger than all it sees and is served in the order of the numbers, ties by identifier. While
 * it is choosing, others wait for it, so that nobody acts on half a choice.
 *
 * Departures: the paper has the labels L1 to L3 only; the lines are numbered here, L2 is line 6 and L3 is line 7. The
 * maximum of line 2 is N reads (2a) and the write (2b); line 7 reads number[j] and, unless that is 0, number[i].
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  LINE( 1,  DOORWAY, "L1: choosing[i] := 1")                                                  \
  LINE( 2a, DOORWAY, "    number[i] := 1 + maximum(number[1], ..., number[N])   [the reads]") \
  LINE( 2b, DOORWAY, "    [the write of line 2]")                                             \
  LINE( 3,  DOORWAY, "    choosing[i] := 0")                                                  \
  TEXT( 4,           "    for j := 1 step 1 until N do begin")                                \
  LINE( 6,  WAITING, "L2:   if choosing[j] != 0 then goto L2")                                \
  LINE( 7a, WAITING, "L3:   if number[j] != 0 and")                                           \
  LINE( 7b, WAITING, "         (number[j], j) < (number[i], i) then goto L3")                 \
  TEXT( 8,           "    end")                                                               \
  TEXT( 9,           "    critical section")                                                  \
  LINE(10,  EXIT,    "    number[i] := 0")                                                    \
  TEXT(11,           "    noncritical section; goto L1")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct bakery {
  uint8_t pc;
  uint16_t j;    /* 1..N+1                        */
  int64_t max;   /* of the numbers seen on line 2 */
  int64_t other; /* number[j], between 7a and 7b */
};

static const char *const truth[] = {"0", "1", NULL};

enum { CHOOSING_ARRAY, NUMBER_ARRAY };

static const struct rmr_shared registers[] = {
  [CHOOSING_ARRAY] = {.name = "choosing", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
  [NUMBER_ARRAY] = {.name = "number", .cells = rmr_per_process, .home = rmr_owner},
};

/* clang-format off */
#define CHOOSING(p) VAR(CHOOSING_ARRAY, (p) - 1)
#define NUMBER(p)   VAR(NUMBER_ARRAY, (p) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct bakery *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,                   write_to(CHOOSING(i), 1));
    for (my->j = 1; my->j <= n; my->j++) {
      DO ( 2a,                read_of(NUMBER(my->j)));
      if (REPLY > my->max) my->max = REPLY;
    }
    my->j = 0;
    DO ( 2b,                  write_to(NUMBER(i), my->max + 1));
    my->max = 0;
    DO ( 3,                   write_to(CHOOSING(i), 0));
    for (my->j = 1; my->j <= n; my->j++) {
      do
        DO ( 6,               spin_on(CHOOSING(my->j)));
      while (REPLY);
      for (;;) {
        LET( 7a, my->other,   spin_on(NUMBER(my->j)));
        if (my->other == 0 || my->j == i) break;
        DO ( 7b,              read_of(NUMBER(i)));
        if (REPLY < my->other || (REPLY == my->other && i < my->j)) break;
        my->other = 0;
      }
      my->other = 0;
    }
    my->j = 0;
    DO (10,                   write_to(NUMBER(i), 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(bakery) = {
  RMR_ALGORITHM_BODY(registers, struct bakery),
  .name = "bakery",
  .title = "Lamport's bakery",
  .source = "Lamport, CACM 17(8), 1974, pp. 453-455",
  .note = "Lines numbered here; L2 is line 6, L3 is line 7. number[i] is read where the paper mentions it.",
  .claims = {.primitives = "read, write",
             .rmr_cc = "N",
             .rmr_dsm = "unbounded",
             .space = "2N",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_NO},
  .step = step,
};
