/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * W. H. Hesselink, "Verifying a simplification of mutual exclusion by Lycklama-Hadzilacos", Acta Informatica 50(3),
 * 2013, Figure 4.
 *
 * A doorway that gives an order (parts/turn_bits.h), and behind it the one-bit algorithm, which excludes
 * (parts/burns_lamport.h). Four bits for each process where Lycklama and Hadzilacos (lycklama_hadzilacos.c) have five:
 * three turn bits, used one after the other, and w, which is the door bit in the doorway and the bit of the one-bit
 * algorithm behind it. As w is up in the doorway, nobody gets through the one-bit algorithm while another is copying.
 *
 * Departures: seen in transcription only, that of github.com/pabuhr/concurrent-locking; the lines are numbered here.
 */
#include "algos/parts/burns_lamport.h"
#include "algos/parts/turn_bits.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                   \
  TEXT( 1,           "go through the doorway, door is w:")                       \
  TURN_DOORWAY(LINE, TEXT, 1_, DOORWAY, "  ")                                    \
  TEXT( 2,           "wait for those who came before:")                          \
  TURN_WAIT(LINE, TEXT, 2_, WAITING, "  ")                                       \
  TEXT( 3,           "the one-bit algorithm on w:")                              \
  ONE_BIT(LINE, TEXT, 3_, WAITING, "  ")                                         \
  TEXT(CS,           "CRITICAL SECTION")                                         \
  LINE( 4,  EXIT,    "w[i] := false")                                            \
  LINE( 5,  EXIT,    "turn[i][next] := false; next := (next + 1) mod 3")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

enum { TURN_BITS = 3 };

struct hesselink_2013 {
  uint8_t pc;
  uint8_t next; /* 0..2: lives from passage to passage */
  union {
    struct turn_bits turn_bits;
    struct one_bit one_bit;
  };
  uint8_t copy[]; /* see struct turns */
};

static const char *const truth[] = {"false", "true", NULL};

enum { W_ARRAY, TURN0_ARRAY, TURN1_ARRAY, TURN2_ARRAY };

#define BIT(name_) .name = name_, .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth

static const struct rmr_shared registers[] = {
  [W_ARRAY] = {BIT("w")},
  [TURN0_ARRAY] = {BIT("turn0")},
  [TURN1_ARRAY] = {BIT("turn1")},
  [TURN2_ARRAY] = {BIT("turn2")},
};

/* clang-format off */
#define W(p)       VAR(W_ARRAY, (p) - 1)
#define TURN(p, b) VAR(TURN0_ARRAY + (b), (p) - 1)
#define TURNS      ((struct turns){W(1), TURN0_ARRAY, TURN_BITS, my->copy})

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct hesselink_2013 *my = state;
  BEGIN;
  for (;;) {
    CALL(1_, TURN_DOORWAY, turn_doorway(&my->turn_bits, in, TURNS, my->next));
    CALL(2_, TURN_WAIT,    turn_wait(&my->turn_bits, in, TURNS));
    CALL(3_, ONE_BIT,      one_bit(&my->one_bit, in, W(1)));
    DO ( 4,                write_to(W(i), false));
    DO ( 5,                write_to(TURN(i, my->next), false));
    my->next = (uint8_t)((my->next + 1) % TURN_BITS);
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(hesselink_2013) = {
  RMR_ALGORITHM_BODY(registers, struct hesselink_2013),
  .name = "hesselink_2013",
  .title = "Hesselink's first-come-first-served mutual exclusion with three turn bits",
  .source = "Hesselink, Acta Informatica 50(3), 2013, Figure 4",
  .note = "Seen in transcription. Lines numbered here.",
  .claims = {.primitives = "read, write",
             .rmr_dsm = "unbounded",
             .space = "4N",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
  .state_each = sizeof(uint8_t),
  .remembers = true,
};
