/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * flow.h: an algorithm as a control-flow graph: its accesses, and the local computation between them. The tree is
 * lowered to it (lower.h); everything behind the language asks it: the machine that carries it out (machine.h), the
 * figure, and what will read more off it.
 *
 * A process has slots: its locals, the session that it asks for, and values that it has read and still needs. A step is
 * an access: it begins at an access node, whose operation is a function of the slots, and goes on through local nodes
 * to the next access node. There the slots that nobody will read any more are cleared, so that two states which differ
 * in a dead value are one.
 */
#ifndef LANGUAGE_FLOW_H
#define LANGUAGE_FLOW_H

#include "language/syntax.h"

enum { MOST_SLOTS = 64, MOST_STACK = 32, NO_SLOT = 255 };

#define NO_NODE UINT32_MAX

/* Values are computed on a stack. */
enum code_kind {
  CODE_NUMBER, /* pushes it */
  CODE_SLOT,   /* pushes what is in the slot */
  CODE_I,
  CODE_N,
  CODE_NOT,
  CODE_NEGATE,
  CODE_ADD,
  CODE_SUBTRACT,
  CODE_MULTIPLY,
  CODE_DIVIDE, /* by 0: 0 */
  CODE_MODULO,
  CODE_EQUAL,
  CODE_DIFFERENT,
  CODE_LESS,
  CODE_AT_MOST,
  CODE_AND,
  CODE_OR,
  CODE_MAX,
  CODE_MIN,
};

struct code {
  uint8_t kind, slot;
  int64_t number;
};

struct value {
  const struct code *code;
  uint32_t n; /* 0: there is no value */
};

enum node_kind {
  NODE_ACCESS,
  NODE_SET,       /* slot := value */
  NODE_BRANCH,    /* to `next` if the value is not 0, else to `other` */
  NODE_GO,        /* to `next` */
  NODE_REMAINDER, /* the slot gets the session that the next passage asks for */
};

struct node {
  enum node_kind kind;
  uint32_t next, other;
  uint8_t slot;                   /* of SET and REMAINDER; of ACCESS where the reply goes, or NO_SLOT */
  uint8_t access, section;        /* of ACCESS: enum rmr_kind, enum rmr_section */
  uint16_t line;                  /* of ACCESS: as in rmr_op */
  uint32_t group;                 /* of ACCESS but LOCAL */
  struct value index, value, old; /* of ACCESS; SET and BRANCH have a value */
  uint64_t live;                  /* of ACCESS: the slots that are read from it on, itself included */
  const struct statement *of;     /* whose it is */
  const struct token *at;         /* of ACCESS: the register's name in the text */
};

struct flow {
  struct node *node;
  uint32_t n_nodes, begin;
  uint32_t n_slots;
  uint32_t watch, watch_each; /* the most registers that a wait reads: so many, and so many for each process */
  uint32_t *at_line;          /* [1..n_lines]: the access node of a line */
  uint32_t n_lines;
};

/* Lowers a tree. False: an error with its place. */
bool lower(struct tree *tree, struct pool *pool, struct flow *graph, struct error *e);

/* Fills `live` of the access nodes. private: bits of slots that live from one passage to the next. */
void find_live(struct flow *graph, uint64_t private);

/* Computes a value. */
int64_t code_value(const struct value *value, const int64_t *slot, uint32_t i, uint32_t n);

/* A constant expression, of N. */
int64_t constant(const struct expr *x, uint32_t n);

#endif
