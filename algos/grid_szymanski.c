/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Szymanski's three-bit linear wait (szymanski_three_bit.c) over a grid of splitters with time stamps
 * (parts/stamped_grid.h), as a question on Stack Exchange of 2015 proposes it, for processes that may die at any point
 * and of which nobody knows how many there are. Its a, w and s are time stamps of each box; j goes through the boxes
 * that have been visited, in the order of their numbers (line t, before each look at a flag).
 *
 * With safe=1 line p7 looks at s before w; as it is quoted, w first, P1 fails without any fault
 * (szymanski_three_bit.c).
 *
 * Stamps are leases: a flag is up or not, and runs out once nobody has it up. What the owner writes to renew is no
 * step.
 *
 * Departures: those of szymanski_three_bit.c. A process looks for a box in its first passage, and keeps it. `j < n` is
 * that there is still a box on the list.
 */
#include "algos/parts/stamped_grid.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  STAMPED_GRID(LINE, TEXT, , WAITING, "")                                                     \
  TEXT(t,             "for each box j on the list, from box 0: if X[j] != none then add those behind it, and")   \
  LINE(p1,   WAITING, "a[i] := now")                                                          \
  LINE(tp2,  WAITING, "for each j:")                                                          \
  LINE(p2,   WAITING, "  while up(s[j]) do nothing")                                          \
  LINE(p3a,  WAITING, "w[i] := now")                                                          \
  LINE(p3b,  WAITING, "a[i] := none")                                                         \
  LINE(p4,   WAITING, "while not up(s[i]) do")                                                \
  LINE(tp5,  WAITING, "  for each j:")                                                        \
  LINE(p5,   WAITING, "    stop if up(a[j])")                                                 \
  LINE(p6,   WAITING, "  if there is none then s[i] := now")                                  \
  LINE(tp6,  WAITING, "    for each j:")                                                      \
  LINE(p6_1, WAITING, "      stop if up(a[j])")                                               \
  LINE(p6_2, WAITING, "    if there is one then s[i] := none")                                \
  LINE(p6_3, WAITING, "    else w[i] := none")                                                \
  LINE(tp64, WAITING, "      for each j:")                                                    \
  LINE(p6_4, WAITING, "        while up(w[j]) do nothing")                                    \
  LINE(tp7,  WAITING, "  if j < n then for each j:")                                          \
  LINE(p7a,  WAITING, "    stop if not up(w[j]) and   [safe=1: the other order]")             \
  LINE(p7b,  WAITING, "            up(s[j])")                                                 \
  TEXT(p8,            "  if there is one, j != i, then")                                      \
  LINE(p8_1a, WAITING, "    s[i] := now")                                                     \
  LINE(p8_1b, WAITING, "    w[i] := none")                                                    \
  LINE(tp9,  WAITING, "for each j < i:")                                                      \
  LINE(p9a,  WAITING, "  while up(w[j]) or")                                                  \
  LINE(p9b,  WAITING, "        up(s[j]) do nothing")                                          \
  TEXT(CS,            "critical section")                                                     \
  LINE(e1,   EXIT,    "s[i] := none")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct parameters {
  int64_t safe;
};

static const struct rmr_option parameters[] = {
  {"safe", RMR_INTEGER, offsetof(struct parameters, safe), "0", 0, 1, "1: line p7 looks at s[j] before w[j]"},
  {.key = NULL},
};

enum { A_UP = 1, W_UP = 2, S_UP = 4 };

struct grid_szymanski {
  uint8_t pc;
  uint8_t up;    /* A_UP, ...: flags that it has up */
  uint8_t done;  /* it has stopped in a box */
  uint16_t held; /* 1 + that box, i; 0: none */
  uint64_t list; /* boxes j */
  struct stamped_grid grid;
};

static bool keeps_y(const void *state, uint32_t cell, struct rmr_size s)
{
  (void)s;
  return ((const struct grid_szymanski *)state)->held == cell + 1;
}

static bool keeps(const void *state, uint32_t cell, uint8_t flag)
{
  const struct grid_szymanski *my = state;
  return my->held == cell + 1 && (my->up & flag) != 0;
}

static bool keeps_a(const void *state, uint32_t cell, struct rmr_size s)
{
  (void)s;
  return keeps(state, cell, A_UP);
}

static bool keeps_w(const void *state, uint32_t cell, struct rmr_size s)
{
  (void)s;
  return keeps(state, cell, W_UP);
}

static bool keeps_s(const void *state, uint32_t cell, struct rmr_size s)
{
  (void)s;
  return keeps(state, cell, S_UP);
}

static const char *const truth[] = {"out", "up", NULL};

