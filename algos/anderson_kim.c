/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * J. H. Anderson and Y.-J. Kim, "A new fast-path mechanism for mutual exclusion", Distributed Computing 14(1), 2001,
 * pp. 17-29, Figure 4 on p. 22: the arbitration tree of Yang and Anderson with a fast path that opens again without a
 * look at all processes, so that a passage costs O(1) alone and O(lg N) at worst.
 *
 * The gate of lines 1 to 6 is Lamport's, as in yang_anderson_fast.c, but what stands in Y is a number, of one use of
 * the fast path. Reset says which number may come next. Who holds a number of old is an obstacle to its next use, and
 * that is one process for each number: so one look is enough where the older figure has N.
 *
 * No doorway. All of the entry is waiting room.
 *
 * Departures: seen in transcription; the lines are numbered here, and the two ways out of the gate that lead to the
 * tree stand together before the CS, which is printed once. Y and Reset are (free, number) in one register each. The
 * registers of the block in front are C2, T2, P2; parts/yang_anderson.h has the block and the tree, and what is known
 * of an N that is no power of two. Numbers count from 1, as processes do; (no, 0) is what closes the gate.
 */
#include "algos/parts/yang_anderson.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                            \
  LINE( 1,  WAITING, "X := i")                                                            \
  LINE( 1b, WAITING, "y := Y")                                                            \
  TEXT( 2,           "if y.free then")                                                    \
  LINE( 3,  WAITING, "  Y := (no, 0)")                                                    \
  LINE( 3b, WAITING, "  Obstacle[i] := true")                                             \
  LINE( 4,  WAITING, "  if X = i and")                                                    \
  LINE( 4b, WAITING, "     not Infast then")                                              \
  LINE( 5,  WAITING, "    Name_Taken[y.number] := true")                                  \
  LINE( 6,  WAITING, "    if Reset = y then fast")                                        \
  LINE( 6b, WAITING, "    else Name_Taken[y.number] := false")                            \
  TEXT(fast,         "if fast then")                                                      \
  LINE( 7,  WAITING, "  Infast := true")                                                  \
  TEXT(F,            "  enter the block in front from side 1:")                           \
  YA_ENTRY(LINE, TEXT, F, WAITING, "    ")                                                \
  TEXT(slow,         "else")                                                              \
  TEXT(T,            "  enter the tree:")                                                 \
  YA_TREE_ENTRY(LINE, TEXT, T, WAITING, "    ")                                           \
  TEXT(S,            "  enter the block in front from side 0:")                           \
  YA_ENTRY(LINE, TEXT, S, WAITING, "    ")                                                \
  TEXT(CS,           "CRITICAL SECTION")                                                  \
  TEXT(fast_out,     "if fast then")                                                      \
  LINE( 7b, EXIT,    "  Obstacle[i] := false")                                            \
  LINE( 7c, EXIT,    "  Reset := (no, y.number)")                                         \
  LINE( 8,  EXIT,    "  if not Obstacle[y.number] then")                                  \
  LINE( 8b, EXIT,    "    Reset := (yes, y.number mod N + 1)")                            \
  LINE( 8c, EXIT,    "    Y := (yes, y.number mod N + 1)")                                \
  LINE( 9,  EXIT,    "  Name_Taken[y.number] := false")                                   \
  TEXT(FX,           "  leave the block in front:")                                       \
  YA_EXIT(LINE, TEXT, F, EXIT, "    ")                                                    \
  LINE( 9b, EXIT,    "  Infast := false")                                                 \
  TEXT(slow_out,     "else")                                                              \
  TEXT(10,           "  if y.free then")                                                  \
  LINE(11,  EXIT,    "    Y := (no, 0)")                                                  \
  LINE(11b, EXIT,    "    X := i")                                                        \
  LINE(11c, EXIT,    "    y := Reset")                                                    \
  LINE(11d, EXIT,    "    Obstacle[i] := false")                                          \
  LINE(11e, EXIT,    "    Reset := (no, y.number)")                                       \
  LINE(12,  EXIT,    "    if not Name_Taken[y.number] and")                               \
  LINE(12b, EXIT,    "       not Obstacle[y.number] then")                                \
  LINE(12c, EXIT,    "      Reset := (yes, y.number mod N + 1)")                          \
  LINE(12d, EXIT,    "      Y := (yes, y.number mod N + 1)")                              \
  TEXT(SX,           "  leave the block in front:")                                       \
  YA_EXIT(LINE, TEXT, S, EXIT, "    ")                                                    \
  TEXT(TX,           "  leave the tree:")                                                 \
  YA_TREE_EXIT(LINE, TEXT, T, EXIT, "    ")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct anderson_kim {
  uint8_t pc;
  bool fast, free; /* which way the process came, until it has left; y.free */
  uint16_t number; /* y.number, 0..N */
  union {
    struct ya_block front;
    struct ya_tree tree;
  };
};

