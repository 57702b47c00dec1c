/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * B. K. Szymanski, "Mutual exclusion revisited", Fifth Jerusalem Conference on Information Technology, 1990, pp.
 * 110-117, Figure 1: the three-bit linear wait algorithm, read to the letter; and the same with a safe order of the two
 * reads of line p7.
 *
 * The flag algorithm (szymanski.c) with a bit for each thing a flag could say: a, announced, wants to come in; w, waits
 * inside; s, has passed door 2. A process inside that finds nobody announced opens door 2 by setting its s; the others
 * inside see it (p7) and follow (p8.1). Then they enter in the order of their numbers (p9).
 *
 * szymanski_three_bit reads w[j], then s[j], as the condition of p7 is printed. Read one register at a time that is
 * WRONG for three processes: w[j] can be read before P_j has come in and s[j] after it has set both, as a door-opener
 * that has not looked again (p6.1) yet. szymanski_three_bit_repaired reads s[j], then w[j], and differs in nothing
 * else. p9 must read w[j] first.
 *
 * No doorway: linear wait, not first come, first served; all of the entry is waiting room.
 *
 * Departures: transcribed from quotations, of which none has every line; what is missing in one stands in another. The
 * C of p7 and p9 joins two reads by |; here they are made left to right, the second only if it matters. p3 and p8.1
 * make two writes each (a and b). Labels like p6.1 are spelled p6_1. The print counts from 0 to n-1; j = n is N+1 here.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE_WITH(LINE, TEXT, first7, second7)                                          \
  LINE(p1,   WAITING, "a[i] := true")                                                         \
  LINE(p2,   WAITING, "for j := 1 to N do while s[j] do nothing")                             \
  LINE(p3a,  WAITING, "w[i] := true")                                                         \
  LINE(p3b,  WAITING, "a[i] := false")                                                        \
  LINE(p4,   WAITING, "while not s[i] do")                                                    \
  LINE(p5,   WAITING, "  j := the first j with a[j], else N+1")                               \
  LINE(p6,   WAITING, "  if j = N+1 then s[i] := true")                                       \
  LINE(p6_1, WAITING, "    j := the first j with a[j], else N+1")                             \
  LINE(p6_2, WAITING, "    if j <= N then s[i] := false")                                     \
  LINE(p6_3, WAITING, "    else w[i] := false")                                               \
  LINE(p6_4, WAITING, "      for j := 1 to N do while w[j] do nothing")                       \
  LINE(p7a,  WAITING, first7)                                                                 \
  LINE(p7b,  WAITING, second7)                                                                \
  TEXT(p8,            "  if j != i and j <= N then")                                          \
  LINE(p8_1a, WAITING, "    s[i] := true")                                                    \
  LINE(p8_1b, WAITING, "    w[i] := false")                                                   \
  LINE(p9a,  WAITING, "for j := 1 to i-1 do while w[j] or")                                   \
  LINE(p9b,  WAITING, "                           s[j] do nothing")                           \
  TEXT(CS,            "critical section")                                                     \
  LINE(e1,   EXIT,    "s[i] := false")

#define PRINTED(LINE, TEXT) PSEUDOCODE_WITH(LINE, TEXT,                                       \
  "  if j <= N then j := the first j with not w[j] and",                                      \
  "                                       s[j], else N+1")
RMR_LINES(PRINTED)
static const struct rmr_line lines_repaired[] = {PSEUDOCODE_WITH(RMR_LINE_ROW_, RMR_TEXT_ROW_,
  "  if j <= N then j := the first j with s[j] and   [printed: w first]",
  "                                       not w[j], else N+1")};
/* clang-format on */

struct szymanski_three_bit {
  uint8_t pc;
  uint16_t j; /* 1..N+1 */
};

static const char *const truth[] = {"false", "true", NULL};

enum { A_ARRAY, W_ARRAY, S_ARRAY };

