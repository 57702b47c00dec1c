/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * J.-H. Yang and J. H. Anderson, "A fast, scalable mutual exclusion algorithm", Distributed Computing 9(1), 1995, pp.
 * 51-60: the block for two processes, and the arbitration tree made of such blocks.
 *
 * The block. Two processes, one from each side, announce themselves in C; whoever writes T later waits. It waits on
 * its own P, first until the other has seen that there is a rival (1), so that it does not look at T too early, then
 * until the other is through (2). So it spins where P[i] lies, in its own memory.
 *
 * The tree (tree.h). A process goes from its leaf to the root and leaves from the root to its leaf. Which two meet at a
 * node is not fixed, so what a block knows of its rival are names of processes, not sides. Each level has a P of its
 * own: a process that leaves level k may write to the P of a rival that is already waiting one level higher.
 *
 * What the print says of an N that is no power of two is not known. That each process goes through L = ceil(lg N)
 * blocks is how X. Zhang, Y. Yan and R. Castaneda have it, IEEE Parallel & Distributed Technology 4(1), 1996, Figure 5
 * on p. 31, as transcribed in github.com/pabuhr/concurrent-locking; its transcriptions of the algorithms with a fast
 * path, which have other blocks, have a tree of N leaves. For such N, the costs and the space of all who use this tree
 * are those of 2^L leaves.
 */
#ifndef ALGOS_PARTS_YANG_ANDERSON_H
#define ALGOS_PARTS_YANG_ANDERSON_H

#include "algos/parts/tree.h"

enum { YA_NIL = 0 };

/* --- the block ---------------------------------------------------------------------------------------------------- */

struct ya_block {
  uint8_t pc;
  uint16_t rival; /* YA_NIL, 1..N */
};

/* The registers of a block, C[0], T and P[1]; C[1] and P[2], ..., P[N] follow theirs. */
struct ya_registers {
  uint32_t c, t, p;
  uint32_t side; /* from which the process comes, 0 or 1 */
};

