/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The waiting room of B. K. Szymanski, "A simple solution to Lamport's concurrent programming problem with linear
 * wait", International Conference on Supercomputing 1988, pp. 621-626, Figure 2 on p. 624: lines 1 to 7 of the flag
 * algorithm. szymanski.c tells the idea. It and its variants differ in what comes after: the wait for the lower numbers
 * (line 8), which is the rest of the entry, and that for the higher ones (line 9).
 *
 * Line 2 is one wait for each j, in ascending order; line 4 looks at each j once and stops at the first hit; line 6 is
 * one wait that reads all flags, in ascending order, up to the first hit, again and again: its user's .watch is
 * rmr_per_process.
 */
#ifndef ALGOS_PARTS_SZYMANSKI_H
#define ALGOS_PARTS_SZYMANSKI_H

#include <rmr/algo.h>

struct two_doors {
  uint8_t pc;
  uint16_t j; /* 1..N+1 */
};

/* clang-format off */
#define TWO_DOORS(LINE, TEXT, at, section, indent)                                            \
  LINE(at##1, section, indent "flag[i] := 1")                                                 \
  LINE(at##2, section, indent "wait until for all j: flag[j] < 3")                            \
  LINE(at##3, section, indent "flag[i] := 3")                                                 \
  LINE(at##4, section, indent "if there is a j with flag[j] = 1 then")                        \
  LINE(at##5, section, indent "  flag[i] := 2")                                               \
  LINE(at##6, section, indent "  wait until there is a j with flag[j] = 4")                   \
  LINE(at##7, section, indent "flag[i] := 4")

#define FLAG(p) (flag + (p) - 1)

/* flag: the register flag[1]; the others follow it. */
static inline struct rmr_op two_doors(struct two_doors *my, const struct rmr_in *in, uint32_t flag)
{
  PART_LINES(TWO_DOORS)
  BEGIN;
  DO ( 1,                 write_to(FLAG(i), 1));
  for (my->j = 1; my->j <= n; my->j++) {
    do
      DO ( 2,             spin_on(FLAG(my->j)));
    while (REPLY >= 3);
  }
  my->j = 0;
  DO ( 3,                 write_to(FLAG(i), 3));
  for (my->j = 1; my->j <= n; my->j++) {
    DO ( 4,               read_of(FLAG(my->j)));
    if (REPLY == 1) break;
  }
  if (my->j <= n) {
    my->j = 0;
    DO ( 5,               write_to(FLAG(i), 2));
    my->j = 1;
    for (;;) {
      DO ( 6,             my->j == 1 ? spin_on(FLAG(my->j)) : read_of(FLAG(my->j)));
      if (REPLY == 4) break;
      my->j = my->j < n ? (uint16_t)(my->j + 1) : 1;
    }
  }
  my->j = 0;
  DO ( 7,                 write_to(FLAG(i), 4));
  RETURN;
}
/* clang-format on */

#undef FLAG

/* What flag can hold. */
static inline rmr_word two_doors_flag(struct rmr_size size)
{
  (void)size;
  return 4;
}

#endif
