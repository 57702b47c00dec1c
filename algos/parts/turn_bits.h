/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The doorway that gives the order in the algorithms of W. H. Hesselink (hesselink_2013.c, hesselink_2015.c), and the
 * wait behind it.
 *
 * A process has a few turn bits, of which it raises one with each passage. Before it does so it copies the turn bits of
 * all. Behind the doorway it waits until each bit that it has copied as up has been down: whose bit that was came
 * before. While it copies, its door bit is up.
 *
 * A turn bit is a register turn<b>[j], b from 0; the groups of registers turn0, turn1, ... follow each other.
 */
#ifndef ALGOS_PARTS_TURN_BITS_H
#define ALGOS_PARTS_TURN_BITS_H

#include <rmr/algo.h>

struct turn_bits {
  uint8_t pc;
  uint8_t b;  /* 0.. */
  uint16_t j; /* 1..N+1 */
};

/* What a user knows of them: which registers they are, and what it has copied. */
struct turns {
  uint32_t door;  /* the register of P_1; the others follow it */
  uint32_t group; /* of turn0 */
  uint8_t bits;   /* how many a process has */
  uint8_t *copy;  /* [j-1]: turn0[j] + 2 turn1[j] + ...; 0 again when P_j has been waited for */
};

/* clang-format off */
#define TURN_DOORWAY(LINE, TEXT, at, section, indent)                            \
  LINE(at##1, section, indent "door[i] := true")                                 \
  LINE(at##2, section, indent "for each j, b: copy[j][b] := turn[j][b]")         \
  LINE(at##3, section, indent "turn[i][next] := true")                           \
  LINE(at##4, section, indent "door[i] := false")

#define TURN_WAIT(LINE, TEXT, at, section, indent)                               \
  LINE(at##1, section, indent "for each j, b: if copy[j][b] then wait until not turn[j][b]")

#define DOOR(p)    (turns.door + (p) - 1)
#define TURN(p, b) VAR(turns.group + (b), (p) - 1)
#define COPY(p)    turns.copy[(p) - 1]

/* next: the bit to be raised. */
static inline struct rmr_op turn_doorway(struct turn_bits *my, const struct rmr_in *in, struct turns turns,
                                         uint8_t next)
{
  PART_LINES(TURN_DOORWAY)
  BEGIN;
  DO ( 1,                 write_to(DOOR(i), true));
  for (my->j = 1; my->j <= n; my->j++)
    for (my->b = 0; my->b < turns.bits; my->b++) {
      DO ( 2,             read_of(TURN(my->j, my->b)));
      COPY(my->j) |= (uint8_t)((REPLY & 1) << my->b);
    }
  my->j = my->b = 0;
  DO ( 3,                 write_to(TURN(i, next), true));
  DO ( 4,                 write_to(DOOR(i), false));
  RETURN;
}

static inline struct rmr_op turn_wait(struct turn_bits *my, const struct rmr_in *in, struct turns turns)
{
  PART_LINES(TURN_WAIT)
  BEGIN;
  for (my->j = 1; my->j <= n; my->j++)
    for (my->b = 0; my->b < turns.bits; my->b++)
      while (COPY(my->j) >> my->b & 1) {
        DO ( 1,           spin_on(TURN(my->j, my->b)));
        if (!REPLY) COPY(my->j) &= (uint8_t)~(1 << my->b);
      }
  RETURN;
}
/* clang-format on */

#undef DOOR
#undef TURN
#undef COPY

#endif
