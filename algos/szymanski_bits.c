/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * B. K. Szymanski, "A simple solution to Lamport's concurrent programming problem with linear wait", International
 * Conference on Supercomputing 1988, pp. 621-626: the flag algorithm (szymanski.c) with three bits in the place of its
 * five values. intent is up while a process wants to come in, door_in from the first door on, door_out from the second.
 *
 * The bits are taken down one after the other, and it matters in which order. szymanski_bits has the paper's: intent,
 * door_in, door_out. szymanski_bits_reordered takes door_out down first, then intent, then door_in, as M. Machalica
 * found to be right with SPIN for four processes (github.com/stupaq/promela-szymanski), where the paper's was not.
 *
 * No doorway in the sense of P5: the order in the waiting room is that of the numbers, not of arrival. All of the entry
 * is waiting room. Line 12 waits in the exit, so P3 does not hold.
 *
 * Departures: seen in transcription; the lines are numbered here. Conditions over several processes are evaluated for j
 * = 1, 2, ..., with intent before door_in and door_in before door_out, each as a wait of its own where all must be
 * true, and from the first j on again where one must be.
 */
#include <rmr/algo.h>

/* clang-format off */
#define ENTRY(LINE, TEXT)                                                                     \
  LINE( 1,  WAITING, "intent[i] := true")                                                     \
  LINE( 2a, WAITING, "wait until for all j: not (intent[j] and")                              \
  LINE( 2b, WAITING, "                           door_in[j])")                                \
  LINE( 3,  WAITING, "door_in[i] := true")                                                    \
  LINE( 4a, WAITING, "if for some j: intent[j] and")                                          \
  LINE( 4b, WAITING, "               not door_in[j] then")                                    \
  LINE( 5,  WAITING, "  intent[i] := false")                                                  \
  LINE( 6,  WAITING, "  wait until for some j: door_out[j]")                                  \
  LINE( 8,  WAITING, "  intent[i] := true")                                                   \
  LINE( 9,  WAITING, "door_out[i] := true")                                                   \
  LINE(10,  WAITING, "wait until for all j < i: not door_in[j]")                              \
  TEXT(CS,           "critical section")                                                      \
  LINE(12a, EXIT,    "wait until for all j > i: not door_in[j] or")                           \
  LINE(12b, EXIT,    "                          door_out[j]")
#define PRINTED(LINE, TEXT)                                                                   \
  ENTRY(LINE, TEXT)                                                                           \
  LINE(13,  EXIT,    "intent[i] := false")                                                    \
  LINE(14,  EXIT,    "door_in[i] := false")                                                   \
  LINE(15,  EXIT,    "door_out[i] := false")
#define REORDERED(LINE, TEXT)                                                                 \
  ENTRY(LINE, TEXT)                                                                           \
  LINE(13,  EXIT,    "door_out[i] := false   [printed: last]")                                \
  LINE(14,  EXIT,    "intent[i] := false")                                                    \
  LINE(15,  EXIT,    "door_in[i] := false")
RMR_LINES(PRINTED)
static const struct rmr_line lines_reordered[] = {REORDERED(RMR_LINE_ROW_, RMR_TEXT_ROW_)};
/* clang-format on */

struct szymanski_bits {
  uint8_t pc;
  uint16_t j; /* 1..N+1 */
};

static const char *const truth[] = {"false", "true", NULL};

/* Line 6 reads one register of each process, lines 2 and 12 two of one. */
static uint32_t once_round(struct rmr_size s)
{
  return s.n > 2 ? s.n : 2;
}

enum { INTENT_ARRAY, DOOR_IN_ARRAY, DOOR_OUT_ARRAY };

#define BIT .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth

static const struct rmr_shared registers[] = {
  [INTENT_ARRAY] = {.name = "intent", BIT},
  [DOOR_IN_ARRAY] = {.name = "door_in", BIT},
  [DOOR_OUT_ARRAY] = {.name = "door_out", BIT},
};

/* clang-format off */
#define INTENT(p)   VAR(INTENT_ARRAY, (p) - 1)
#define DOOR_IN(p)  VAR(DOOR_IN_ARRAY, (p) - 1)
#define DOOR_OUT(p) VAR(DOOR_OUT_ARRAY, (p) - 1)

