/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The splitter of M. Moir and J. H. Anderson, "Wait-free algorithms for fast, long-lived renaming", Science of
 * Computer Programming 25(1), 1995, pp. 1-39, Figure 2, for one use; and the grid of blocks in which processes that
 * are split again and again get names.
 *
 * Of n >= 1 processes that go in, at most one stops, at most n-1 move right and at most n-1 move down. The first to
 * read Y does not move right, and the last to write X does not move down. If two stopped, the one that wrote X first
 * has read it back before the other wrote it, and had raised Y before that; so the other has moved right.
 *
 * The grid. Blocks (r, c) with r + c <= k-1, r moves down and c to the right from the corner. Every move out of a block
 * leaves somebody behind, so of k processes at most k - m come to a block that is m moves away: those with r + c = k-1
 * have at most one visitor each and need no splitter. There are k(k+1)/2 blocks, and the name of a process is the
 * number of the block where it stopped.
 *
 * Two numberings. Moir and Anderson count row by row, for which k must be known. The other counts along the diagonals,
 * m(m-1)/2 + c in the m-th, m = r + c + 1: it needs no k, and of p processes that take part nobody gets a name above
 * p(p+1)/2. Names are counted from 1 here.
 *
 * k is N, but at least 2, as a process that is alone would otherwise make no access at all.
 */
#ifndef ALGOS_PARTS_SPLITTER_H
#define ALGOS_PARTS_SPLITTER_H

#include <rmr/algo.h>

enum splitter_way { SPLITTER_STOP = 1, SPLITTER_RIGHT, SPLITTER_DOWN };

struct splitter {
  uint8_t pc;
};

/* clang-format off */
#define SPLITTER(LINE, TEXT, at, section, indent)                           \
  LINE(at##1, section, indent "X := i")                                     \
  LINE(at##2, section, indent "if Y then move right")                       \
  LINE(at##3, section, indent "else Y := true")                             \
  LINE(at##4, section, indent "  if X = i then stop else move down")

/* *way: an enum splitter_way, in a field of its user's. */
static inline struct rmr_op splitter(struct splitter *my, const struct rmr_in *in, uint32_t x, uint32_t y, uint8_t *way)
{
  PART_LINES(SPLITTER)
  BEGIN;
  DO ( 1,     write_to(x, i));
  DO ( 2,     read_of(y));
  if (REPLY) {
    *way = SPLITTER_RIGHT;
  } else {
    DO ( 3,   write_to(y, true));
    DO ( 4,   read_of(x));
    *way = REPLY == i ? SPLITTER_STOP : SPLITTER_DOWN;
  }
  RETURN;
}
/* clang-format on */

/* --- the grid ----------------------------------------------------------------------------------------------------- */

static inline uint32_t grid_k(uint32_t n)
{
  return n > 2 ? n : 2;
}

static inline uint32_t grid_names(struct rmr_size s)
{
  return grid_k(s.n) * (grid_k(s.n) + 1) / 2;
}

/* Blocks that have a splitter: all but those of the last diagonal. */
static inline uint32_t grid_splitters(struct rmr_size s)
{
  return grid_k(s.n) * (grid_k(s.n) - 1) / 2;
}

/* The number of a block, row by row, from 1. */
static inline uint32_t grid_by_rows(uint32_t r, uint32_t c, uint32_t n)
{
  return r * grid_k(n) - r * (r - 1) / 2 + c + 1;
}

/* The same along the diagonals. */
static inline uint32_t grid_by_diagonals(uint32_t r, uint32_t c)
{
  const uint32_t m = r + c + 1;
  return m * (m - 1) / 2 + c + 1;
}

#endif
