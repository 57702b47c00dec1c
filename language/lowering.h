/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lowering.h: shared by the parts of lowering: lower_node.c makes nodes, lower_value.c turns expressions into them,
 * lower_access.c reads registers for them, lower_list.c goes through lists and compares tuples, lower_loop.c has loops,
 * lower.c the other statements.
 */
#ifndef LANGUAGE_LOWERING_H
#define LANGUAGE_LOWERING_H

#include "language/operations.h"

enum { MOST_MENTIONS = 32, MOST_TARGETS = 128, MOST_CODE = 160, MOST_ROUNDS = 4 };

/* A register that has been read in the evaluation. */
struct mention {
  uint32_t group;
  struct value index, column;
  uint8_t slot;
};

/* The mentions that have been read on the ways that lead here, as bits: on all of them, and on some. */
struct reads {
  uint32_t known, perhaps;
};

/* Where two ways meet. */
static inline struct reads reads_join(struct reads a, struct reads b)
{
  return (struct reads){a.known & b.known, a.perhaps | b.perhaps};
}

/* Of a node to which several ways lead: whether an access has been made since the round began, on each of them. */
enum fresh { FRESH_UNKNOWN, FRESH_YES, FRESH_NO, FRESH_PERHAPS };

struct target {
  const char *name;
  const struct instance *in;
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
  uint8_t *fresh_at;       /* of each node that is a place to go to: enum fresh */
  const struct statement *statement;
  uint8_t section;
  uint32_t n_slots;    /* slots in use, beyond which are those of the evaluation */
  uint32_t first_slot; /* of the evaluation */
  uint32_t top, end;   /* nodes: where the passage begins; to which `return` leads */
  uint32_t leave;      /* node behind the innermost loop; NO_NODE: there is none */
  uint32_t critical;   /* node of the critical section */
  enum fresh fresh;    /* on the way that leads here */
  uint32_t round;      /* head of the innermost loop that may wait; NO_NODE: none */
  uint8_t began;       /* slot: whether the outermost round has made an access; behind it those of inner rounds */
  uint32_t rounds;     /* around this place, up to MOST_ROUNDS */
  struct mention mention[MOST_MENTIONS];
  uint32_t n_mentions;
  struct reads reads;
  uint32_t anew; /* bits: the mentions that `again` has made old, on some way */
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
struct node *lower_access(struct lowering *l, uint8_t access, const struct token *at);
void lower_set(struct lowering *l, uint8_t slot, struct value value);
void lower_set_number(struct lowering *l, uint8_t slot, int64_t number);
void lower_branch(struct lowering *l, struct value value, uint32_t yes, uint32_t no);

/* A place to go to; it is put behind the last node with lower_place. */
uint32_t lower_new_target(struct lowering *l);
void lower_place(struct lowering *l, uint32_t node);
void lower_place_head(struct lowering *l, uint32_t node);  /* of a loop that goes through a list */
void lower_place_round(struct lowering *l, uint32_t node); /* of a loop that may wait */
void lower_go(struct lowering *l, uint32_t to);

/* --- values: the accesses that they need become nodes ------------------------------------------------------------- */

void lower_begin(struct lowering *l);                               /* an evaluation: nothing has been read */
struct value lower_value(struct lowering *l, const struct expr *x); /* NULL: no value */
void lower_condition(struct lowering *l, const struct expr *x, uint32_t yes, uint32_t no, struct reads *if_yes,
                     struct reads *if_no);
void lower_test(struct lowering *l, const struct expr *x, uint32_t yes, uint32_t no); /* an evaluation of its own */
uint8_t lower_read(struct lowering *l, const struct expr *x);                /* a register: the slot of its value */
uint8_t lower_atomic(struct lowering *l, const struct expr *x, bool wanted); /* the slot of its reply, or NO_SLOT */
uint8_t lower_slot(struct lowering *l);                                      /* a new one, of the evaluation */
void lower_writes(struct lowering *l, const struct expr *place);             /* notes the writers of a register */
bool lower_reads(const struct expr *x);                                      /* whether it needs accesses */

/* Whether it looks at an element of a local array, or may divide by 0: `and`, `or` and `if` may keep it from an index
 * that there is not, or from 0. */
bool lower_may_go_astray(const struct expr *x);

/* The least value of an expression, or the largest: INT64_MIN, INT64_MAX where that is not known. */
int64_t lower_bound_of(const struct expr *x, bool largest);

void make_value(struct lowering *l, const struct expr *x, struct making *m);
void make_code(struct lowering *l, struct making *m, struct code code);
void make_kind(struct lowering *l, struct making *m, enum expr_kind kind);
void make_number(struct lowering *l, struct making *m, int64_t number);
void make_slot(struct lowering *l, struct making *m, uint8_t slot);
void make_copy(struct lowering *l, struct making *m, const struct value *v);
struct value make_end(struct lowering *l, const struct making *m);

/* --- statements --------------------------------------------------------------------------------------------------- */

void lower_statements(struct lowering *l, const struct statement *s);
void lower_while(struct lowering *l, const struct statement *s);
void lower_repeat(struct lowering *l, const struct statement *s);
void lower_for(struct lowering *l, const struct statement *s);
void lower_for_in(struct lowering *l, const struct statement *s);
void lower_wait(struct lowering *l, const struct statement *s);

/* --- lists (lower_list.c) ----------------------------------------------------------------------------------------- */

/* Goes through a list with a slot: `body` at each value, `end` behind the last one. */
struct loop {
  uint8_t slot;
  uint32_t again, next, end;
  struct reads before;
  bool down, span, statement; /* statement: of a `for`, which evaluates an element of a list when its round begins */
};

/* rest: a slot for what is left, of what is no span. */
void lower_begin_loop(struct lowering *l, const struct expr *list, uint8_t slot, uint8_t rest, bool statement,
                      struct loop *loop);
void lower_end_loop(struct lowering *l, const struct loop *loop);
void make_comparison(struct lowering *l, const struct expr *x, struct making *m);
void make_membership(struct lowering *l, const struct expr *x, struct making *m);
void lower_quantified(struct lowering *l, const struct expr *x, uint32_t yes, uint32_t no, struct reads *if_yes,
                      struct reads *if_no);
uint8_t lower_gathered(struct lowering *l, const struct expr *x); /* max, min and sum */
uint8_t lower_which(struct lowering *l, const struct expr *x);

#endif