static inline struct rmr_op bits(struct szymanski_bits *my, const struct rmr_in *in, const bool reordered)
{
  BEGIN;
  for (;;) {
    DO ( 1,                 write_to(INTENT(i), true));
    for (my->j = 1; my->j <= n; my->j++)
      for (;;) {
        DO ( 2a,            spin_on(INTENT(my->j)));
        if (!REPLY) break;
        DO ( 2b,            read_of(DOOR_IN(my->j)));
        if (!REPLY) break;
      }
    my->j = 0;
    DO ( 3,                 write_to(DOOR_IN(i), true));
    for (my->j = 1; my->j <= n; my->j++) {
      DO ( 4a,              read_of(INTENT(my->j)));
      if (!REPLY) continue;
      DO ( 4b,              read_of(DOOR_IN(my->j)));
      if (!REPLY) break;
    }
    if (my->j <= n) {
      my->j = 0;
      DO ( 5,               write_to(INTENT(i), false));
      do
        for (my->j = 1; my->j <= n; my->j++) {
          DO ( 6,           (my->j == 1 ? spin_on(DOOR_OUT(my->j)) : read_of(DOOR_OUT(my->j))));
          if (REPLY) break;
        }
      while (my->j > n);
      my->j = 0;
      DO ( 8,               write_to(INTENT(i), true));
    }
    my->j = 0;
    DO ( 9,                 write_to(DOOR_OUT(i), true));
    for (my->j = 1; my->j < i; my->j++) {
      do
        DO (10,             spin_on(DOOR_IN(my->j)));
      while (REPLY);
    }
    for (my->j = (uint16_t)(i + 1); my->j <= n; my->j++)
      for (;;) {
        DO (12a,            spin_on(DOOR_IN(my->j)));
        if (!REPLY) break;
        DO (12b,            read_of(DOOR_OUT(my->j)));
        if (REPLY) break;
      }
    my->j = 0;
    DO (13,                 write_to(reordered ? DOOR_OUT(i) : INTENT(i), false));
    DO (14,                 write_to(reordered ? INTENT(i) : DOOR_IN(i), false));
    DO (15,                 write_to(reordered ? DOOR_IN(i) : DOOR_OUT(i), false));
  }
  END;
}
/* clang-format on */

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  return bits(state, in, false);
}

static struct rmr_op step_reordered(void *state, const struct rmr_in *in)
{
  return bits(state, in, true);
}

#define WHAT_BOTH_SHARE                                                                     \
  RMR_ALGORITHM_HEAD, .n_rows = RMR_COUNT_(lines), .n_lines = N_LINES, .shared = registers, \
                      .n_shared = RMR_COUNT_(registers), RMR_STATE(struct szymanski_bits), .watch = once_round

#define WHAT_THE_PAPER_CLAIMS                                         \
  .primitives = "read, write", .rmr_dsm = "unbounded", .space = "3N", \
  .p = {0, RMR_YES, RMR_YES, RMR_NO, RMR_UNSAID, RMR_NO, RMR_YES}, .bounded = RMR_YES

RMR_ALGORITHM(szymanski_bits) = {
  WHAT_BOTH_SHARE,
  .name = "szymanski_bits",
  .title = "Szymanski's flag algorithm in three bits",
  .source = "Szymanski, ICS 1988, pp. 621-626",
  .note = "Seen in transcription. Lines numbered here; conditions are evaluated bit by bit.",
  .claims = {WHAT_THE_PAPER_CLAIMS,
             .wrong = "the order in which the bits are taken down breaks P1, P2, P4 and P6 (three processes)"},
  .lines = lines,
  .step = step,
};

RMR_ALGORITHM(szymanski_bits_reordered) = {
  WHAT_BOTH_SHARE,
  .name = "szymanski_bits_reordered",
  .title = "Szymanski's flag algorithm in three bits, taken down in another order",
  .source = "Szymanski, ICS 1988, pp. 621-626; M. Machalica, promela-szymanski",
  .note = "Differs from the print in the order of lines 13 to 15 only.",
  .claims = {WHAT_THE_PAPER_CLAIMS},
  .lines = lines_reordered,
  .step = step_reordered,
};
