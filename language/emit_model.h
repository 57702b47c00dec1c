/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_model.h: an algorithm's text as a model for another program, which reads like the figure: the code that the
 * exporters to Promela (emit_promela.c) and to PlusCal (emit_pluscal.c) share.
 *
 * Both are made from the graph (flow.h), so a step is what it is everywhere else: one access, and the local computation
 * behind it. A process is a row of labelled steps, one for each access of the figure that can be reached for this N and
 * these parameters:
 *
 *   emit_model.c   the parts that are printed: slots that are variables, with their names and types;
 *                  accesses that are reached, and their sections; nodes where ways of local computation meet
 *   emit_ways.c    the same of the nodes
 *   emit_names.c   the names of slots
 *   emit_words.c   values of the graph as expressions. Values known for this N are computed; numbers get names.
 *   emit_record.c  Records have fields again
 *   emit_access.c  the effect of an access
 *   emit_walk.c    a step as text: the access, and the ways from it to the next one, as a tree of ifs. Where ways meet,
 *                  in loops above all, the first one there has the text, with a label, and the others go to it
 *
 * A read whose value is not kept beyond its step is spelled where it is used: `if number[j] != 0`. In Promela a local
 * is set to 0 by the step behind which nobody reads it any more, as the machine does it: so the states of a model are
 * those of the explorer.
 *
 * Left out are time, faults, general updates, changes of the environment, graphs and renaming: a text that has them is
 * refused, with the place and the reason.
 */
#ifndef LANGUAGE_EMIT_MODEL_H
#define LANGUAGE_EMIT_MODEL_H

#include "language/machine.h"

enum { MOST_RECORDS = 8, DONE_CLASSES = 3 };

#define NO_VARIABLE UINT32_MAX

/* The request. */
struct model_spec {
  const struct machine *m;
  struct rmr_size size;    /* n, sessions, parameters, passages */
  uint32_t passages;       /* of each process; 0: without end */
  int64_t cap;             /* the largest value of a register without bound */
  const uint32_t *session; /* [1..n]: of all passages; NULL: each may ask for any of 1 .. size.sessions */
  const char *made_by;     /* "rmr 0.1.0", for its head */
  const char *scope;       /* "glb -n 2 --passages 1", the same */
};

/* How strongly an expression binds: as a name or a call, ..., as one of several conditions. */
enum binds { AS_ANY = 1, AS_ALL, AS_BITS, AS_EQUALITY, AS_ORDER, AS_SHIFT, AS_SUM, AS_PRODUCT, AS_NEGATION, AS_ATOM };

/* A piece of an expression. */
struct phrase {
  const char *text;
  uint8_t strength;    /* enum binds */
  bool positive;       /* it cannot be 0 */
  bool literal, known; /* literal: a number as yet without a spelling; known: `value` is what it is */
  int64_t value;
  const struct type *type; /* NULL: a number */
};

/* Whether it is a local that may be below 0, by its range. */
static inline bool phrase_may_be_negative(const struct phrase *x)
{
  return x->type != NULL && x->type->kind == TYPE_RANGE &&
         (x->type->low->kind != EXPR_NUMBER || x->type->low->number < 0);
}

/* The kind of line that a process executed last: the section of the next line depends on it (docs/model.md,
 * "Sections"). */
enum done_class { DONE_ENTRY, DONE_CS, DONE_EXIT };

/* A variable of the process: a slot as one local, or as one value that an evaluation still needs. */
struct variable {
  const char *name, *word;
  const struct type *type; /* NULL: a number */
  uint8_t slot;
};

struct bounds {
  int64_t least, most; /* INT64_MIN, INT64_MAX: there is none */
};

/* A record type, packed anew: so that it takes no more bits than it needs here. */
struct packed_record {
  const struct type *type;
  const char *owner; /* a register of this type */
  struct field_bits {
    uint8_t shift, width;
    int64_t least, most;
  } field[RMR_MAX_FIELDS];
};

/* uses of the text */
enum {
  NEEDS_MAX = 1,
  NEEDS_MIN = 2,
  NEEDS_LG = 4,
  NEEDS_FIRST = 8,
  NEEDS_WAS = 16,
  NEEDS_HAS = 32,
  NEEDS_POWER = 64,
};

enum { MODEL_BITS = 31 }; /* of a number of SPIN, without its sign */

struct step_of_model {
  bool reached, head;              /* head: of a local node where ways meet */
  bool kept;                       /* of an access: its reply is put into its slot */
  uint8_t classes;                 /* bits: the kinds of line executed last when the node is reached */
  uint64_t may;                    /* variables that may not be 0 here */
  const char *label[DONE_CLASSES]; /* of a head that has been printed */
};

struct model {
  const struct model_spec *spec;
  const struct machine *m;
  const struct tree *tree;
  const struct flow *graph;
  bool tla;
  struct pool pool;
  struct error *e;
  bool ok;
  struct variable variable[MOST_SLOTS];
  uint32_t n_variables;
  uint64_t needed;                /* slots whose value matters to somebody */
  uint32_t first_of[MOST_SLOTS];  /* the variable that has the first value of a slot; NO_VARIABLE: any */
  bool named;                     /* slots have names; until then it does not matter what they are called */
  const struct statement *of;     /* whose values are being printed */
  struct step_of_model *step;     /* [node] */
  uint32_t first;                 /* node of the first access */
  int64_t (*initial)[MOST_SLOTS]; /* [1..n]: of the slots */
  struct packed_record record[MOST_RECORDS];
  uint32_t n_records;
  uint32_t needs; /* NEEDS_... */
  uint32_t n_labels;
  /* the access whose step is being printed */
  uint32_t access;
  char *text;          /* of the model, as far as it is made */
  const char *mention; /* its register; stands for its reply in NO_SLOT and, unless it is kept, in its slot */
};

