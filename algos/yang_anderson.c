/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * J.-H. Yang and J. H. Anderson, "A fast, scalable mutual exclusion algorithm", Distributed Computing 9(1), 1995, pp.
 * 51-60: the arbitration tree of blocks for two processes. The block and the tree are in parts/yang_anderson.h, with
 * the idea.
 *
 * yang_anderson has a P of its own for each level, as the paper has. yang_anderson_one_p has one P[i] for each
 * process, shared by all levels, and is wrong, which two processes, who have but one level, do not show. P_1 leaves
 * level 0 and has read in T that P_2 is its rival there; P_2 has seen that P_1 is gone and went on to the root, where
 * it waits for P_3, which is in the CS; now P_1 writes P[2] := 2, and P_2 takes it for the word of P_3.
 *
 * Departures: the lines are numbered here. C, T and P of a node are registers of arrays: node k of 1..2^L-1, counted
 * from the root, has C[2k-1], C[2k] and T[k]; level k of 0..L-1 has P[kN+1], ..., P[kN+N]. N need not be a power of
 * two; parts/yang_anderson.h says what is known of that.
 */
#include "algos/parts/yang_anderson.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)              \
  YA_TREE_ENTRY(LINE, TEXT, , WAITING, "")  \
  TEXT(CS, "CRITICAL SECTION")              \
  YA_TREE_EXIT(LINE, TEXT, , EXIT, "")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct yang_anderson {
  uint8_t pc;
  struct ya_tree tree;
};

enum { C_ARRAY, T_ARRAY, P_ARRAY };

static const struct rmr_shared registers[] = {
  YA_REGISTERS(C_ARRAY, T_ARRAY, P_ARRAY, "", tree_sides, tree_nodes, tree_spins),
};

static const struct rmr_shared registers_one_p[] = {
  YA_REGISTERS(C_ARRAY, T_ARRAY, P_ARRAY, "", tree_sides, tree_nodes, rmr_per_process),
};

/* clang-format off */
#define TREE ((struct ya_tree_registers){VAR(C_ARRAY, 0), VAR(T_ARRAY, 0), VAR(P_ARRAY, 0), p_of_level})

static inline struct rmr_op yang_anderson(struct yang_anderson *my, const struct rmr_in *in, uint32_t p_of_level)
{
  BEGIN;
  for (;;) {
    CALL( , YA_TREE_ENTRY,  ya_tree_entry(&my->tree, in, TREE));
    CALL( , YA_TREE_EXIT,   ya_tree_exit(&my->tree, in, TREE));
  }
  END;
}
/* clang-format on */

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  return yang_anderson(state, in, in->n);
}

static struct rmr_op step_one_p(void *state, const struct rmr_in *in)
{
  return yang_anderson(state, in, 0);
}

RMR_ALGORITHM(yang_anderson) = {
  RMR_ALGORITHM_BODY(registers, struct yang_anderson),
  .name = "yang_anderson",
  .title = "Yang-Anderson arbitration tree",
  .source = "Yang, Anderson, Distributed Computing 9(1), 1995, pp. 51-60",
  .note =
    "Lines numbered here. Node k, counted from the root, has C[2k-1], C[2k], T[k]; level k has P[kN+1], ..., P[kN+N].",
  .claims = {.primitives = "read, write",
             .rmr_cc = "lg N",
             .rmr_dsm = "lg N",
             .space = "N ceil(lg N) + 3(2^ceil(lg N) - 1)",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
};

RMR_ALGORITHM(yang_anderson_one_p) = {
  RMR_ALGORITHM_BODY(registers_one_p, struct yang_anderson),
  .name = "yang_anderson_one_p",
  .title = "Yang-Anderson arbitration tree with one P[i] for all levels (known wrong)",
  .source = "after Yang, Anderson, Distributed Computing 9(1), 1995, pp. 51-60; not theirs",
  .note = "Differs from yang_anderson in P only: one register for each process, not one for each process and level.",
  .claims = {.primitives = "read, write",
             .space = "N + 3(2^ceil(lg N) - 1)",
             .p = {0, RMR_NO},
             .bounded = RMR_YES,
             .wrong =
               "P1 fails with three processes: a process that leaves a level may wake a rival that already waits "
               "at another"},
  .step = step_one_p,
};
