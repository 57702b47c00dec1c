/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refinement.h: what a minimisation works with (bisimulation.h): a partition that is refined, and numbers for lists of
 * numbers.
 */
#ifndef EXPLORE_TABLES_REFINEMENT_H
#define EXPLORE_TABLES_REFINEMENT_H

#include <stdint.h>

#include "base/budget.h"

/* Elements 0 .. n-1, those of a block side by side. */
struct partition {
  uint32_t n, n_blocks;
  uint32_t *element, *at;         /* at[e]: where element e is */
  uint32_t *block;                /* [e] */
  uint32_t *first, *end, *marked; /* [block]: its elements, of which so many are marked and come first */
  uint32_t *touched, n_touched;   /* blocks with marks */
};

/* A trie: a list that begins as list `before` and goes on with `next` has a number of its own. */
struct trie_edge {
  uint32_t before, list;
  uint64_t next;
};

struct trie {
  struct trie_edge *edge; /* [1 << bits]: list 0: empty */
  uint32_t bits, n;
  struct budget *budget;
};

/* block[e] < n_blocks is given and kept by reference; every block has an element. */
void partition_create(struct partition *p, struct budget *budget, uint32_t n, uint32_t *block, uint32_t n_blocks);
void partition_free(struct partition *p, struct budget *budget);

void partition_mark(struct partition *p, uint32_t e);

/* Marked elements leave their blocks, or the others do: the smaller half gets the new number. */
void partition_split(struct partition *p);

/* The number of the list that goes on behind list `before` with `next`. The empty list is 0. */
uint32_t trie_list(struct trie *t, uint32_t before, uint64_t next);
void trie_free(struct trie *t);

#endif
