/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * M. Moir and J. H. Anderson, "Wait-free algorithms for fast, long-lived renaming", Science of Computer Programming
 * 25(1), 1995, pp. 1-39: one-shot renaming by a grid of splitters. The splitter, the grid and the numberings are in
 * parts/splitter.h, with the idea.
 *
 * Each process gets one name, once: to hold it is to be in the CS. The names lie within k(k+1)/2 for k = N, and a
 * process makes at most N-1 moves of at most four accesses each. Y is never taken back. So who has a name keeps it,
 * and each passage but its first makes no access.
 *
 * grid_renaming numbers the blocks as Moir and Anderson do, grid_renaming_diagonal along the diagonals, m(m-1)/2 +
 * (moves to the right) after m moves, counting the one into the first block: an answer to an unknown N, in which names
 * stay small as long as few take part (a question on Stack Exchange, 2015). They differ in nothing else.
 *
 * Departures: the lines are numbered here. Names are counted from 1.
 */
#include "algos/parts/splitter.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                              \
  LINE( 0, DOORWAY, "if stopped before then enter with the name of then   [no access]")   \
  TEXT(0a,          "while r + c < k-1 and not stopped do   [from r = c = 0; X, Y of block (r, c)]") \
  SPLITTER(LINE, TEXT, , DOORWAY, "  ")                                     \
  TEXT(4a,          "  right: c := c + 1; down: r := r + 1")                \
  LINE(CS, CS,      "CRITICAL SECTION   [with the name of block (r, c)]")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct grid {
  uint8_t pc;
  uint8_t way;   /* enum splitter_way: out of the last block, 0 before; SPLITTER_STOP from the first CS on */
  uint16_t r, c; /* 0..k-1 */
  struct splitter splitter;
};

static const char *const truth[] = {"false", "true", NULL};

enum { X_ARRAY, Y_ARRAY };

static const struct rmr_shared registers[] = {
  [X_ARRAY] = {.name = "X",
               .cells = grid_splitters,
               .initial = 1,
               .min = 1,
               .max = rmr_up_to_n,
               .arbitrary = true,
               .multi_writer = true},
  [Y_ARRAY] = {.name = "Y", .cells = grid_splitters, .max = rmr_bit, .multi_writer = true, .names = truth},
};

/* clang-format off */
#define X(r, c) VAR(X_ARRAY, grid_by_diagonals(r, c) - 1)
#define Y(r, c) VAR(Y_ARRAY, grid_by_diagonals(r, c) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct grid *my = state;
  BEGIN;
  for (;;) {
    if (my->way == SPLITTER_STOP)
      DO ( 0,            no_access());
    while (my->way != SPLITTER_STOP && my->r + my->c + 1u < grid_k(n)) {
      my->way = 0;
      CALL( , SPLITTER,  splitter(&my->splitter, in, X(my->r, my->c), Y(my->r, my->c), &my->way));
      if (my->way == SPLITTER_RIGHT) my->c++;
      if (my->way == SPLITTER_DOWN) my->r++;
    }
    my->way = SPLITTER_STOP;
    DO (CS,              critical_section());
  }
  END;
}
/* clang-format on */

static uint32_t name_by_rows(const void *state, struct rmr_size s)
{
  const struct grid *my = state;
  return grid_by_rows(my->r, my->c, s.n);
}

static uint32_t name_by_diagonals(const void *state, struct rmr_size s)
{
  const struct grid *my = state;
  (void)s;
  return grid_by_diagonals(my->r, my->c);
}

#define WHAT_BOTH_SHARE \
  RMR_ALGORITHM_BODY(registers, struct grid), .step = step, .remembers = true, .names_max = grid_names
#define WHAT_BOTH_CLAIM                                                          \
  .primitives = "read, write", .rmr_cc = "N", .rmr_dsm = "N", .space = "N(N-1)", \
  .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES}, .bounded = RMR_YES

RMR_ALGORITHM(grid_renaming) = {
  WHAT_BOTH_SHARE,
  .name = "grid_renaming",
  .title = "Moir-Anderson one-shot renaming by a grid of splitters",
  .source = "Moir, Anderson, Science of Computer Programming 25(1), 1995, pp. 1-39",
  .note = "One-shot: a process keeps its name for all its passages. Blocks are numbered row by row.",
  .claims = {WHAT_BOTH_CLAIM},
  .name_held = name_by_rows,
};

RMR_ALGORITHM(grid_renaming_diagonal) = {
  WHAT_BOTH_SHARE,
  .name = "grid_renaming_diagonal",
  .title = "Moir-Anderson one-shot renaming, blocks numbered along the diagonals",
  .source =
    "Moir, Anderson, Science of Computer Programming 25(1), 1995, pp. 1-39; the numbering m(m-1)/2 + r is not theirs",
  .note = "One-shot: a process keeps its name for all its passages. Differs from grid_renaming in the names only.",
  .claims = {WHAT_BOTH_CLAIM},
  .name_held = name_by_diagonals,
};
