/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * B. K. Szymanski, "Mutual exclusion revisited", Fifth Jerusalem Conference on Information Technology, 1990, pp.
 * 110-117, Figure 4 on p. 115: the four-bit algorithm, which is said to be first come, first served.
 *
 * Lines 5 to 15 are the two doors of the three-bit algorithm (szymanski_three_bit.c). In front of them stands a
 * doorway, in which a process copies who waits inside (w) and a bit of each (p) that turns with every passage. Behind
 * them it looks for somebody who was inside before it and still is (line 16). Where there is one, all who have passed
 * the second door meet twice (lines 17 and 18). In between they have a up, and who has a up is not waited for (line
 * 20): so those enter who have nobody before them. Then it looks again.
 *
 * szymanski_four_bit reads as it is transcribed. Read one register at a time it is WRONG: line 14 reads w before s, and
 * two processes break P1. szymanski_four_bit_repaired reads s[j] first there, as szymanski_three_bit_repaired does, and
 * differs in nothing else. Neither is first come, first served: who has passed the second door has taken its w down
 * (lines 12 and 15b), so that line 16 misses it.
 *
 * Departures: seen in transcription only, that of github.com/pabuhr/concurrent-locking; the lines are numbered here.
 * Conditions of several reads are evaluated from left to right with short circuit. The print counts from 0 to N-1; j =
 * N is N+1 here. What line 2 has copied of p is kept only for those j for whom la[j] is true.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE_WITH(LINE, TEXT, first7, second7)                                          \
  LINE( 1,  DOORWAY, "a[i] := true")                                                          \
  LINE( 2a, DOORWAY, "for j := 1 to N do la[j] := w[j],")                                     \
  LINE( 2b, DOORWAY, "                   lp[j] := p[j]")                                      \
  LINE( 3a, DOORWAY, "p[i] := not p[i]   [read]")                                             \
  LINE( 3b, DOORWAY, "                   [written]")                                          \
  LINE( 4,  DOORWAY, "w[i] := true")                                                          \
  LINE( 5,  WAITING, "for j := 1 to N do while s[j] do nothing")                              \
  LINE( 6,  WAITING, "a[i] := false")                                                         \
  LINE( 7,  WAITING, "while not s[i] do")                                                     \
  LINE( 8,  WAITING, "  j := the first j with a[j], else N+1")                                \
  LINE( 9,  WAITING, "  if j = N+1 then s[i] := true")                                        \
  LINE(10,  WAITING, "    j := the first j with a[j], else N+1")                              \
  LINE(11,  WAITING, "    if j <= N then s[i] := false")                                      \
  LINE(12,  WAITING, "    else w[i] := false")                                                \
  LINE(13a, WAITING, "      for j := 1 to N do while w[j] and")                               \
  LINE(13b, WAITING, "                               not a[j] do nothing")                    \
  LINE(14a, WAITING, first7)                                                                  \
  LINE(14b, WAITING, second7)                                                                 \
  TEXT(15,            "  if j != i and j <= N then")                                          \
  LINE(15a, WAITING, "    s[i] := true")                                                      \
  LINE(15b, WAITING, "    w[i] := false")                                                     \
  TEXT(16,            "repeat k := the first k with la[k] and")                               \
  LINE(16a, WAITING, "                             p[k] = lp[k] and")                         \
  LINE(16b, WAITING, "                             w[k] and")                                 \
  LINE(16c, WAITING, "                             s[k], else N+1")                           \
  TEXT(17,            "  if k <= N then for j := 1 to N do")                                  \
  LINE(17a, WAITING, "      if j = i then a[i] := true")                                      \
  LINE(17b, WAITING, "      else while not a[j] and")                                         \
  LINE(17c, WAITING, "                 s[j] do nothing")                                      \
  TEXT(18,            "    for j := 1 to N do")                                               \
  LINE(18a, WAITING, "      if j = i then a[i] := false")                                     \
  LINE(18b, WAITING, "      else while a[j] and")                                             \
  LINE(18c, WAITING, "                 s[j] do nothing")                                      \
  TEXT(19,            "until k = N+1")                                                        \
  LINE(20a, WAITING, "for j := 1 to i-1 do while not a[j] and")                               \
  LINE(20b, WAITING, "                           (w[j] or")                                   \
  LINE(20c, WAITING, "                            s[j]) do nothing")                          \
  TEXT(CS,            "critical section")                                                     \
  LINE(21,  EXIT,    "s[i] := false")