/* The value of a variable of P_p at its first access. */
static inline int64_t model_first(const struct model *w, uint32_t p, const struct variable *v)
{
  const uint32_t only = w->first_of[v->slot];
  return only == NO_VARIABLE || v == &w->variable[only] ? w->initial[p][v->slot] : 0;
}

/* False: *e says what cannot be exported. */
bool model_begin(struct model *w, const struct model_spec *spec, bool tla, struct error *e);
void model_end(struct model *w);

/* Refuses what the formats have no words for; returns false. The first reason counts. */
bool model_stop(struct model *w, const struct token *at, const char *format, ...) __attribute__((format(printf, 3, 4)));

void print(struct model *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *say(struct model *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A name that has no other meaning in the format. */
const char *model_name(struct model *w, const char *name);
bool model_declares(const struct model *w, const char *name); /* the text has this name for something */
const char *model_comment(struct model *w, const char *text); /* without what would end a comment */
/* Whether another enumeration has the name, too: then numbers are printed. */
bool model_is_shared(const struct model *w, const char *const *names, const char *name);
void model_names(struct model *w, const char *before,
                 const char *between); /* of enumerations: prints "before NAME between 0" */
const char *model_label(struct model *w, uint32_t node);
const char *model_remark(struct model *w,
                         uint32_t node); /* the line of the figure, if it makes several accesses and this is
                                                             the first; else NULL */

bool model_sessions_vary(const struct model *w); /* mysession is chosen for each passage */
bool model_has_again(const struct model *w);     /* there is a line at which the section depends on the way */
bool model_is_ambiguous(const struct model *w, uint32_t access);

/* The variable that a slot is in a statement. */
uint32_t model_variable(struct model *w, uint8_t slot, const struct statement *of);
uint32_t model_session(struct model *w);                                   /* mysession; NO_NODE: there is none */
const struct array *model_array(const struct model *w, uint8_t slot);      /* NULL: it is none */
uint64_t model_slots(const struct model *w, uint64_t slots);               /* the variables of these slots */
bool model_known(struct model *w, const struct node *branch, bool *taken); /* whether it is decided beforehand */

/* The numbers that a local of this type can be; NULL: that of a value. A loop leaves its local one beyond its range. */
struct bounds model_bounds(const struct model *w, const struct type *t);

/* The register of a node, and a number of its range. */
int64_t model_most(const struct model *w, uint32_t group); /* -1: no bound */
int64_t model_high(const struct model *w, const struct dimension *d);
uint32_t model_cells(const struct model *w, uint32_t group);
const char *model_initial(struct model *w, uint32_t group, uint32_t cell);
struct packed_record *model_record(struct model *w, const struct type *type);

/* --- emit_ways.c -------------------------------------------------------------------------------------------------- */

bool model_find_ways(struct model *w); /* the parts that are reached */
void model_find_rest(struct model *w);

/* --- emit_words.c ------------------------------------------------------------------------------------------------- */

struct phrase words_of(struct model *w, const struct value *v);
const char *as_type(struct model *w, struct phrase x,
                    const struct type *type); /* where a value of this type is meant */
const char *as_condition(struct model *w, const struct value *v, bool negated);
const char *register_of(struct model *w, const struct node *n); /* n->of is what is being printed */
const char *literal_of(struct model *w, int64_t value, const struct type *type);

struct phrase words_literal(int64_t value);
struct phrase words_atom(const char *text, const struct type *type);
struct phrase words_at(struct model *w, const struct value *v,
                       uint32_t end);                      /* of the value that ends with this code, */
uint32_t words_begin(const struct value *v, uint32_t end); /* and begins with this */
/* Beside an operator of this strength: in brackets, unless it is clear without. */
const char *words_operand(struct model *w, struct phrase x, uint8_t strength, bool right, const struct type *type);

/* --- emit_record.c ------------------------------------------------------------------------------------------------ */

struct phrase words_field(struct model *w, struct phrase x, uint8_t shift, uint8_t width);
struct phrase words_put(struct model *w, const struct value *v, uint32_t end);
const char *words_record(struct model *w, int64_t value, const struct type *type);
const char *with_fields(struct model *w, const struct variable *v, uint64_t mask); /* those of the mask; the others 0 */

/* --- emit_access.c ------------------------------------------------------------------------------------------------ */

/* NULL: nothing, as a read whose reply is not kept. asked: somebody wants a reply that is not kept. */
const char *walk_access(struct model *w, const struct node *n, bool asked);

/* --- emit_walk.c -------------------------------------------------------------------------------------------------- */

/* The effect of an access, as lines. */
const char *walk_step(struct model *w, uint32_t access);

/* The accesses that are reached, in the order of the figure, but the first one of a passage first. Returns how many;
 * order has room for one more than the graph has lines. */
uint32_t walk_order(const struct model *w, uint32_t *order);

/* Statements one behind the other; NULL: nothing. */
const char *lines_then(struct model *w, const char *a, const char *b);
const char *lines_assign(struct model *w, const char *what, const char *value);

/* Lines behind the first one moved to the right; lines without the goto at their end, if that leads to `next`. */
const char *indented(struct model *w, const char *lines, uint32_t columns);
const char *without_goto(struct model *w, const char *lines, const char *next);

#endif