static const char *const truth[] = {"false", "true", NULL};
static const char *const free_names[] = {"no", "yes", NULL};

enum { NUMBER_BITS = 13 };

static const struct rmr_field gate_fields[] = {
  {.name = "free", .shift = NUMBER_BITS, .width = 1, .max = rmr_bit, .names = free_names},
  {.name = "number", .width = NUMBER_BITS, .max = rmr_up_to_n},
  {.name = NULL},
};

static rmr_word gate(bool free, uint32_t number)
{
  return (rmr_word)free << NUMBER_BITS | number;
}

static bool is_free(rmr_word gate)
{
  return gate >> NUMBER_BITS & 1;
}

static uint16_t number_of(rmr_word gate)
{
  return (uint16_t)(gate & ((1 << NUMBER_BITS) - 1));
}

static uint32_t two(struct rmr_size s)
{
  (void)s;
  return 2;
}

enum {
  X_REGISTER,
  Y_REGISTER,
  RESET_REGISTER,
  INFAST_REGISTER,
  NAME_TAKEN_ARRAY,
  OBSTACLE_ARRAY,
  C_ARRAY,
  T_ARRAY,
  P_ARRAY,
  C_FRONT,
  T_FRONT,
  P_FRONT
};

#define FIRST_NUMBER (1 << NUMBER_BITS | 1) /* (yes, 1) */