enum { X_ARRAY, Y_ARRAY, A_ARRAY, W_ARRAY, S_ARRAY };

static const struct rmr_shared registers[] = {
  [X_ARRAY] = {GRID_X},
  [Y_ARRAY] = {.name = "Y", GRID_STAMP, .keeps = keeps_y, .names = truth},
  [A_ARRAY] = {.name = "a", GRID_STAMP, .keeps = keeps_a, .names = truth},
  [W_ARRAY] = {.name = "w", GRID_STAMP, .keeps = keeps_w, .names = truth},
  [S_ARRAY] = {.name = "s", GRID_STAMP, .keeps = keeps_s, .names = truth},
};

/* Once round the loop of p4 without a write: s[i], X, a, w and s of all boxes. */
static uint32_t once_round(struct rmr_size s)
{
  return 4 * grid_boxes(s) + 1;
}

/* clang-format off */
#define A(b) VAR(A_ARRAY, b)
#define W(b) VAR(W_ARRAY, b)
#define S(b) VAR(S_ARRAY, b)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct grid_szymanski *my = state;
  const struct parameters *with = in->parameters;
  BEGIN;
  for (;;) {
    if (!my->done) {
      CALL( , STAMPED_GRID,   stamped_grid(&my->grid, in, VAR(X_ARRAY, 0), VAR(Y_ARRAY, 0), 0, &my->held, NULL));
      my->done = true;
    }
    DO (p1,                   write_to(A(I), true));
    my->up = A_UP;
    for (my->list = 1; my->list != 0; NEXT) {
      LOOK(tp2, ALL);
      do
        DO (p2,               spin_on(S(J)));
      while (REPLY);
    }
    DO (p3a,                  write_to(W(I), true));
    my->up = A_UP | W_UP;
    DO (p3b,                  write_to(A(I), false));
    my->up = W_UP;
    for (;;) {
      DO (p4,                 spin_on(S(I)));
      if (REPLY) break;
      for (my->list = 1; my->list != 0; NEXT) {
        LOOK(tp5, ALL);
        DO (p5,               read_of(A(J)));
        if (REPLY) break;
      }
      if (my->list == 0) {
        DO (p6,               write_to(S(I), true));
        my->up = W_UP | S_UP;
        for (my->list = 1; my->list != 0; NEXT) {
          LOOK(tp6, ALL);
          DO (p6_1,           read_of(A(J)));
          if (REPLY) break;
        }
        if (my->list != 0) {
          my->list = 1;                                          /* which j it was does not matter any more */
          DO (p6_2,           write_to(S(I), false));
          my->up = W_UP;
        } else {
          DO (p6_3,           write_to(W(I), false));
          my->up = S_UP;
          for (my->list = 1; my->list != 0; NEXT) {
            LOOK(tp64, ALL);
            do
              DO (p6_4,       spin_on(W(J)));
            while (REPLY);
          }
        }
      }
      if (my->list != 0)
        for (my->list = 1; my->list != 0; NEXT) {
          LOOK(tp7, ALL);
          DO (p7a,            read_of(with->safe ? S(J) : W(J)));
          if (with->safe ? !REPLY : REPLY) continue;
          DO (p7b,            read_of(with->safe ? W(J) : S(J)));
          if (with->safe ? !REPLY : REPLY) break;
        }
      if (my->list != 0 && J != I) {
        my->list = 0;
        DO (p8_1a,            write_to(S(I), true));
        my->up = W_UP | S_UP;
        DO (p8_1b,            write_to(W(I), false));
        my->up = S_UP;
      }
      my->list = 0;
    }
    for (my->list = I != 0; my->list != 0; NEXT) {
      LOOK(tp9, LESS);
      for (;;) {
        DO (p9a,              spin_on(W(J)));
        if (REPLY) continue;
        DO (p9b,              read_of(S(J)));
        if (!REPLY) break;
      }
    }
    DO (e1,                   write_to(S(I), false));
    my->up = 0;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(grid_szymanski) = {
  RMR_ALGORITHM_BODY(registers, struct grid_szymanski),
  .name = "grid_szymanski",
  .title = "Szymanski's three-bit linear wait over a grid with time stamps",
  .source = "a question on Stack Exchange, 2015; Szymanski, JCIT 1990, Figure 1",
  .note = "Stamps are leases. Line p7 as quoted, w[j] then s[j]; safe=1: the other order.",
  .claims = {.primitives = "read, write",
             .rmr_dsm = "unbounded",
             .space = "5(N+1)(N+2)/2",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES,
             .wrong = "the order of line p7, w before s, breaks P1 (three processes); with safe=1 one crash does"},
  .step = step,
  .watch = once_round,
  .remembers = true,
  .identities = true,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
};
