/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The three-bit linear wait of B. K. Szymanski (szymanski_three_bit.c) with the three bits of a process in one
 * register, as somebody would write it for whom a register is a word: what its bits say together is read, written
 * and, where the register is a lease, lost in one access. The order of the two reads of line p7 does not matter
 * then, as there is one.
 *
 * No doorway: linear wait, not first come, first served; all of the entry is waiting room.
 *
 * Departures: lines p3 and p8.1 make one write of two bits each, lines p7 and p9 one read. The print counts from 0
 * to n-1; j = n is N+1 here. Labels like p6.1 are spelled p6_1.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  LINE(p1,   WAITING, "F[i] := {a}")                                                          \
  LINE(p2,   WAITING, "for j := 1 to N do while s in F[j] do nothing")                        \
  LINE(p3,   WAITING, "F[i] := {w}")                                                          \
  LINE(p4,   WAITING, "while not s in F[i] do")                                               \
  LINE(p5,   WAITING, "  j := the first j with a in F[j], else N+1")                          \
  LINE(p6,   WAITING, "  if j = N+1 then F[i] := {w, s}")                                     \
  LINE(p6_1, WAITING, "    j := the first j with a in F[j], else N+1")                        \
  LINE(p6_2, WAITING, "    if j <= N then F[i] := {w}")                                       \
  LINE(p6_3, WAITING, "    else F[i] := {s}")                                                 \
  LINE(p6_4, WAITING, "      for j := 1 to N do while w in F[j] do nothing")                  \
  LINE(p7,   WAITING, "  if j <= N then j := the first j with s and not w in F[j], else N+1") \
  TEXT(p8,            "  if j != i and j <= N then")                                          \
  LINE(p8_1, WAITING, "    F[i] := {s}")                                                      \
  LINE(p9,   WAITING, "for j := 1 to i-1 do while w or s in F[j] do nothing")                 \
  TEXT(CS,            "critical section")                                                     \
  LINE(e1,   EXIT,    "F[i] := {}")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct szymanski_one_register {
  uint8_t pc;
  uint16_t j; /* 1..N+1 */
};

enum { A = 1, W = 2, S = 4 };

static const struct rmr_field bits[] = {
  {.name = "a", .shift = 0, .width = 1, .max = rmr_bit},
  {.name = "w", .shift = 1, .width = 1, .max = rmr_bit},
  {.name = "s", .shift = 2, .width = 1, .max = rmr_bit},
  {.name = NULL},
};

static const struct rmr_shared registers[] = {
  {.name = "F", .cells = rmr_per_process, .home = rmr_owner, .fields = bits},
};

/* Once round the loop of p4 without a write: F[i], some to find an a, and all of them. */
static uint32_t once_round(struct rmr_size s)
{
  return 2 * s.n + 1;
}

/* clang-format off */
#define F(p) VAR(0, (p) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct szymanski_one_register *my = state;
  BEGIN;
  for (;;) {
    DO (p1,                   write_to(F(i), A));
    for (my->j = 1; my->j <= n; my->j++) {
      do
        DO (p2,               spin_on(F(my->j)));
      while (REPLY & S);
    }
    my->j = 0;
    DO (p3,                   write_to(F(i), W));
    for (;;) {
      DO (p4,                 spin_on(F(i)));
      if (REPLY & S) break;
      for (my->j = 1; my->j <= n; my->j++) {
        DO (p5,               read_of(F(my->j)));
        if (REPLY & A) break;
      }
      if (my->j > n) {
        DO (p6,               write_to(F(i), W | S));
        for (my->j = 1; my->j <= n; my->j++) {
          DO (p6_1,           read_of(F(my->j)));
          if (REPLY & A) break;
        }
        if (my->j <= n) {
          my->j = 1;                                             /* which j it was does not matter any more */
          DO (p6_2,           write_to(F(i), W));
        } else {
          DO (p6_3,           write_to(F(i), S));
          for (my->j = 1; my->j <= n; my->j++) {
            do
              DO (p6_4,       spin_on(F(my->j)));
            while (REPLY & W);
          }
        }
      }
      if (my->j <= n)
        for (my->j = 1; my->j <= n; my->j++) {
          DO (p7,             read_of(F(my->j)));
          if ((REPLY & (W | S)) == S) break;
        }
      if (my->j != i && my->j <= n) {
        my->j = 0;
        DO (p8_1,             write_to(F(i), S));
      }
      my->j = 0;
    }
    for (my->j = 1; my->j < i; my->j++) {
      do
        DO (p9,               spin_on(F(my->j)));
      while (REPLY & (W | S));
    }
    my->j = 0;
    DO (e1,                   write_to(F(i), 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(szymanski_one_register) = {
  RMR_ALGORITHM_BODY(registers, struct szymanski_one_register),
  .name = "szymanski_one_register",
  .title = "Szymanski's three-bit linear wait, the bits in one register",
  .source = "after Szymanski, Mutual exclusion revisited, JCIT 1990, Figure 1",
  .note = "The three bits of a process are read and written together.",
  .claims = {.primitives = "read, write",
             .rmr_dsm = "unbounded",
             .space = "N",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
  .watch = once_round,
};