static const struct rmr_shared registers[] = {
  [X_REGISTER] = {.name = "X", .initial = 1, .min = 1, .max = rmr_up_to_n, .arbitrary = true, .multi_writer = true},
  [Y_REGISTER] = {.name = "Y", .initial = FIRST_NUMBER, .fields = gate_fields, .multi_writer = true},
  [RESET_REGISTER] = {.name = "Reset", .initial = FIRST_NUMBER, .fields = gate_fields, .multi_writer = true},
  [INFAST_REGISTER] = {.name = "Infast", .max = rmr_bit, .multi_writer = true, .names = truth},
  [NAME_TAKEN_ARRAY] =
    {.name = "Name_Taken", .cells = rmr_per_process, .max = rmr_bit, .multi_writer = true, .names = truth},
  [OBSTACLE_ARRAY] = {.name = "Obstacle", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
  YA_REGISTERS(C_ARRAY, T_ARRAY, P_ARRAY, "", tree_sides, tree_nodes, tree_spins),
  YA_REGISTERS(C_FRONT, T_FRONT, P_FRONT, "2", two, NULL, rmr_per_process),
};

/* clang-format off */
#define X             VAR(X_REGISTER, 0)
#define Y             VAR(Y_REGISTER, 0)
#define RESET         VAR(RESET_REGISTER, 0)
#define INFAST        VAR(INFAST_REGISTER, 0)
#define NAME_TAKEN(k) VAR(NAME_TAKEN_ARRAY, (k) - 1)
#define OBSTACLE(k)   VAR(OBSTACLE_ARRAY, (k) - 1)
#define CLOSED        gate(false, 0)
#define NEXT          gate(true, my->number % n + 1)
#define TREE          ((struct ya_tree_registers){VAR(C_ARRAY, 0), VAR(T_ARRAY, 0), VAR(P_ARRAY, 0), n})
#define FRONT(side)   ((struct ya_registers){VAR(C_FRONT, 0), VAR(T_FRONT, 0), VAR(P_FRONT, 0), side})

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct anderson_kim *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,                  write_to(X, i));
    DO ( 1b,                 read_of(Y));
    my->free = is_free(REPLY);
    if (my->free) {
      my->number = number_of(REPLY);
      DO ( 3,                write_to(Y, CLOSED));
      DO ( 3b,               write_to(OBSTACLE(i), true));
      DO ( 4,                read_of(X));
      if (REPLY == i) {
        DO ( 4b,             read_of(INFAST));
        if (!REPLY) {
          DO ( 5,            write_to(NAME_TAKEN(my->number), true));
          DO ( 6,            read_of(RESET));
          my->fast = REPLY == gate(true, my->number);
          if (!my->fast)
            DO ( 6b,         write_to(NAME_TAKEN(my->number), false));
        }
      }
    }
    if (my->fast) {
      DO ( 7,                write_to(INFAST, true));
      CALL(F, YA_ENTRY,      ya_entry(&my->front, in, FRONT(1)));
    } else {
      my->number = 0;
      CALL(T, YA_TREE_ENTRY, ya_tree_entry(&my->tree, in, TREE));
      CALL(S, YA_ENTRY,      ya_entry(&my->front, in, FRONT(0)));
    }
    if (my->fast) {
      DO ( 7b,               write_to(OBSTACLE(i), false));
      DO ( 7c,               write_to(RESET, gate(false, my->number)));
      DO ( 8,                read_of(OBSTACLE(my->number)));
      if (!REPLY) {
        DO ( 8b,             write_to(RESET, NEXT));
        DO ( 8c,             write_to(Y, NEXT));
      }
      DO ( 9,                write_to(NAME_TAKEN(my->number), false));
      my->number = 0;
      CALL(F, YA_EXIT,       ya_exit(&my->front, in, FRONT(1)));
      my->fast = false;
      DO ( 9b,               write_to(INFAST, false));
    } else {
      if (my->free) {
        DO (11,              write_to(Y, CLOSED));
        DO (11b,             write_to(X, i));
        DO (11c,             read_of(RESET));
        my->number = number_of(REPLY);
        DO (11d,             write_to(OBSTACLE(i), false));
        DO (11e,             write_to(RESET, gate(false, my->number)));
        DO (12,              read_of(NAME_TAKEN(my->number)));
        if (!REPLY) {
          DO (12b,           read_of(OBSTACLE(my->number)));
          if (!REPLY) {
            DO (12c,         write_to(RESET, NEXT));
            DO (12d,         write_to(Y, NEXT));
          }
        }
        my->number = 0;
      }
      CALL(S, YA_EXIT,       ya_exit(&my->front, in, FRONT(0)));
      CALL(T, YA_TREE_EXIT,  ya_tree_exit(&my->tree, in, TREE));
    }
    my->free = false;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(anderson_kim) = {
  RMR_ALGORITHM_BODY(registers, struct anderson_kim),
  .name = "anderson_kim",
  .title = "Anderson-Kim arbitration tree with a fast path",
  .source = "Anderson, Kim, Distributed Computing 14(1), 2001, pp. 17-29, Figure 4, p. 22",
  .note = "Seen in transcription. Lines numbered here; the CS is printed once. A process without contention pays "
          "O(1).",
  .claims = {.primitives = "read, write",
             .rmr_cc = "lg N",
             .rmr_dsm = "lg N",
             .space = "N ceil(lg N) + 3*2^ceil(lg N) + 3N + 4",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
};
