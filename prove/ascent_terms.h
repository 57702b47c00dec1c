/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ascent_terms.h: how a value of a text depends on the place of its process in an arbitration tree (ascent.h), where
 * P_i is at a level: on the number of that level, the node there, the side from which it has come, and values that are
 * computed from these in the same way at each level; or the name of a process.
 *
 * Trees are of two forms. A *full* one has 2^L leaves, L = ceil(lg N), and each process goes through L nodes. A *heap*
 * has N leaves. P_i goes through H_i = ceil(lg(N + i)) - 1 nodes, which is L or L - 1. In both the nodes have the
 * numbers from 1 on, the leaves those behind them, and the node above k is k div 2.
 */
#ifndef PROVE_ASCENT_TERMS_H
#define PROVE_ASCENT_TERMS_H

#include "language/machine.h"

enum ascent_term_kind {
  ASCENT_UNKNOWN,  /* or of no use */
  ASCENT_UNSET,    /* of a slot: nothing so far */
  ASCENT_NUMBER,   /* plus */
  ASCENT_LEAVES,   /* 2^L + plus; of a heap N + plus */
  ASCENT_TOP,      /* L + plus; of a heap H_i + plus */
  ASCENT_LEVEL,    /* the level + plus */
  ASCENT_WIDTH,    /* 2^(level + plus) */
  ASCENT_OWN,      /* i */
  ASCENT_LEAF,     /* 2^L + i + plus; of a heap N + i + plus */
  ASCENT_PATH,     /* that with plus = -1, div 2^(level + plus) */
  ASCENT_NAME,     /* of a process, or nil */
  ASCENT_DATA,     /* a number that goes by the side and by what was read, and not by N, the level or names */
  ASCENT_AT_MOST,  /* whether the level is at most L + plus; of a heap H_i + plus */
  ASCENT_AT_LEAST, /* whether the level is at least plus */
};

struct ascent_term {
  uint8_t kind;
  bool heap; /* of LEAVES, TOP, LEAF, PATH and AT_MOST */
  int64_t plus;
};

/* Of what terms are made. */
struct ascent_terms {
  const struct tree *tree;
  const void *parameters;
  bool heap;                      /* the tree is one */
  int64_t first;                  /* the number of the lowest level */
  const struct ascent_term *slot; /* the values of the slots, where a value is computed */
};

/* Of a constant expression; and of a value of the graph. */
struct ascent_term ascent_term_of_expression(const struct ascent_terms *terms, const struct expr *x);
struct ascent_term ascent_term_of_value(const struct ascent_terms *terms, const struct value *v);

/* Of a slot that has either. */
struct ascent_term ascent_term_joined(struct ascent_term a, struct ascent_term b);

/* Of a tree of any form. */
static inline bool ascent_term_is(struct ascent_term t, enum ascent_term_kind kind, int64_t plus)
{
  return t.kind == kind && t.plus == plus;
}

/* A name, or nil; a plain number, that is the same at each level. */
bool ascent_term_is_name(struct ascent_term t);
bool ascent_term_is_data(struct ascent_term t);

#endif
