/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * flow.h: an algorithm as a control-flow graph: its accesses, and the local computation between them. The tree is
 * lowered to it (lower.h); everything behind the language asks it: the machine that carries it out (machine.h), the
 * compiler to C (emit_c.h), the figure, exporters.
 *
 * A process has slots: its locals, the session that it asks for, and values that it has read and still needs. A step
 * is an access: it begins at an access node, whose operation is a function of the slots, and goes on through local
 * nodes to the next access node. There the slots that nobody will read any more are cleared, so that two states which
 * differ in a dead value are one.
 */
#ifndef LANGUAGE_FLOW_H
#define LANGUAGE_FLOW_H

#include "language/syntax.h"

enum { MOST_STACK = 32, NO_SLOT = 255, MOST_ARRAYS = 8, MOST_NODES = 1 << 15 };

#define NO_NODE UINT32_MAX

/* One operation on a stack. EXPR_LOCAL pushes what is in the slot; EXPR_ELEMENT takes an index and pushes the element
 * of the array of the slot; the others take as many values as operands_of says, and push one. */
struct code {
  uint8_t kind;     /* enum expr_kind */
  uint8_t operands; /* how many values it takes */
  uint8_t slot;
  uint8_t shift, width; /* of FIELD and PUT; shift of DIVIDE and MODULO: MAY_BE_BY_ZERO, or 0 */
  int64_t number;       /* of NUMBER and PARAMETER */
};

enum { MAY_BE_BY_ZERO = 1 };

static inline bool divides(uint8_t kind)
{
  return kind == EXPR_DIVIDE || kind == EXPR_MODULO;
}

static inline bool code_may_divide_by_zero(const struct code *c)
{
  return divides(c->kind) && c->shift == MAY_BE_BY_ZERO;
}

struct value {
  const struct code *code;
  uint32_t n; /* 0: there is no value */
};

/* Whether it is a record that is put together. One with a part that has no room in its field is below 0. */
static inline bool value_makes_record(const struct value *v)
{
  return v->n != 0 && v->code[v->n - 1].kind == EXPR_PUT;
}

/* The part of a slot that remains where a step ends: the fields that are still read. */
struct trim {
  uint8_t slot;
  uint64_t mask;
};

enum node_kind {
  NODE_ACCESS,    /* also of no register: LOCAL, DELAY and FENCE */
  NODE_SET,       /* slot := value, or its element `index` */
  NODE_CLEAR,     /* all elements of the array of the slot := 0 */
  NODE_BRANCH,    /* to `next` if the value is not 0, else to `other` */
  NODE_GO,        /* to `next` */
  NODE_REMAINDER, /* the slot gets the session that the next passage asks for */
  NODE_LOST,      /* the passage has come behind its entry without a step: it goes astray, and no further */
};

struct node {
  enum node_kind kind;
  uint32_t next, other;
  uint8_t slot;                           /* of SET, CLEAR and REMAINDER; of ACCESS where the reply goes, or NO_SLOT */
  uint8_t access, section;                /* of ACCESS: enum rmr_kind, enum rmr_section */
  uint16_t line;                          /* of ACCESS: as in rmr_op */
  uint32_t group;                         /* of ACCESS but LOCAL, DELAY and FENCE */
  struct value index, column, value, old; /* of ACCESS, as the paper counts; of SET the index of an element; SET and
                                             BRANCH have a value; of DELAY the ticks; `old` of a compare-and-swap */
  uint32_t round;          /* of a READ that may begin the round of a loop: the loop's head; or NO_NODE */
  uint8_t began;           /* of such a READ: the slot that is 0 where it does; NO_SLOT: it always does */
  uint32_t watches;        /* of such a READ: bits: the groups that a round reads */
  uint32_t first, last;    /* of the head of a loop that may wait: its nodes, without the last */
  uint64_t live;           /* the slots that are read from here on, itself included */
  uint64_t dirty;          /* of ACCESS: the slots that may not be 0 and are not live: to be cleared */
  const struct trim *trim; /* of ACCESS: the parts that remain of records that are read in part */
  uint32_t n_trims;
  const struct statement *of; /* whose it is */
  const struct token *at;     /* of ACCESS: the register's name in the text */
};

/* A slot that is a local array: elements low .. low + count - 1, count = fixed + each * N, of `width` bytes. */
struct array {
  uint8_t slot, width;
  int64_t low;
  int64_t fixed, each;
};

struct flow {
  struct node *node;
  uint32_t n_nodes, begin, top; /* top: where a passage begins */
  uint32_t n_slots;
  struct array array[MOST_ARRAYS];
  uint32_t n_arrays;
  uint32_t watch;                       /* the most single registers that a wait reads, */
  uint32_t watch_group[RMR_MAX_GROUPS]; /* and how often it may read all of a group */
  uint32_t *at_line;                    /* [1..n_lines]: the access node of a line */
  uint32_t n_lines;
};

/* Lowers a tree. always: slots that are never cleared. False: an error with its place. */
bool lower(struct tree *tree, struct pool *pool, uint64_t always, struct flow *graph, struct error *e);

/* live.c: fills `live` and `dirty`. */
void find_live(struct flow *graph, uint64_t always);

/* live_fields.c: fills `trim`, but for the slots of `always`. */
void find_trims(struct flow *graph, struct pool *pool, uint64_t always);

/* first_steps.c: the graph that steps follow, where a passage without a step in its entry goes astray. */
void find_first_steps(const struct flow *graph, struct pool *pool, struct flow *out);

/* rounds.c: which reads begin rounds of loops that wait, and what these watch. */
void find_rounds(struct flow *graph);

/* The nodes behind one; NO_NODE: there is none. */
static inline void flow_to(const struct node *node, uint32_t to[2])
{
  to[0] = node->next;
  to[1] = node->kind == NODE_BRANCH ? node->other : NO_NODE;
}

/* flow.c: a walk over the graph. What it does where it comes to a node: goes by, stops there, or goes on. */
enum flow_way { FLOW_BESIDE, FLOW_UP_TO, FLOW_ON };
typedef enum flow_way flow_enters_fn(const struct flow *graph, uint32_t node, const void *self);

/* Marks the nodes that are reached behind one, itself only if a way leads back to it. */
void flow_spread(const struct flow *graph, uint32_t from, flow_enters_fn *enters, const void *self, bool *reached);

/* Whether such a way leads from behind one node to another. */
bool flow_leads(const struct flow *graph, uint32_t from, uint32_t to, flow_enters_fn *enters, const void *self);

/* Whether the slot of the node is 0 behind it. */
static inline bool node_sets_zero(const struct node *n)
{
  const struct value *v = &n->value;
  return n->kind == NODE_CLEAR ||
         (n->kind == NODE_SET && n->index.n == 0 && v->n == 1 && v->code->kind == EXPR_NUMBER && v->code->number == 0);
}

/* A slot in a set of them; NO_SLOT is none. */
static inline uint64_t slot_bit(uint8_t slot)
{
  return slot < MOST_SLOTS ? UINT64_C(1) << slot : 0;
}

/* The slots that a value reads: bits. */
uint64_t slots_of(const struct value *value);

bool is_array(const struct flow *graph, uint8_t slot);

/* Whether the node gives the slot one more than it had (ADD), or one less (SUBTRACT). */
bool node_counts(const struct node *node, uint8_t slot, enum expr_kind by);

/* Whether its values may ask for an element of a local array that is not there, or divide by 0; or it sets a local
 * array or a record, which may have no room for the value. */
bool node_may_go_astray(const struct node *node);

#endif
