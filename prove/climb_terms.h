/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * climb_terms.h: what a value of a text has of the place of its process in an arbitration tree (climb.h), where P_i has
 * come to a level: the number of that level, the node there, the side from which it comes, and what is computed from
 * these in the same way at each level; or the name of a process.
 *
 * Trees are of two forms. A *full* one has 2^L leaves, L = ceil(lg N), and each process goes through L nodes. A *heap*
 * has N leaves. P_i goes through H_i = ceil(lg(N + i)) - 1 nodes, which is L or L - 1. In both the nodes have the
 * numbers from 1 on, the leaves those behind them, and the node above k is k div 2.
 */
#ifndef PROVE_CLIMB_TERMS_H
#define PROVE_CLIMB_TERMS_H

#include "language/machine.h"

enum climb_term_kind {
  CLIMB_UNKNOWN,  /* or of no use */
  CLIMB_UNSET,    /* of a slot: nothing so far */
  CLIMB_NUMBER,   /* plus */
  CLIMB_LEAVES,   /* 2^L + plus; of a heap N + plus */
  CLIMB_TOP,      /* L + plus; of a heap H_i + plus */
  CLIMB_LEVEL,    /* the level + plus */
  CLIMB_WIDTH,    /* 2^(level + plus) */
  CLIMB_OWN,      /* i */
  CLIMB_LEAF,     /* 2^L + i + plus; of a heap N + i + plus */
  CLIMB_PATH,     /* that with plus = -1, div 2^(level + plus) */
  CLIMB_NAME,     /* of a process, or nil */
  CLIMB_DATA,     /* a number that goes by the side and by what was read, and not by N, the level or names */
  CLIMB_AT_MOST,  /* whether the level is at most L + plus; of a heap H_i + plus */
  CLIMB_AT_LEAST, /* whether the level is at least plus */
};

struct climb_term {
  uint8_t kind;
  bool heap; /* of LEAVES, TOP, LEAF, PATH and AT_MOST */
  int64_t plus;
};

/* Of what terms are made. */
struct climb_terms {
  const struct tree *tree;
  const void *parameters;
  bool heap;                     /* the tree is one */
  int64_t first;                 /* the number of the lowest level */
  const struct climb_term *slot; /* what the slots hold, where a value is computed */
};

/* Of a constant expression; and of a value of the graph. */
struct climb_term climb_term_of_expression(const struct climb_terms *terms, const struct expr *x);
struct climb_term climb_term_of_value(const struct climb_terms *terms, const struct value *v);

/* Of a slot that has either. */
struct climb_term climb_term_joined(struct climb_term a, struct climb_term b);

/* Of a tree of any form. */
static inline bool climb_term_is(struct climb_term t, enum climb_term_kind kind, int64_t plus)
{
  return t.kind == kind && t.plus == plus;
}

/* A name, or nil; a plain number, that is the same at each level. */
bool climb_term_is_name(struct climb_term t);
bool climb_term_is_data(struct climb_term t);

#endif
