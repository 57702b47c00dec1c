/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * M. Merritt and G. Taubenfeld's simple adaptive algorithm, as in G. Taubenfeld, "Synchronization Algorithms and
 * Concurrent Programming", Pearson 2006, pp. 105-110. Seen in transcription.
 *
 * Lamport's fast path (lamport_fast.c) without the slow one: a level is a race that is run once, and whoever cannot
 * tell that it has lost goes on to the next level. Who finds y[level] set came late. It says so in b[level], so that
 * nobody wins a level at which somebody came late without being seen, and waits until a higher level is where one
 * begins. Of those that came in time the last to write x[level] wins, unless b[level] is set; the others wait for it to
 * say which of the two it is. So what a passage costs goes by how many compete, not by N.
 *
 * No doorway: the algorithm promises no order, and all of the entry is waiting room.
 *
 * Departures: the lines are numbered here. The print has infinite arrays, of which each passage uses up some levels:
 * those from where one begins to where one wins. On each level in between somebody stays and waits, so there are at
 * most N levels to a passage, and that many there are here. If passages have no end there are 1000 N, and a run
 * that needs one more ends there. `late` is for one line to stand in the place of two.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                 \
  LINE( 1,  WAITING, "start: level := next")                                                   \
  TEXT(up,           "repeat")                                                                 \
  LINE( 2,  WAITING, "  x[level] := i")                                                        \
  LINE( 3,  WAITING, "  if y[level] then")                                                     \
  LINE( 4,  WAITING, "    b[level] := true;  late := true")                                    \
  LINE( 5,  WAITING, "  y[level] := true")                                                     \
  LINE( 6,  WAITING, "  if x[level] != i then")                                                \
  LINE( 7,  WAITING, "    await b[level]")                                                     \
  LINE( 7b, WAITING, "       or z[level]")                                                     \
  LINE( 8,  WAITING, "    if z[level] then late := true else level := level + 1")              \
  LINE( 9,  WAITING, "  else z[level] := true")                                                \
  LINE(10,  WAITING, "    if not b[level] then win := true else level := level + 1")           \
  TEXT(until,        "until win or late")                                                      \
  LINE(11,  WAITING, "if late then await level < next;  goto start")                           \
  TEXT(CS,           "critical section")                                                       \
  LINE(12,  EXIT,    "next := level + 1")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct merritt_taubenfeld {
  uint8_t pc;
  bool win;
  uint32_t level; /* 0.. */
};

static const char *const truth[] = {"false", "true", NULL};

enum { ENOUGH = 1000 };

/* N to a passage. */
static uint32_t levels(struct rmr_size s)
{
  return s.n * (s.passages != 0 ? s.passages : ENOUGH);
}

static rmr_word last_next(struct rmr_size s)
{
  return levels(s);
}

enum { X_ARRAY, Y_ARRAY, Z_ARRAY, B_ARRAY, NEXT_REGISTER };

#define OF_LEVELS .cells = levels, .from_zero = true, .multi_writer = true

static const struct rmr_shared registers[] = {
  [X_ARRAY] = {.name = "x", OF_LEVELS, .max = rmr_up_to_n},
  [Y_ARRAY] = {.name = "y", OF_LEVELS, .max = rmr_bit, .names = truth},
  [Z_ARRAY] = {.name = "z", OF_LEVELS, .max = rmr_bit, .names = truth},
  [B_ARRAY] = {.name = "b", OF_LEVELS, .max = rmr_bit, .names = truth},
  [NEXT_REGISTER] = {.name = "next", .max = last_next, .multi_writer = true},
};

/* clang-format off */
#define X(k) VAR(X_ARRAY, k)
#define Y(k) VAR(Y_ARRAY, k)
#define Z(k) VAR(Z_ARRAY, k)
#define B(k) VAR(B_ARRAY, k)
#define NEXT VAR(NEXT_REGISTER, 0)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct merritt_taubenfeld *my = state;
  BEGIN;
  for (;;) {
    for (;;) {
      LET( 1, my->level,  read_of(NEXT));
      for (;; my->level++) {
        DO ( 2,           write_to(X(my->level), i));
        DO ( 3,           read_of(Y(my->level)));
        if (REPLY) {
          DO ( 4,         write_to(B(my->level), true));
          break;
        }
        DO ( 5,           write_to(Y(my->level), true));
        DO ( 6,           read_of(X(my->level)));
        if (REPLY != i) {
          for (;;) {
            DO ( 7,       spin_on(B(my->level)));
            if (REPLY) break;
            DO ( 7b,      spin_on(Z(my->level)));
            if (REPLY) break;
          }
          DO ( 8,         read_of(Z(my->level)));
          if (REPLY) break;
        } else {
          DO ( 9,         write_to(Z(my->level), true));
          DO (10,         read_of(B(my->level)));
          my->win = !REPLY;
          if (my->win) break;
        }
      }
      if (my->win) break;
      do
        DO (11,           spin_on(NEXT));
      while (REPLY <= my->level);
    }
    my->win = false;
    DO (12,               write_to(NEXT, my->level + 1));
    my->level = 0;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(merritt_taubenfeld) = {
  RMR_ALGORITHM_BODY(registers, struct merritt_taubenfeld),
  .name = "merritt_taubenfeld",
  .title = "Merritt and Taubenfeld's simple adaptive algorithm",
  .source = "Taubenfeld, Synchronization Algorithms and Concurrent Programming, Pearson 2006, pp. 105-110",
  .note = "Seen in transcription. Lines numbered here. Instead of infinitely many levels there are N to a passage; "
          "`space` is for a passage each.",
  .claims = {.primitives = "read, write",
             .rmr_dsm = "unbounded",
             .space = "4N^2+1",
             .p = {0, RMR_YES, RMR_UNSAID, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_UNSAID},
  .step = step,
};
