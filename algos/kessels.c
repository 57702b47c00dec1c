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
 * The leaves of the tree are numbered from N to 2N-1 and its nodes from 1, the root, to N-1; the node above k is k div
 * 2. Where N is no power of two, leaves lie at two depths, and some processes go through one node less. The
 * transcription of pp. 140-141 in github.com/pabuhr/concurrent-locking has it so for every N. That of G. Taubenfeld,
 * "Synchronization Algorithms and Concurrent Programming", Pearson 2006, p. 41, in
 * github.com/GunterMueller/GoLang_-Universum has the same numbers and asks for a power of two. What the print says of
 * other N is not known. It may mean another tree, which padded=1 has (parts/tree.h): 2^L leaves, L = ceil(lg N), so
 * that each process goes through L nodes, and meets nobody at some of them. For powers of two both are the same tree.
 *
 * Departures: seen in transcription; the lines are numbered here. Node k has Q[2k-1], Q[2k], R[2k-1] and R[2k]. Line 2
 * reads R[o] (2a) and writes R[c] (2b); line 3 reads Q[o] (3a) and R[o] (3b), and knows R[c], which nobody else writes.
 * A process that comes alone, N = 1, goes through one node: a passage makes at least one access.
 */
#include "algos/parts/tree.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  TEXT(up,           "for each node from the leaf to the root do   [c: the side; o = 1 - c]") \
  LINE( 1,  WAITING, "  Q[c] := true")                                                        \
  LINE( 2a, WAITING, "  R[c] := (R[o] + c) mod 2   [reads R[o]]")                             \
  LINE( 2b, WAITING, "                             [writes R[c]]")                            \
  LINE( 3a, WAITING, "  wait until not Q[o] or")                                              \
  LINE( 3b, WAITING, "             R[c] != (R[o] + c) mod 2")                                 \
  TEXT(CS,           "critical section")                                                      \
  TEXT(down,         "for each node from the root to the leaf do")                            \
  LINE( 4,  EXIT,    "  Q[c] := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct parameters {
  int64_t padded;
};

static const struct rmr_option parameters[] = {
  {"padded", RMR_INTEGER, offsetof(struct parameters, padded), "0", 0, 1,
   "leaves of the tree; 0: N; 1: as many as the next power of two"},
  {.key = NULL},
};

struct kessels {
  uint8_t pc;
  uint8_t level; /* 0..L */
  uint8_t r;     /* R[c] */
};

static uint32_t leaves(uint32_t n, const void *given)
{
  const struct parameters *with = given;
  return with->padded || n == 1 ? UINT32_C(1) << tree_levels(n) : n;
}

/* Two for each node. */
static uint32_t sides(struct rmr_size s)
{
  return 2 * (leaves(s.n, s.parameters) - 1);
}

static const char *const truth[] = {"false", "true", NULL};

enum { Q_ARRAY, R_ARRAY };

static const struct rmr_shared registers[] = {
  [Q_ARRAY] = {.name = "Q", .cells = sides, .max = rmr_bit, .multi_writer = true, .names = truth},
  [R_ARRAY] = {.name = "R", .cells = sides, .max = rmr_bit, .multi_writer = true},
};

/* clang-format off */
#define SIDE(level) (leaf >> (level)) /* 1: above the root */
#define C           (SIDE(my->level) & 1)
#define Q(side)     VAR(Q_ARRAY, (side) - 2)
#define R(side)     VAR(R_ARRAY, (side) - 2)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct kessels *my = state;
  const uint32_t leaf = leaves(in->n, in->parameters) + in->i - 1;
  BEGIN;
  for (;;) {
    for (my->level = 0; SIDE(my->level) > 1; my->level++) {
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
    for (; my->level > 0; my->level--)
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
  .note =
    "Seen in transcription. Lines numbered here. R[c] is not read again by the side that has written it. The tree "
    "of the print is not known if N is not a power of two: N leaves here, with padded=1 as many as the next power "
    "of two.",
  .claims = {.primitives = "read, write",
             .rmr_dsm = "unbounded",
             .space = "4(N-1)",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
  .step = step,
};
