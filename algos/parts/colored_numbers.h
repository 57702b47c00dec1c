/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers of two colours, as bw_bakery.c and bwbgme.c have them: a process takes the colour of the day, and a number
 * one larger than all that it sees of that colour; and no colour comes back before all of its numbers have gone. So a
 * colour has no more numbers in use than there are processes, or one more.
 *
 * The number of a dead process may go for one reader and not yet for another (--leases NAME,at:reader). Then those who
 * do not see it bring its colour back, and those who do see it count on from it: each death lets as many numbers more
 * come into use as there are processes alive. The costliest case is one in which whoever has the largest number dies
 * with it, again and again, as long as there are enough left to bring the colour back and to see the number.
 */
#ifndef ALGOS_PARTS_COLORED_NUMBERS_H
#define ALGOS_PARTS_COLORED_NUMBERS_H

#include <rmr/algo.h>

/* The largest number: `most` where those of the dead go for all at once; `left`: how many must be alive for more. */
static inline rmr_word colored_numbers(uint32_t most, uint32_t left, struct rmr_size s)
{
  rmr_word number = most;
  for (uint32_t dead = 1; dead <= s.lapsing && dead + left <= s.n; dead++) number += s.n - dead;
  return number;
}

#endif