#define PRINTED(LINE, TEXT) PSEUDOCODE_WITH(LINE, TEXT,                                       \
  "  if j <= N then j := the first j with not w[j] and",                                      \
  "                                       s[j], else N+1")
RMR_LINES(PRINTED)
static const struct rmr_line lines_repaired[] = {PSEUDOCODE_WITH(RMR_LINE_ROW_, RMR_TEXT_ROW_,
  "  if j <= N then j := the first j with s[j] and   [printed: w first]",
  "                                       not w[j], else N+1")};
/* clang-format on */

struct szymanski_four_bit {
  uint8_t pc;
  bool turned;    /* what line 3 makes of p[i] */
  uint16_t j;     /* 1..N+1; k as well */
  uint8_t seen[]; /* [j-1]: 0 where not la[j], else 1 + lp[j] */
};

static const char *const truth[] = {"false", "true", NULL};

enum { A_ARRAY, W_ARRAY, S_ARRAY, P_ARRAY };

#define BIT .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit

static const struct rmr_shared registers[] = {
  [A_ARRAY] = {.name = "a", BIT, .names = truth},
  [W_ARRAY] = {.name = "w", BIT, .names = truth},
  [S_ARRAY] = {.name = "s", BIT, .names = truth},
  [P_ARRAY] = {.name = "p", BIT, .names = truth},
};

/* Once round the loop of line 7 without a write: s[i], some of a, all of w and s. */
static uint32_t once_round(struct rmr_size s)
{
  return 3 * s.n + 1;
}

/* clang-format off */
#define A(k)    VAR(A_ARRAY, (k) - 1)
#define W(k)    VAR(W_ARRAY, (k) - 1)
#define S(k)    VAR(S_ARRAY, (k) - 1)
#define P(k)    VAR(P_ARRAY, (k) - 1)
#define SEEN(k) my->seen[(k) - 1]

