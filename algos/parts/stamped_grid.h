/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The grid of splitters with time stamps of a question on Stack Exchange of 2015, after M. Moir and J. H. Anderson,
 * "Wait-free algorithms for fast, long-lived renaming", Science of Computer Programming 25(1), 1995, pp. 1-39: names
 * for processes of which nobody knows how many there are, and which may die.
 *
 * Boxes are numbered b = m(m-1)/2 + r from 0 on, after m moves, counting the one into the first box, r of them to the
 * right. In each stands a splitter (parts/splitter.h), whose Y is no truth value but a time stamp: it is up for some
 * time after it was written. The process that stops in a box is called by its number and goes on writing Y; when it has
 * died, Y runs out, and somebody else may stop there. X holds the identity of who came last, and is never taken back.
 *
 * Without a clock stamps are leases: Y is true or false, and runs out once nobody is responsible for it. Responsible is
 * who has stopped in the box, or stands between its write of Y and the second look at X; not who has moved on. What the
 * owner writes to renew a lease is no step. With a clock (`timeout` is not 0) Y holds the time of the stamp; whether it
 * has run out is seen by who looks at it.
 *
 * Who wants to look at all boxes that may be taken begins with box 0, and puts the two boxes behind each that somebody
 * has visited on its list (grid_behind): the list is a set of bits here, the next box is the lowest.
 *
 * Every visitor leaves another one behind at each move, so k identities, who visit each box once, use the first
 * k(k+1)/2 boxes at most, k being N and all that may come later. There is one more diagonal, which is looked at.
 */
#ifndef ALGOS_PARTS_STAMPED_GRID_H
#define ALGOS_PARTS_STAMPED_GRID_H

#include <rmr/algo.h>

struct stamped_grid {
  uint8_t pc;
  uint16_t m, r;
};

static inline uint32_t grid_box(uint32_t m, uint32_t r)
{
  return m * (m - 1) / 2 + r;
}

/* Boxes that can be visited. */
static inline uint32_t grid_used(struct rmr_size s)
{
  return grid_box(s.n + s.arrivals + 1, 0);
}

static inline uint32_t grid_boxes(struct rmr_size s)
{
  return grid_box(s.n + s.arrivals + 2, 0);
}

/* clang-format off */
#define STAMPED_GRID(LINE, TEXT, at, section, indent)                                         \
  LINE(at##g1, section, indent "X[b] := id   [b = m(m-1)/2 + r; m = 1, r = 0 at first]")      \
  LINE(at##g2, section, indent "if up(Y[b]) then m := m+1; r := r+1; goto g1")                \
  LINE(at##g3, section, indent "Y[b] := now")                                                 \
  LINE(at##g4, section, indent "if X[b] != id then m := m+1; goto g1")

#define BOX grid_box(my->m, my->r)

/* Whether a stamp is up, by the clock of who has just read it. None is where a clock is asked for and there is none. */
static inline bool grid_up(rmr_word stamp, rmr_word timeout, const struct rmr_in *in)
{
  return timeout == 0 ? stamp != 0 : in->now != 0 && in->now - stamp < timeout;
}

/* x, y: the registers of box 0; the others follow them. *held: 1 + the box for whose Y the process is responsible.
 * *stamp, where there is a clock: what it has last written to Y. */
static inline struct rmr_op stamped_grid(struct stamped_grid *my, const struct rmr_in *in, uint32_t x, uint32_t y,
                                         rmr_word timeout, uint16_t *held, rmr_word *stamp)
{
  PART_LINES(STAMPED_GRID)
  BEGIN;
  my->m = 1;
  for (;;) {
    DO (g1,         write_to(x + BOX, in->id));
    DO (g2,         read_of(y + BOX));
    if (grid_up(REPLY, timeout, in)) {
      my->m++, my->r++;
      continue;
    }
    if (timeout != 0) *stamp = in->now;
    DO (g3,         write_to(y + BOX, timeout == 0 ? 1 : *stamp));
    *held = (uint16_t)(BOX + 1);
    DO (g4,         read_of(x + BOX));
    if (REPLY == in->id) break;
    *held = 0;
    my->m++;
  }
  RETURN;
}
/* clang-format on */

#undef BOX

/* --- all boxes, one after the other ------------------------------------------------------------------------------- */

/* Of a set of boxes. */
static inline uint32_t grid_first(uint64_t boxes)
{
  return (uint32_t)__builtin_ctzll(boxes);
}

/* The boxes below and to the right of one. Those above 63 are left out: then N and the new processes are too many. */
static inline uint64_t grid_behind(uint32_t box)
{
  uint32_t m = 1;
  while (grid_box(m + 1, 0) <= box) m++;
  const uint32_t below = grid_box(m + 1, box - grid_box(m, 0));
  return below < 63 ? UINT64_C(3) << below : 0;
}

/* What an algorithm's step goes through the boxes with, as the figures have it. Its own state has
 * `held`, 1 + its own box i, and `list`, the boxes j; its group of X is X_ARRAY. */
/* clang-format off */
#define I    (my->held - 1u)
#define J    grid_first(my->list)
#define ALL  UINT64_MAX
#define LESS ((UINT64_C(1) << I) - 1)
#define NEXT (my->list &= my->list - 1)

/* Puts on the list what is behind box j, if it is among these. If nobody has been there, goes on with the next. */
#define LOOK(label, among)                                                                    \
      DO (label,            read_of(VAR(X_ARRAY, J)));                                        \
      if (REPLY == 0) continue;                                                               \
      my->list |= grid_behind(J) & (among)
/* clang-format on */

/* X, and a time stamp of each box, as rows of a table of registers. */
#define GRID_X     .name = "X", .cells = grid_boxes, .from_zero = true, .max = rmr_largest_id, .multi_writer = true
#define GRID_STAMP .cells = grid_boxes, .from_zero = true, .max = rmr_bit, .multi_writer = true, .lease = true

#endif
