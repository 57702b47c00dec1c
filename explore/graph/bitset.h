/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bitset.h: a set of states that takes one bit for each product state.
 *
 * Without the copies of an observed process a state is a product state of small numbers: the local state of each
 * process, the value of each register, and the bit of a pair. Read as the digits of one number, with the radix of each,
 * they number all product states. Most registers of most algorithms need no digit: where only one process writes a
 * register and its initial value is known, the value depends functionally on the local state of the writer
 * (dependent_registers.h). Of the 116 million product states of Burns-Lamport with seven processes 22 million are
 * states. The set takes 15 megabytes, so the search finds it in the cache and need not wait for memory.
 *
 * A dead process does not determine the values that it has left in these registers. So it has one more local state for
 * each combination of values that it may have left. As dead processes stay dead, the number of crashes left follows
 * from the set of dead processes.
 *
 * A step changes two digits by amounts that depend on the move only, so the number of a successor is one addition away,
 * and there is no hash. But a number cannot be decoded to its state, and there is no room for a value beside each
 * state. A search that goes through the states again needs a visited set (visited.h).
 *
 * The product states of one class (progress_measure.h) can be numbered by themselves. Then the digit of a process is
 * the place of its local state in its stage, and numbers and additions are valid within the class only.
 */
#ifndef EXPLORE_GRAPH_BITSET_H
#define EXPLORE_GRAPH_BITSET_H

#include "explore/graph/progress_measure.h"
#include "explore/graph/visited.h"
#include "explore/tables/space.h"

enum { BITSET_MOST_BITS = 36 }; /* eight gigabytes */

struct bitset {
  uint64_t size;  /* product states */
  uint64_t below; /* the increment for one more in the first local state: the number of combinations of values */
  uint32_t shift; /* number >> shift is the part (visited.h) that a state belongs to */
  uint64_t *add;  /* [move]: the increment of the number by the step */
  uint32_t n_moves;
  uint64_t pair;    /* the increment for the bit of a pair */
  uint64_t *local;  /* [p]: the increment for one more in the local state of P_p */
  uint64_t *value;  /* [var]: the same for registers; 0 where no digit is needed */
  uint32_t *teller; /* [var]: the process on which the register depends, if it may die; 0: there is none */
  uint64_t *left; /* [var]: the increment for one more in the register, in the local state of that process when dead */
  uint32_t *dead; /* [p]: the first of its local states when it is dead */
  uint32_t *registers, n_registers;       /* those that count */
  const struct progress_measure *measure; /* NULL: product states of all classes are numbered */
  uint32_t *stage;                        /* [p]: the stage of P_p in the class whose product states are numbered */
  uint64_t *member;                       /* a bit for each product state */
  struct budget *budget;
};

/* Makes the numbers, not the set. False, and size 0: there are too many product states. */
bool bitset_create(struct bitset *bitset, const struct space *space);

/* The same for one class after another. bitset_choose selects the class first. The measure must stay. False: no
 * memory. */
bool bitset_create_for_classes(struct bitset *bitset, const struct space *space,
                               const struct progress_measure *measure);
bool bitset_choose(struct bitset *bitset, const struct space *space, uint32_t class);

bool bitset_open(struct bitset *bitset);  /* makes the empty set. False: no memory */
void bitset_close(struct bitset *bitset); /* releases the set; the numbers stay */
void bitset_free(struct bitset *bitset);
size_t bitset_bytes(const struct bitset *bitset);

/* The number of a state: less than `size`. The cached copies held make no difference. */
uint64_t bitset_number(const struct bitset *bitset, const struct space *space, const uint64_t *state);

static inline uint32_t bitset_part(const struct bitset *bitset, uint64_t number)
{
  return (uint32_t)(number >> bitset->shift);
}

static inline void bitset_prefetch(const struct bitset *bitset, uint64_t number)
{
  __builtin_prefetch(&bitset->member[number / 64], 1);
}

/* True: the state is new. Numbers of different parts lie in different cache lines, so parts may be filled side by
 * side. */
static inline bool bitset_insert(struct bitset *bitset, uint64_t number)
{
  uint64_t *word = &bitset->member[number / 64];
  const uint64_t before = *word;
  *word = before | UINT64_C(1) << number % 64;
  return (before >> number % 64 & 1) == 0;
}

#endif
