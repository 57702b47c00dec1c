/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * E. A. Lycklama and V. Hadzilacos, "A first-come-first-served mutual-exclusion algorithm with small communication
 * variables", ACM Transactions on Programming Languages and Systems 13(4), 1991, pp. 558-576, Figure 4, p. 569.
 *
 * A doorway that gives an order, and behind it the one-bit algorithm, which excludes (parts/burns_lamport.h). In its
 * doorway a process copies the turns of all, then changes its own. Behind it, it waits for everybody whose turn is
 * still the one it has copied: he was there before. Two bits are enough for a turn: who comes again waits for those
 * who still wait for him, so his turn does not come round to what they have copied.
 *
 * Departures: turn[j] is two registers, turn0[j] and turn1[j], and line 2 reads both (2a, 2b); line 6 reads c[j] (6a),
 * v[j] (6b), turn0[j] (6c) and turn1[j] (6d), from left to right with short circuit, and leaves out j = i. The private
 * variable `bit`, which lives from passage to passage, is not kept: as the turns go 00, 01, 11, 10 and back to 00, it
 * is turn0[i] xor turn1[i], which line 2 has read. The exit writes intent first (8), then v (9).
 */
#include "algos/parts/burns_lamport.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                   \
  LINE( 1,  DOORWAY, "c[i] := true")                                             \
  LINE( 2a, DOORWAY, "for j := 1 to N do copy[j] := turn[j]   [turn0]")          \
  LINE( 2b, DOORWAY, "                                        [turn1]")          \
  LINE( 3,  DOORWAY, "bit := 1 - bit; turn[i][bit] := 1 - turn[i][bit]")         \
  LINE( 4,  DOORWAY, "v[i] := true")                                             \
  LINE( 5,  DOORWAY, "c[i] := false")                                            \
  TEXT( 6,           "for j := 1 to N, j != i, do")                              \
  LINE( 6a, WAITING, "  wait until not c[j] and")                                \
  LINE( 6b, WAITING, "             (not v[j] or")                                \
  LINE( 6c, WAITING, "              turn[j] != copy[j])   [turn0]")              \
  LINE( 6d, WAITING, "                                    [turn1]")              \
  TEXT( 7,           "the one-bit algorithm on intent:")                         \
  ONE_BIT(LINE, TEXT, 7_, WAITING, "  ")                                         \
  TEXT(CS,           "CRITICAL SECTION")                                         \
  LINE( 8,  EXIT,    "intent[i] := false")                                       \
  LINE( 9,  EXIT,    "v[i] := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct lycklama_hadzilacos {
  uint8_t pc;
  uint16_t j; /* 1..N+1 */
  struct one_bit one_bit;
  uint8_t copy[]; /* [j-1]: turn0[j] + 2 turn1[j]; cleared when P_j has been waited for */
};

static const char *const truth[] = {"false", "true", NULL};

static uint32_t four(struct rmr_size s)
{
  (void)s;
  return 4;
}

enum { C_ARRAY, TURN0_ARRAY, TURN1_ARRAY, V_ARRAY, INTENT_ARRAY };

#define BIT(name_) .name = name_, .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit

static const struct rmr_shared registers[] = {
  [C_ARRAY] = {BIT("c"), .names = truth},
  [TURN0_ARRAY] = {BIT("turn0")},
  [TURN1_ARRAY] = {BIT("turn1")},
  [V_ARRAY] = {BIT("v"), .names = truth},
  [INTENT_ARRAY] = {BIT("intent"), .names = truth},
};

/* clang-format off */
#define C(p)         VAR(C_ARRAY, (p) - 1)
#define TURN(p, bit) VAR((bit) ? TURN1_ARRAY : TURN0_ARRAY, (p) - 1)
#define V(p)         VAR(V_ARRAY, (p) - 1)
#define INTENT(p)    VAR(INTENT_ARRAY, (p) - 1)
#define COPY(p)      my->copy[(p) - 1]

/* `bit` after line 3 has turned it, from the turn that it is to change. */
static uint8_t next_bit(uint8_t turn)
{
  return turn == 0 || turn == 3;
}

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct lycklama_hadzilacos *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,               write_to(C(i), true));
    for (my->j = 1; my->j <= n; my->j++) {
      DO ( 2a,            read_of(TURN(my->j, 0)));
      COPY(my->j) = (uint8_t)REPLY;
      DO ( 2b,            read_of(TURN(my->j, 1)));
      COPY(my->j) += (uint8_t)(2 * REPLY);
    }
    my->j = 0;
    DO ( 3,               write_to(TURN(i, next_bit(COPY(i))), !(COPY(i) >> next_bit(COPY(i)) & 1)));
    COPY(i) = 0;
    DO ( 4,               write_to(V(i), true));
    DO ( 5,               write_to(C(i), false));
    for (my->j = 1; my->j <= n; my->j++) {
      while (my->j != i) {
        DO ( 6a,          spin_on(C(my->j)));
        if (REPLY) continue;
        DO ( 6b,          read_of(V(my->j)));
        if (!REPLY) break;
        DO ( 6c,          read_of(TURN(my->j, 0)));
        if (REPLY != (COPY(my->j) & 1)) break;
        DO ( 6d,          read_of(TURN(my->j, 1)));
        if (REPLY != COPY(my->j) >> 1) break;
      }
      COPY(my->j) = 0;
    }
    my->j = 0;
    CALL(7_, ONE_BIT,     one_bit(&my->one_bit, in, INTENT(1)));
    DO ( 8,               write_to(INTENT(i), false));
    DO ( 9,               write_to(V(i), false));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(lycklama_hadzilacos) = {
  RMR_ALGORITHM_BODY(registers, struct lycklama_hadzilacos),
  .name = "lycklama_hadzilacos",
  .title = "Lycklama-Hadzilacos first-come-first-served mutual exclusion",
  .source = "Lycklama, Hadzilacos, ACM TOPLAS 13(4), 1991, pp. 558-576, Figure 4, p. 569",
  .note = "turn[j] is two bits, read one by one. The private bit is turn0[i] xor turn1[i] and is not kept beside them.",
  .claims = {.primitives = "read, write",
             .rmr_cc = "N^2",
             .rmr_dsm = "unbounded",
             .space = "5N",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_YES},
  .watch = four,
  .step = step,
  .state_each = sizeof(uint8_t),
};