static inline struct rmr_op four_bit(struct szymanski_four_bit *my, const struct rmr_in *in, const bool repaired)
{
  BEGIN;
  for (;;) {
    DO ( 1,                   write_to(A(i), true));
    for (my->j = 1; my->j <= n; my->j++) {
      DO ( 2a,                read_of(W(my->j)));
      SEEN(my->j) = (uint8_t)REPLY;
      DO ( 2b,                read_of(P(my->j)));
      if (SEEN(my->j)) SEEN(my->j) += (uint8_t)REPLY;
    }
    my->j = 0;
    DO ( 3a,                  read_of(P(i)));
    my->turned = !REPLY;
    DO ( 3b,                  write_to(P(i), my->turned));
    my->turned = false;
    DO ( 4,                   write_to(W(i), true));
    for (my->j = 1; my->j <= n; my->j++) {
      do
        DO ( 5,               spin_on(S(my->j)));
      while (REPLY);
    }
    my->j = 0;
    DO ( 6,                   write_to(A(i), false));
    for (;;) {
      DO ( 7,                 spin_on(S(i)));
      if (REPLY) break;
      for (my->j = 1; my->j <= n; my->j++) {
        DO ( 8,               read_of(A(my->j)));
        if (REPLY) break;
      }
      if (my->j > n) {
        DO ( 9,               write_to(S(i), true));
        for (my->j = 1; my->j <= n; my->j++) {
          DO (10,             read_of(A(my->j)));
          if (REPLY) break;
        }
        if (my->j <= n) {
          my->j = 1;                                             /* which j it was does not matter any more */
          DO (11,             write_to(S(i), false));
        } else {
          DO (12,             write_to(W(i), false));
          for (my->j = 1; my->j <= n; my->j++)
            for (;;) {
              DO (13a,        spin_on(W(my->j)));
              if (!REPLY) break;
              DO (13b,        read_of(A(my->j)));
              if (REPLY) break;
            }
        }
      }
      if (my->j <= n)
        for (my->j = 1; my->j <= n; my->j++) {
          DO (14a,            read_of(repaired ? S(my->j) : W(my->j)));
          if (repaired ? !REPLY : REPLY) continue;
          DO (14b,            read_of(repaired ? W(my->j) : S(my->j)));
          if (repaired ? !REPLY : REPLY) break;
        }
      if (my->j != i && my->j <= n) {
        my->j = 0;
        DO (15a,              write_to(S(i), true));
        DO (15b,              write_to(W(i), false));
      }
      my->j = 0;
    }
    for (;;) {
      for (my->j = 1; my->j <= n; my->j++) {                     /* this j is k */
        if (!SEEN(my->j)) continue;
        DO (16a,              read_of(P(my->j)));
        if (REPLY != SEEN(my->j) - 1) continue;
        DO (16b,              read_of(W(my->j)));
        if (!REPLY) continue;
        DO (16c,              read_of(S(my->j)));
        if (REPLY) break;
      }
      if (my->j > n) break;
      for (my->j = 1; my->j <= n; my->j++) {
        if (my->j == i) DO (17a, write_to(A(i), true));
        while (my->j != i) {
          DO (17b,            spin_on(A(my->j)));
          if (REPLY) break;
          DO (17c,            read_of(S(my->j)));
          if (!REPLY) break;
        }
      }
      for (my->j = 1; my->j <= n; my->j++) {
        if (my->j == i) DO (18a, write_to(A(i), false));
        while (my->j != i) {
          DO (18b,            spin_on(A(my->j)));
          if (!REPLY) break;
          DO (18c,            read_of(S(my->j)));
          if (!REPLY) break;
        }
      }
    }
    memset(my->seen, 0, n);
    for (my->j = 1; my->j < i; my->j++)
      for (;;) {
        DO (20a,              spin_on(A(my->j)));
        if (REPLY) break;
        DO (20b,              read_of(W(my->j)));
        if (REPLY) continue;
        DO (20c,              read_of(S(my->j)));
        if (!REPLY) break;
      }
    my->j = 0;
    DO (21,                   write_to(S(i), false));
  }
  END;
}
/* clang-format on */

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  return four_bit(state, in, false);
}

static struct rmr_op step_repaired(void *state, const struct rmr_in *in)
{
  return four_bit(state, in, true);
}

#define WHAT_BOTH_SHARE                                                                        \
  RMR_ALGORITHM_HEAD, .n_rows = RMR_COUNT_(lines), .n_lines = N_LINES, .shared = registers,    \
                      .n_shared = RMR_COUNT_(registers), RMR_STATE(struct szymanski_four_bit), \
                      .state_each = sizeof(uint8_t), .watch = once_round

#define WHAT_THE_PAPER_CLAIMS                                         \
  .primitives = "read, write", .rmr_dsm = "unbounded", .space = "4N", \
  .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES}, .bounded = RMR_YES

RMR_ALGORITHM(szymanski_four_bit) = {
  WHAT_BOTH_SHARE,
  .name = "szymanski_four_bit",
  .title = "Szymanski's four-bit first-come-first-served mutual exclusion, to the letter",
  .source = "Szymanski, Mutual exclusion revisited, JCIT 1990, Figure 4, p. 115",
  .note = "Seen in transcription. Lines numbered here; line 14 reads w[j], then s[j].",
  .claims = {WHAT_THE_PAPER_CLAIMS,
             .wrong = "read one register at a time, w before s, line 14 breaks P1; line 16 misses the process "
                      "ahead, so P5 fails (two processes)"},
  .lines = lines,
  .step = step,
};

RMR_ALGORITHM(szymanski_four_bit_repaired) = {
  WHAT_BOTH_SHARE,
  .name = "szymanski_four_bit_repaired",
  .title = "Szymanski's four-bit mutual exclusion with line 14 reading s before w",
  .source =
    "Szymanski, Mutual exclusion revisited, JCIT 1990, Figure 4, p. 115, with the safe order of reads in line 14",
  .note = "Differs from szymanski_four_bit in the order of the two reads of line 14 only.",
  .claims = {WHAT_THE_PAPER_CLAIMS, .wrong = "line 16 misses the process ahead, so P5 fails (two processes)"},
  .lines = lines_repaired,
  .step = step_repaired,
};
