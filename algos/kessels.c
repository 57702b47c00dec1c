/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * J. L. W. Kessels, "Arbitration without common modifiable variables", Acta Informatica 17(2), 1982, pp. 135-141: the
 * algorithm for two processes (p. 137), and the tree of such nodes for N (pp. 140-141).
 *
 * Peterson's algorithm for two has one register that both write, the turn. Here each side has a bit of its own for it,
 * and the turn is whether the two are equal: side 0 makes them equal, side 1 makes them differ, and each waits as long
 * as they are as it has made them and the other wants to enter.
 *
 * No doorway: what orders two processes is another pair of bits at each node. All of the entry is waiting room.
 *
 * Departures: the lines are numbered here. Node k of 1..2^L-1, counted from the root (parts/tree.h), has Q[2k-1],
 * Q[2k], R[2k-1] and R[2k]. Line 2 reads R[o] (2a) and writes R[c] (2b); line 3 reads Q[o] (3a) and R[o] (3b), and
 * knows R[c], which nobody else writes. A process that comes alone, N = 1, goes through one node.
 */
#include "algos/parts/tree.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  TEXT(up,           "for level := 0 to L-1 do   [c: the side; o = 1 - c]")                   \
  LINE( 1,  WAITING, "  Q[c] := true")                                                        \
  LINE( 2a, WAITING, "  R[c] := (R[o] + c) mod 2   [reads R[o]]")                             \
  LINE( 2b, WAITING, "                             [writes R[c]]")                            \
  LINE( 3a, WAITING, "  wait until not Q[o] or")                                              \
  LINE( 3b, WAITING, "             R[c] != (R[o] + c) mod 2")                                 \
  TEXT(CS,           "critical section")                                                      \
  TEXT(down,         "for level := L-1 downto 0 do")                                          \
  LINE( 4,  EXIT,    "  Q[c] := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct kessels {
  uint8_t pc;
  uint8_t level; /* 0..L */
  uint8_t r;     /* R[c] */
};

static const char *const truth[] = {"false", "true", NULL};

enum { Q_ARRAY, R_ARRAY };

static const struct rmr_shared registers[] = {
  [Q_ARRAY] = {.name = "Q", .cells = tree_sides, .max = rmr_bit, .multi_writer = true, .names = truth},
  [R_ARRAY] = {.name = "R", .cells = tree_sides, .max = rmr_bit, .multi_writer = true},
};

/* clang-format off */
#define SIDE(level) tree_side(i, n, level)
#define C           (SIDE(my->level) & 1)
#define Q(side)     VAR(Q_ARRAY, (side) - 2)
#define R(side)     VAR(R_ARRAY, (side) - 2)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct kessels *my = state;
  BEGIN;
  for (;;) {
    for (my->level = 0; my->level < tree_levels(n); my->level++) {
      DO ( 1,             write_to(Q(SIDE(my->level)), true));
      DO ( 2a,            read_of(R(SIDE(my->level) ^ 1)));
      my->r = (REPLY + C) & 1;
      DO ( 2b,            write_to(R(SIDE(my->level)), my->r));
      for (;;) {
        DO ( 3a,          spin_on(Q(SIDE(my->level) ^ 1)));
        if (!REPLY) break;
        DO ( 3b,          read_of(R(SIDE(my->level) ^ 1)));
        if (my->r != ((REPLY + C) & 1)) break;
      }
      my->r = 0;
    }
    for (my->level = (uint8_t)tree_levels(n); my->level > 0; my->level--)
      DO ( 4,             write_to(Q(SIDE(my->level - 1u)), false));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(kessels) = {
  RMR_ALGORITHM_BODY(registers, struct kessels),
  .name = "kessels",
  .title = "Kessels' arbitration tree",
  .source = "Kessels, Acta Informatica 17(2), 1982, pp. 135-141",
  .note = "Lines numbered here. R[c] is not read again by the side that has written it.",
  .claims = {.primitives = "read, write",
             .rmr_dsm = "unbounded",
             .space = "4*2^ceil(lg N) - 4",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
};