/* clang-format off */
#define YA_ENTRY(LINE, TEXT, at, section, indent)                           \
  LINE(at##1,  section, indent "C[side] := i")                              \
  LINE(at##2,  section, indent "T := i")                                    \
  LINE(at##3,  section, indent "P[i] := 0")                                 \
  LINE(at##4,  section, indent "rival := C[1 - side]")                      \
  TEXT(at##5,           indent "if rival != nil then")                      \
  LINE(at##6,  section, indent "  if T = i then")                           \
  LINE(at##7,  section, indent "    if P[rival] = 0 then")                  \
  LINE(at##8,  section, indent "      P[rival] := 1")                       \
  LINE(at##9,  section, indent "    wait until P[i] >= 1")                  \
  LINE(at##10, section, indent "    if T = i then")                         \
  LINE(at##11, section, indent "      wait until P[i] = 2")

#define YA_EXIT(LINE, TEXT, at, section, indent)                            \
  LINE(at##12, section, indent "C[side] := nil")                            \
  LINE(at##13, section, indent "rival := T")                                \
  TEXT(at##14,          indent "if rival != i then")                        \
  LINE(at##15, section, indent "  P[rival] := 2")

#define P(process) (r.p + (process) - 1)

static inline struct rmr_op ya_entry(struct ya_block *my, const struct rmr_in *in, struct ya_registers r)
{
  PART_LINES(YA_ENTRY)
  BEGIN;
  DO ( 1,             write_to(r.c + r.side, i));
  DO ( 2,             write_to(r.t, i));
  DO ( 3,             write_to(P(i), 0));
  LET( 4, my->rival,  read_of(r.c + 1 - r.side));
  if (my->rival != YA_NIL) {
    DO ( 6,           read_of(r.t));
    if (REPLY == i) {
      DO ( 7,         read_of(P(my->rival)));
      if (REPLY == 0)
        DO ( 8,       write_to(P(my->rival), 1));
      my->rival = 0;
      do
        DO ( 9,       spin_on(P(i)));
      while (REPLY == 0);
      DO (10,         read_of(r.t));
      if (REPLY == i)
        do
          DO (11,     spin_on(P(i)));
        while (REPLY != 2);
    }
  }
  RETURN;
}

static inline struct rmr_op ya_exit(struct ya_block *my, const struct rmr_in *in, struct ya_registers r)
{
  PART_LINES(YA_EXIT)
  BEGIN;
  DO (12,             write_to(r.c + r.side, YA_NIL));
  LET(13, my->rival,  read_of(r.t));
  if (my->rival != i)
    DO (15,           write_to(P(my->rival), 2));
  RETURN;
}
/* clang-format on */

#undef P

/* --- the tree ----------------------------------------------------------------------------------------------------- */

struct ya_tree {
  uint8_t pc;
  uint8_t level; /* 0..L */
  struct ya_block block;
};

/* The registers of the tree: its nodes are numbered from the root on, 1 to 2^L - 1, those of P level by level. */
struct ya_tree_registers {
  uint32_t c, t, p;
  uint32_t p_of_level; /* how many P there are in a level: N; 0 if all levels share them */
};

/* What P_i works on at its node of a level. */
static inline struct ya_registers ya_at(struct ya_tree_registers r, uint32_t i, uint32_t n, uint32_t level)
{
  const uint32_t side = tree_side(i, n, level), node = side >> 1;
  return (struct ya_registers){
    .c = r.c + 2 * (node - 1), .t = r.t + node - 1, .p = r.p + level * r.p_of_level, .side = side & 1};
}

/* clang-format off */
#define YA_TREE_ENTRY(LINE, TEXT, at, section, indent)                      \
  TEXT(at##up,          indent "for level := 0 to L-1 do")                  \
  YA_ENTRY(LINE, TEXT, at, section, indent "  ")

#define YA_TREE_EXIT(LINE, TEXT, at, section, indent)                       \
  TEXT(at##down,        indent "for level := L-1 downto 0 do")              \
  YA_EXIT(LINE, TEXT, at, section, indent "  ")

static inline struct rmr_op ya_tree_entry(struct ya_tree *my, const struct rmr_in *in, struct ya_tree_registers r)
{
  PART_LINES(YA_TREE_ENTRY)
  BEGIN;
  for (my->level = 0; my->level < tree_levels(n); my->level++)
    CALL( , YA_ENTRY,  ya_entry(&my->block, in, ya_at(r, i, n, my->level)));
  RETURN;
}

static inline struct rmr_op ya_tree_exit(struct ya_tree *my, const struct rmr_in *in, struct ya_tree_registers r)
{
  PART_LINES(YA_TREE_EXIT)
  BEGIN;
  for (my->level = (uint8_t)tree_levels(n); my->level > 0; my->level--)
    CALL( , YA_EXIT,   ya_exit(&my->block, in, ya_at(r, i, n, my->level - 1u)));
  RETURN;
}
/* clang-format on */

/* --- its registers ------------------------------------------------------------------------------------------------ */

static inline rmr_word ya_two(struct rmr_size s)
{
  (void)s;
  return 2;
}

/* Three rows of a table of registers, for the tree (tree_sides, tree_nodes, tree_spins of them) or for what else is
 * made of blocks; `name` is appended to theirs. What T has at first does not matter; it is 1 in a simulation. */
#define YA_REGISTERS(C, T, P, name_, sides, nodes, spins)                              \
  [C] = {.name = "C" name_, .cells = sides, .max = rmr_up_to_n, .multi_writer = true}, \
  [T] = {.name = "T" name_,                                                            \
         .cells = nodes,                                                               \
         .initial = 1,                                                                 \
         .min = 1,                                                                     \
         .max = rmr_up_to_n,                                                           \
         .arbitrary = true,                                                            \
         .multi_writer = true},                                                        \
  [P] = {.name = "P" name_, .cells = spins, .home = tree_spins_home, .max = ya_two, .multi_writer = true}

#endif