static const struct rmr_shared registers[] = {
  [A_ARRAY] = {.name = "a", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
  [W_ARRAY] = {.name = "w", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
  [S_ARRAY] = {.name = "s", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
};

/* Once round the loop of p4 without a write: s[i], some of a, all of w and s. */
static uint32_t once_round(struct rmr_size s)
{
  return 3 * s.n + 1;
}

/* clang-format off */
#define A(p) VAR(A_ARRAY, (p) - 1)
#define W(p) VAR(W_ARRAY, (p) - 1)
#define S(p) VAR(S_ARRAY, (p) - 1)

static inline struct rmr_op three_bit(struct szymanski_three_bit *my, const struct rmr_in *in, const bool repaired)
{
  BEGIN;
  for (;;) {
    DO (p1,                   write_to(A(i), true));
    for (my->j = 1; my->j <= n; my->j++) {
      do
        DO (p2,               spin_on(S(my->j)));
      while (REPLY);
    }
    my->j = 0;
    DO (p3a,                  write_to(W(i), true));
    DO (p3b,                  write_to(A(i), false));
    for (;;) {
      DO (p4,                 spin_on(S(i)));
      if (REPLY) break;
      for (my->j = 1; my->j <= n; my->j++) {
        DO (p5,               read_of(A(my->j)));
        if (REPLY) break;
      }
      if (my->j > n) {
        DO (p6,               write_to(S(i), true));
        for (my->j = 1; my->j <= n; my->j++) {
          DO (p6_1,           read_of(A(my->j)));
          if (REPLY) break;
        }
        if (my->j <= n) {
          my->j = 1;                                             /* which j it was does not matter any more */
          DO (p6_2,           write_to(S(i), false));
        } else {
          DO (p6_3,           write_to(W(i), false));
          for (my->j = 1; my->j <= n; my->j++) {
            do
              DO (p6_4,       spin_on(W(my->j)));
            while (REPLY);
          }
        }
      }
      if (my->j <= n)
        for (my->j = 1; my->j <= n; my->j++) {
          DO (p7a,            read_of(repaired ? S(my->j) : W(my->j)));
          if (repaired ? !REPLY : REPLY) continue;
          DO (p7b,            read_of(repaired ? W(my->j) : S(my->j)));
          if (repaired ? !REPLY : REPLY) break;
        }
      if (my->j != i && my->j <= n) {
        my->j = 0;
        DO (p8_1a,            write_to(S(i), true));
        DO (p8_1b,            write_to(W(i), false));
      }
      my->j = 0;
    }
    for (my->j = 1; my->j < i; my->j++)
      for (;;) {
        DO (p9a,              spin_on(W(my->j)));
        if (REPLY) continue;
        DO (p9b,              read_of(S(my->j)));
        if (!REPLY) break;
      }
    my->j = 0;
    DO (e1,                   write_to(S(i), false));
  }
  END;
}
/* clang-format on */

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  return three_bit(state, in, false);
}

static struct rmr_op step_repaired(void *state, const struct rmr_in *in)
{
  return three_bit(state, in, true);
}

#define WHAT_BOTH_SHARE                                                                     \
  RMR_ALGORITHM_HEAD, .n_rows = RMR_COUNT_(lines), .n_lines = N_LINES, .shared = registers, \
                      .n_shared = RMR_COUNT_(registers), RMR_STATE(struct szymanski_three_bit), .watch = once_round

#define WHAT_THE_PAPER_CLAIMS                                         \
  .primitives = "read, write", .rmr_dsm = "unbounded", .space = "3N", \
  .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES}, .bounded = RMR_YES

RMR_ALGORITHM(szymanski_three_bit) = {
  WHAT_BOTH_SHARE,
  .name = "szymanski_three_bit",
  .title = "Szymanski's three-bit linear wait, to the letter",
  .source = "Szymanski, Mutual exclusion revisited, JCIT 1990, Figure 1",
  .note = "Line p7 as printed: w[j], then s[j]. Lines p3, p7, p8.1 and p9 are split; p6.1 is spelled p6_1.",
  .claims = {WHAT_THE_PAPER_CLAIMS,
             .wrong = "read one register at a time, w before s, line p7 breaks P1 (three processes)"},
  .lines = lines,
  .step = step,
};

RMR_ALGORITHM(szymanski_three_bit_repaired) = {
  WHAT_BOTH_SHARE,
  .name = "szymanski_three_bit_repaired",
  .title = "Szymanski's three-bit linear wait with line p7 reading s before w",
  .source = "Szymanski, Mutual exclusion revisited, JCIT 1990, Figure 1, with the safe order of reads in line p7",
  .note = "Differs from the print in the order of the two reads of line p7 only.",
  .claims = {WHAT_THE_PAPER_CLAIMS},
  .lines = lines_repaired,
  .step = step_repaired,
};
