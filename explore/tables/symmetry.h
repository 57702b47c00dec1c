/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * symmetry.h: which processes can be renamed without a difference, found from the tables of the automata.
 *
 * Two processes P_p and P_q are *alike* if exchanging their names is an automorphism of the explored system: there are
 * bijections of registers, of values and of local states that fit the exchange, and under which every row of every
 * table, every label and every initial state corresponds. Nobody declares that. An algorithm that only copies
 * identities, compares them for equality and takes them as an index has such bijections; one comparison by order, one
 * use of an identity as a number, or one loop over the processes whose place in its order matters, and there are none.
 * Nothing is asked of the text, so it holds of algorithms in C as well, and of CLH, where it is nodes that are handed
 * on.
 *
 * The bijections are *proposed* by following the tables: the automata are deterministic, so the first access of P_p
 * corresponds to the first access of P_q, the value that one writes to the value that the other writes, and so on. All
 * is forced but the values of registers that are initialised arbitrarily, where two guesses are tried. Then a proposal
 * is *verified* against all that a search uses, whatever it was made from; so a bad proposal loses a reduction and
 * never an answer.
 *
 * To be alike is an equivalence. Its classes are *blocks*, and any permutation that keeps the blocks is a renaming. A
 * process that the question tells apart (the observed one, one of a watched pair) is a block of its own.
 *
 * Where states are taken up to renaming, the search keeps one state of each orbit (canonical.h). Every path of the
 * reduced graph is, with its steps renamed, a path of the whole one, and the other way round (E. A. Emerson and A. P.
 * Sistla, "Symmetry and model checking", Formal Methods in System Design 9, 1996). So everything that depends on no
 * names stays the same: that a bad state is reached, after how many steps, what a fixed process pays, and whether it
 * can pay for ever. The ample sets of reduction.h may be combined with it: the set of a state is chosen at the one that
 * stands for its orbit. Sleep sets may not, as they compare the names of processes; nor may fairness, which follows
 * each process.
 *
 * A state is a row of *slots*: the local state of each process, the value of each register, a bit for each copy. The
 * content of a slot is an *item*: items are numbered through all slots, so a renaming is one array of items.
 */
#ifndef EXPLORE_TABLES_SYMMETRY_H
#define EXPLORE_TABLES_SYMMETRY_H

#include "explore/tables/packing.h"

struct space;

enum { SYMMETRY_MOST_SLOTS = 256 };

/* Two processes that are alike, and what becomes of a state when their names are exchanged. */
struct symmetry_swap {
  uint32_t *item; /* [item] */
  uint16_t *slot; /* [slot] */
};

struct symmetry {
  uint32_t n, words, n_slots, n_items;
  struct bit_field *field;    /* [slot] */
  uint32_t *first;            /* [slot]: number of its first item; one more at the end */
  uint32_t *block;            /* [1..n]: the first process that is like this one */
  struct symmetry_swap *swap; /* [(p-1) * n + q-1], p < q: of processes that are alike; else its arrays are NULL */
  uint32_t *mark;             /* [item * n + p-1]: the part that P_p has in the item: the same for any two that a
                                 renaming leads to each other */
  uint64_t rest[PACKING_MAX_WORDS]; /* the bits of a state that are in no slot */
  struct budget *budget;
};

/* NULL: no two processes are alike, or it would take too much memory, or the question needs all states. */
struct symmetry *symmetry_create(const struct space *space);
void symmetry_free(struct symmetry *symmetry); /* NULL is fine */

static inline const struct symmetry_swap *symmetry_swap_of(const struct symmetry *y, uint32_t p, uint32_t q)
{
  return p < q ? &y->swap[(p - 1) * y->n + q - 1] : &y->swap[(q - 1) * y->n + p - 1];
}

/* Notes also the moves that renamings make of those noted: [move]. */
void symmetry_spread(const struct space *space, uint8_t *moves);

#endif
