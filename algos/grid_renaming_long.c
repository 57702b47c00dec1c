/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * M. Moir and J. H. Anderson, "Wait-free algorithms for fast, long-lived renaming", Science of Computer Programming
 * 25(1), 1995, pp. 1-39: long-lived renaming by a grid. The grid and the numberings are in parts/splitter.h. The text
 * of the paper was not at hand: this is a reconstruction.
 *
 * As grid_renaming.c, but names are given back: in each block Y is an array with a bit for each process, which only
 * that one raises and takes down again, when it moves down or gives back its name. So a block that nobody is in is as
 * new, and a process that looks whether somebody is there (2) has to look at N bits. A Y that all write could not be
 * taken back: who clears it may clear the claim of another.
 *
 * As many processes at a time as there are, k = N, may hold or want a name. The blocks with r + c = k-1 have no
 * registers.
 *
 * Departures: the lines are numbered here, and line 2 stops at the first bit that it finds up. The registers of block
 * b, counted along the diagonals from 1, are X[b] and Y[(b-1)N+1], ..., Y[bN]. Names are counted from 1.
 */
#include "algos/parts/splitter.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                        \
  TEXT( 0,          "r := 0; c := 0")                                                 \
  TEXT(0a,          "while r + c < k-1 and not stopped do   [X, Y of block (r, c)]")  \
  LINE( 1, DOORWAY, "  X := i")                                                       \
  LINE( 2, DOORWAY, "  if Y[j] for some j of 1..N then c := c + 1")                   \
  LINE( 3, DOORWAY, "  else Y[i] := true")                                            \
  LINE( 4, DOORWAY, "    if X = i then stop")                                         \
  LINE( 5, DOORWAY, "    else Y[i] := false; r := r + 1")                             \
  LINE(CS, CS,      "CRITICAL SECTION   [with the name of block (r, c)]")             \
  LINE( 6, EXIT,    "if r + c < k-1 then Y[i] := false   [Y of block (r, c)]")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct grid_long {
  uint8_t pc;
  uint16_t r, c; /* 0..k-1 */
  uint16_t j;    /* 1..N+1 */
};

static const char *const truth[] = {"false", "true", NULL};

static uint32_t bits(struct rmr_size s) /* N for each splitter; too many are all the same */
{
  const uint64_t exact = (uint64_t)grid_splitters(s) * s.n;
  return exact < UINT32_MAX ? (uint32_t)exact : UINT32_MAX;
}

static uint32_t bit_home(uint32_t cell, struct rmr_size s)
{
  return cell % s.n + 1;
}

enum { X_ARRAY, Y_ARRAY };

static const struct rmr_shared registers[] = {
  [X_ARRAY] = {.name = "X",
               .cells = grid_splitters,
               .initial = 1,
               .min = 1,
               .max = rmr_up_to_n,
               .arbitrary = true,
               .multi_writer = true},
  [Y_ARRAY] = {.name = "Y", .cells = bits, .home = bit_home, .max = rmr_bit, .multi_writer = true, .names = truth},
};

/* clang-format off */
#define BLOCK   (grid_by_diagonals(my->r, my->c) - 1)
#define X       VAR(X_ARRAY, BLOCK)
#define Y(p)    VAR(Y_ARRAY, BLOCK * n + (p) - 1)
#define INNER   (my->r + my->c + 1u < grid_k(n))

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct grid_long *my = state;
  BEGIN;
  for (;;) {
    while (INNER) {
      DO ( 1,            write_to(X, i));
      for (my->j = 1; my->j <= n; my->j++) {
        DO ( 2,          read_of(Y(my->j)));
        if (REPLY) break;
      }
      if (my->j <= n) {
        my->j = 0, my->c++;                                      /* move right */
        continue;
      }
      my->j = 0;
      DO ( 3,            write_to(Y(i), true));
      DO ( 4,            read_of(X));
      if (REPLY == i) break;                                     /* stop */
      DO ( 5,            write_to(Y(i), false));
      my->r++;                                                   /* move down */
    }
    DO (CS,              critical_section());
    if (INNER)
      DO ( 6,            write_to(Y(i), false));
    my->r = my->c = 0;
  }
  END;
}
/* clang-format on */

static uint32_t name_by_rows(const void *state, struct rmr_size s)
{
  const struct grid_long *my = state;
  return grid_by_rows(my->r, my->c, s.n);
}

static uint32_t name_by_diagonals(const void *state, struct rmr_size s)
{
  const struct grid_long *my = state;
  (void)s;
  return grid_by_diagonals(my->r, my->c);
}

#define WHAT_BOTH_SHARE RMR_ALGORITHM_BODY(registers, struct grid_long), .step = step, .names_max = grid_names
#define WHAT_BOTH_CLAIM                                                                             \
  .primitives = "read, write", .rmr_cc = "N^2", .rmr_dsm = "N^2", .space = "N(N-1)/2 + N N(N-1)/2", \
  .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES}, .bounded = RMR_YES

RMR_ALGORITHM(grid_renaming_long) = {
  WHAT_BOTH_SHARE,
  .name = "grid_renaming_long",
  .title = "Moir-Anderson long-lived renaming by a grid",
  .source = "Moir, Anderson, Science of Computer Programming 25(1), 1995, pp. 1-39; reconstructed",
  .note = "k = N. Blocks are numbered row by row.",
  .claims = {WHAT_BOTH_CLAIM},
  .name_held = name_by_rows,
};

RMR_ALGORITHM(grid_renaming_long_diagonal) = {
  WHAT_BOTH_SHARE,
  .name = "grid_renaming_long_diagonal",
  .title = "Moir-Anderson long-lived renaming, blocks numbered along the diagonals",
  .source = "Moir, Anderson, Science of Computer Programming 25(1), 1995, pp. 1-39, reconstructed; the numbering "
            "m(m-1)/2 + r is not theirs",
  .note = "k = N. Differs from grid_renaming_long in the names only.",
  .claims = {WHAT_BOTH_CLAIM},
  .name_held = name_by_diagonals,
};
