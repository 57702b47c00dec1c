/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lowering.h: shared by the two parts of lowering: lower_value.c turns expressions into nodes and values, lower.c
 * statements.
 */
#ifndef LANGUAGE_LOWERING_H
#define LANGUAGE_LOWERING_H

#include "language/flow.h"

enum { MOST_MENTIONS = 32, MOST_TARGETS = 64, MOST_CODE = 96 };

/* A register that has been read in the evaluation. */
struct mention {
  uint32_t group;
  struct value index;
  uint8_t slot;
};

struct target {
  const char *name;
  uint32_t node;
  const struct token *asked; /* by a goto; NULL: by none */
  bool placed;
};

struct lowering {
  struct tree *tree;
  struct pool *pool;
  struct flow *graph;
  struct error *e;
  uint32_t capacity, tail; /* the node whose `next` is still open; NO_NODE: nothing leads here */
  const struct statement *statement;
  uint8_t section;
  uint32_t n_slots;                      /* slots in use, beyond which are those of the evaluation */
  uint8_t session;                       /* the slot of mysession */
  uint32_t top;                          /* node to which the passage returns */
  uint32_t critical;                     /* node of the critical section */
  bool waits;                            /* the evaluation is a round of a wait */
  uint32_t watched, watched_each, depth; /* of the wait: see struct flow; comprehensions around a mention */
  struct mention mention[MOST_MENTIONS];
  uint32_t n_mentions;
  bool guarded[RMR_MAX_GROUPS]; /* in this evaluation a register of the group may have been read, or not */
  struct target target[MOST_TARGETS];
  uint32_t n_targets;
  bool ok;
};

/* A value that is being made. */
struct making {
  struct code code[MOST_CODE];
  uint32_t n;
};

/* Returns false. The first error counts. */
bool lower_stop(struct lowering *l, const struct token *at, const char *why);

/* --- nodes: each comes behind the last one ------------------------------------------------------------------------ */

struct node *lower_emit(struct lowering *l, enum node_kind kind); /* valid up to the next one */
struct node *lower_access_node(struct lowering *l, uint8_t access, uint32_t group, struct value index,
                               const struct token *at);
void lower_set(struct lowering *l, uint8_t slot, struct value value);
void lower_branch(struct lowering *l, struct value value, uint32_t yes, uint32_t no);

/* A place to go to; it is put behind the last node with lower_place. */
uint32_t lower_new_target(struct lowering *l);
void lower_place(struct lowering *l, uint32_t node);
void lower_go(struct lowering *l, uint32_t to);

/* --- values: the accesses that they need become nodes ------------------------------------------------------------- */

struct value lower_value_alone(struct lowering *l, const struct expr *x); /* NULL: no value */
void lower_condition(struct lowering *l, const struct expr *x, uint32_t yes, uint32_t no);
uint8_t lower_do_atomic(struct lowering *l, const struct expr *x, bool wanted); /* the slot of its reply, or NO_SLOT */

void lower_add_kind(struct lowering *l, struct making *m, enum code_kind kind);
void lower_add_number(struct lowering *l, struct making *m, int64_t number);
void lower_add_slot(struct lowering *l, struct making *m, uint8_t slot);
void lower_add_value(struct lowering *l, struct making *m, const struct value *v);
struct value lower_keep(struct lowering *l, const struct making *m);

#endif
