/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The algorithm of Burns and Lynch as burns_lynch_denied.c has it, over a grid of splitters with time stamps
 * (parts/stamped_grid.h), for processes that may die at any point and of which nobody knows how many there are: the
 * answer to a question on Stack Exchange of 2015, as it stands there. i is the box in which a process has stopped, and
 * j goes through the boxes that have been visited, in the order of their numbers (lines t4, t6 and t7, before each look
 * at a flag).
 *
 * Departures: those of burns_lynch_denied.c. A process looks for a box in its first passage, and keeps it.
 */
#include "algos/parts/stamped_grid.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  STAMPED_GRID(LINE, TEXT, , WAITING, "")                                                     \
  TEXT(t,           "for each box j on the list, from box 0: if X[j] != none then add those behind it, and")   \
  LINE(3,  WAITING, "3: F[i] := down")                                                        \
  LINE(t4, WAITING, "4: for each j < i:")                                                     \
  LINE(4,  WAITING, "     if up(F[j]) then goto 3")                                           \
  LINE(5,  WAITING, "5: F[i] := now")                                                         \
  LINE(t6, WAITING, "6: for each j < i:")                                                     \
  LINE(6,  WAITING, "     if up(F[j]) then goto 3")                                           \
  LINE(t7, WAITING, "7: for each j:")                                                         \
  LINE(7,  WAITING, "     if j > i and up(F[j]) then denied: later goto 7r")                  \
  LINE(7c, WAITING, "7c: check=1: if F[i] had run out then goto 3")                           \
  LINE(7r, WAITING, "7r: F[i] := now; check=2: if it had run out then goto 3; goto 7")        \
  TEXT(8,           "8: critical")                                                            \
  LINE(1,  EXIT,    "1: F[i] := down")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct parameters {
  int64_t check, late;
};

static const struct rmr_option parameters[] = {
  {"check", RMR_INTEGER, offsetof(struct parameters, check), "2", 0, 2,
   "when to check whether the flag has run out: 0: never; 1: before the refresh; 2: at the refresh"},
  {"late", RMR_INTEGER, offsetof(struct parameters, late), "1", 0, 1,
   "1: a denied process may try again after its flag has run out"},
  {.key = NULL},
};

struct grid_burns_lynch {
  uint8_t pc;
  bool stopped, up; /* in a box; its flag is, and it sees to that */
  uint16_t held;    /* 1 + the box i; 0: none */
  uint64_t list;    /* boxes j */
  struct stamped_grid grid;
};

static bool keeps_y(const void *state, uint32_t cell, struct rmr_size s)
{
  (void)s;
  return ((const struct grid_burns_lynch *)state)->held == cell + 1;
}

static bool keeps_f(const void *state, uint32_t cell, struct rmr_size s)
{
  return ((const struct grid_burns_lynch *)state)->up && keeps_y(state, cell, s);
}

enum { DOWN, UP };
static const char *const flag_names[] = {"down", "up", NULL};

enum { X_ARRAY, Y_ARRAY, F_ARRAY };

static const struct rmr_shared registers[] = {
  [X_ARRAY] = {GRID_X},
  [Y_ARRAY] = {.name = "Y", GRID_STAMP, .keeps = keeps_y, .names = flag_names},
  [F_ARRAY] = {.name = "F", GRID_STAMP, .keeps = keeps_f, .names = flag_names},
};

/* clang-format off */
#define F(b) VAR(F_ARRAY, b)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct grid_burns_lynch *my = state;
  const struct parameters *with = in->parameters;
  BEGIN;
  for (;;) {
    if (!my->stopped) {
      CALL( , STAMPED_GRID, stamped_grid(&my->grid, in, VAR(X_ARRAY, 0), VAR(Y_ARRAY, 0), 0, &my->held, NULL));
      my->stopped = true;
    }
    for (;;) {
      DO (3,                write_to(F(I), DOWN));
      for (my->list = I != 0; my->list != 0; NEXT) {
        LOOK(t4, LESS);
        DO (4,              read_of(F(J)));
        if (REPLY == UP) break;
      }
      if (my->list != 0) {
        my->list = 0;
        continue;
      }
      DO (5,                write_to(F(I), UP));
      my->up = true;
      for (my->list = I != 0; my->list != 0; NEXT) {
        LOOK(t6, LESS);
        DO (6,              read_of(F(J)));
        if (REPLY == UP) break;
      }
      if (my->list != 0) {
        my->list = 0, my->up = false;                            /* its next step takes the flag down */
        continue;
      }
      for (;;) {
        for (my->list = 1; my->list != 0; NEXT) {
          LOOK(t7, ALL);
          if (J <= I) continue;
          DO (7,            read_of(F(J)));
          if (REPLY == UP) break;
        }
        if (my->list == 0) break;                                /* enters */
        my->list = 1;
        if (with->late) my->up = false;
        if (with->check == 1) {
          DO (7c,           read_of(F(I)));
          if (REPLY == DOWN) break;
        }
        DO (7r,             fetch_and_store(F(I), UP));
        my->up = true;
        if (with->check == 2 && REPLY == DOWN) break;
      }
      if (my->list == 0) break;
      my->list = 0, my->up = false;                              /* goto 3 */
    }
    DO (1,                  write_to(F(I), DOWN));
    my->up = false;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(grid_burns_lynch) = {
  RMR_ALGORITHM_BODY(registers, struct grid_burns_lynch),
  .name = "grid_burns_lynch",
  .title = "Burns-Lynch over a grid with time stamps",
  .source = "an answer on Stack Exchange, 2015; Burns and Lynch, 18th Allerton Conference, 1980, p. 836",
  .note = "Stamps are leases. A fetch-and-store stands for a write and a read of the process's own clock.",
  .claims = {.primitives = "read, write, fetch-and-store",
             .rmr_cc = "unbounded",
             .rmr_dsm = "unbounded",
             .space = "3(N+1)(N+2)/2",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
  .remembers = true,
  .identities = true,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
};
