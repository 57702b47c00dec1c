/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * evaluate.h: the value of an expression of the tree, straight from its definition: constant ones, attributes of
 * registers, invariants. Steps are not carried out so: see flow.h. This is also the second meaning of the language,
 * with which the graph is compared in tests.
 */
#ifndef LANGUAGE_EVALUATE_H
#define LANGUAGE_EVALUATE_H

#include "language/flow.h"

struct surroundings_of_value {
  const struct tree *tree;
  struct rmr_size size;
  int64_t value, argument, index[2];  /* EXPR_VALUE, EXPR_ARGUMENT, EXPR_INDEX */
  const int64_t *slot;                /* locals of the process, and behind them its arrays; NULL: none are known */
  const struct flow *graph;           /* where its arrays are */
  const struct rmr_moment *moment;    /* of an invariant; NULL */
  bool before;                        /* of the process that moved, the state before the step */
  int64_t bound[MOST_LOCALS_OF_TEXT]; /* of comprehensions */
  bool is_bound[MOST_LOCALS_OF_TEXT];
};

int64_t tree_value(const struct expr *x, struct surroundings_of_value *in);

/* Of numbers, N, parameters and the rest of size. */
int64_t constant(const struct tree *tree, const struct expr *x, struct rmr_size size);

/* Whether a range is written downwards: N..1, 9..0. */
bool goes_down(const struct expr *span);

/* The number of elements of a dimension; 0 where it has none, and at most 2^27. */
uint32_t extent(const struct tree *tree, const struct dimension *d, struct rmr_size size);

/* Of the block that engines hand over. */
int64_t parameter_value(const void *block, uint32_t which, const struct tree *tree);
const struct rmr_neighbours *parameter_neighbours(const void *block, const struct tree *tree);

/* degree(i), neighbour(i, k), adjacent(i, k); `of` may be NULL. */
int64_t neighbours_value(uint8_t kind, const struct rmr_neighbours *of, int64_t i, int64_t k);
size_t parameter_offset(const struct tree *tree, uint32_t which);

#endif
