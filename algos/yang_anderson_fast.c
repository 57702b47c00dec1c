/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * J.-H. Yang and J. H. Anderson, "A fast, scalable mutual exclusion algorithm", Distributed Computing 9(1), 1995, pp.
 * 51-60, Figure 3: the arbitration tree with a fast path.
 *
 * A process that comes alone gets through the gate of lines 1 to 7, in the manner of Lamport's fast algorithm, and
 * goes past the tree; all others climb the tree. One from either side at most is left, and these two meet in one more
 * block in front of the CS. The gate is shut by line 3. Who came by the fast path opens it again; who came up the tree
 * opens it only if he was the last to try, and nobody's B says that he may still be on the fast path: line 18 looks at
 * all N of them, and Z keeps newcomers off it for so long.
 *
 * Departures: the lines are numbered here, and the two ways out stand together behind the CS, which is printed once.
 * The registers of the block in front are C2, T2, P2; parts/yang_anderson.h has the block and the tree, and what is
 * known of an N that is no power of two.
 */
#include "algos/parts/yang_anderson.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                          \
  LINE( 1, WAITING, "X := i")                                           \
  LINE( 2, WAITING, "if Y = nil then")                                  \
  LINE( 3, WAITING, "  Y := i")                                         \
  LINE( 4, WAITING, "  if X = i then")                                  \
  LINE( 5, WAITING, "    B[i] := true")                                 \
  LINE( 6, WAITING, "    if not Z then")                                \
  LINE( 7, WAITING, "      fast := (Y = i)")                            \
  TEXT( 8,          "if fast then")                                     \
  TEXT(F,           "  enter the block in front from side 1:")          \
  YA_ENTRY(LINE, TEXT, F, WAITING, "    ")                              \
  TEXT( 9,          "else")                                             \
  TEXT(T,           "  enter the tree:")                                \
  YA_TREE_ENTRY(LINE, TEXT, T, WAITING, "    ")                         \
  TEXT(S,           "  enter the block in front from side 0:")          \
  YA_ENTRY(LINE, TEXT, S, WAITING, "    ")                              \
  TEXT(CS,          "CRITICAL SECTION")                                 \
  TEXT(10,          "if fast then")                                     \
  TEXT(FX,          "  leave the block in front:")                      \
  YA_EXIT(LINE, TEXT, F, EXIT, "    ")                                  \
  LINE(11, EXIT,    "  Y := nil")                                       \
  LINE(12, EXIT,    "  B[i] := false")                                  \
  TEXT(13,          "else")                                             \
  LINE(14, EXIT,    "  B[i] := false")                                  \
  LINE(15, EXIT,    "  if X = i then")                                  \
  LINE(16, EXIT,    "    Z := true")                                    \
  TEXT(17,          "    for j := 1 to N do")                           \
  LINE(18, EXIT,    "      if B[j] then seen := true")                  \
  LINE(19, EXIT,    "    if not seen then Y := nil")                    \
  LINE(20, EXIT,    "    Z := false")                                   \
  TEXT(SX,          "  leave the block in front:")                      \
  YA_EXIT(LINE, TEXT, S, EXIT, "    ")                                  \
  TEXT(TX,          "  leave the tree:")                                \
  YA_TREE_EXIT(LINE, TEXT, T, EXIT, "    ")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct yang_anderson_fast {
  uint8_t pc;
  bool fast;  /* which way the process came, until it has left */
  bool seen;  /* line 18 */
  uint16_t j; /* 1..N+1 */
  union {
    struct ya_block front;
    struct ya_tree tree;
  };
};

static const char *const truth[] = {"false", "true", NULL};

static uint32_t two(struct rmr_size s)
{
  (void)s;
  return 2;
}

enum { X_REGISTER, Y_REGISTER, Z_REGISTER, B_ARRAY, C_ARRAY, T_ARRAY, P_ARRAY, C_FRONT, T_FRONT, P_FRONT };

static const struct rmr_shared registers[] = {
  [X_REGISTER] = {.name = "X", .initial = 1, .min = 1, .max = rmr_up_to_n, .arbitrary = true, .multi_writer = true},
  [Y_REGISTER] = {.name = "Y", .max = rmr_up_to_n, .multi_writer = true},
  [Z_REGISTER] = {.name = "Z", .max = rmr_bit, .multi_writer = true, .names = truth},
  [B_ARRAY] = {.name = "B", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
  YA_REGISTERS(C_ARRAY, T_ARRAY, P_ARRAY, "", tree_sides, tree_nodes, tree_spins),
  YA_REGISTERS(C_FRONT, T_FRONT, P_FRONT, "2", two, NULL, rmr_per_process),
};

/* clang-format off */
#define X     VAR(X_REGISTER, 0)
#define Y     VAR(Y_REGISTER, 0)
#define Z     VAR(Z_REGISTER, 0)
#define B(p)  VAR(B_ARRAY, (p) - 1)
#define TREE  ((struct ya_tree_registers){VAR(C_ARRAY, 0), VAR(T_ARRAY, 0), VAR(P_ARRAY, 0), n})
#define FRONT(side) ((struct ya_registers){VAR(C_FRONT, 0), VAR(T_FRONT, 0), VAR(P_FRONT, 0), side})

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct yang_anderson_fast *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,                  write_to(X, i));
    DO ( 2,                  read_of(Y));
    if (REPLY == YA_NIL) {
      DO ( 3,                write_to(Y, i));
      DO ( 4,                read_of(X));
      if (REPLY == i) {
        DO ( 5,              write_to(B(i), true));
        DO ( 6,              read_of(Z));
        if (!REPLY) {
          DO ( 7,            read_of(Y));
          my->fast = REPLY == i;
        }
      }
    }
    if (my->fast) {
      CALL(F, YA_ENTRY,      ya_entry(&my->front, in, FRONT(1)));
    } else {
      CALL(T, YA_TREE_ENTRY, ya_tree_entry(&my->tree, in, TREE));
      CALL(S, YA_ENTRY,      ya_entry(&my->front, in, FRONT(0)));
    }
    if (my->fast) {
      CALL(F, YA_EXIT,       ya_exit(&my->front, in, FRONT(1)));
      DO (11,                write_to(Y, YA_NIL));
      my->fast = false;
      DO (12,                write_to(B(i), false));
    } else {
      DO (14,                write_to(B(i), false));
      DO (15,                read_of(X));
      if (REPLY == i) {
        DO (16,              write_to(Z, true));
        for (my->j = 1; my->j <= n; my->j++) {
          DO (18,            read_of(B(my->j)));
          if (REPLY) my->seen = true;
        }
        my->j = 0;
        if (!my->seen)
          DO (19,            write_to(Y, YA_NIL));
        my->seen = false;
        DO (20,              write_to(Z, false));
      }
      CALL(S, YA_EXIT,       ya_exit(&my->front, in, FRONT(0)));
      CALL(T, YA_TREE_EXIT,  ya_tree_exit(&my->tree, in, TREE));
    }
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(yang_anderson_fast) = {
  RMR_ALGORITHM_BODY(registers, struct yang_anderson_fast),
  .name = "yang_anderson_fast",
  .title = "Yang-Anderson arbitration tree with a fast path",
  .source = "Yang, Anderson, Distributed Computing 9(1), 1995, pp. 51-60, Figure 3",
  .note = "Lines numbered here; the CS, at the end of either path in the figure, is printed once. A process "
          "without contention pays O(1).",
  .claims = {.primitives = "read, write",
             .rmr_cc = "N",
             .rmr_dsm = "N",
             .space = "N ceil(lg N) + 3*2^ceil(lg N) + 2N + 3",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
};
