/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * syntax.h: an algorithm's text as a tree: declarations, statements and expressions. The parser resolves names and
 * types as it goes, because everything is declared before its use, but for the targets of gotos. Procedures and
 * functions are parsed anew at each call, with their parameters bound to the arguments: the tree has none.
 */
#ifndef LANGUAGE_SYNTAX_H
#define LANGUAGE_SYNTAX_H

#include <rmr/types.h>

#include "language/source.h"

enum { MOST_LOCALS_OF_TEXT = 256, MOST_SLOTS = 64, MOST_NAMES_OF_TYPE = 16, MOST_PARAMETERS = 16, MOST_CHANGES = 4 };

/* The types of values. Values of all types are numbers: false is 0, nil is 0, the names of an enumeration count from
 * 0, a record is packed into one word, a set has the bit e for each element e. */
enum type_kind {
  TYPE_BOOLEAN,
  TYPE_RANGE,
  TYPE_NATURAL,
  TYPE_PROCESS,
  TYPE_SESSION,
  TYPE_TIME,
  TYPE_ENUM,
  TYPE_RECORD,
  TYPE_SET,
  TYPE_NUMBER, /* of an expression: any number                               */
  TYPE_NAME,   /* of an expression: a name of an enumeration, yet to be known */
  TYPE_LIST,   /* of an expression: (a, b), {a, b} or a..b                    */
};

/* Bits of a field that has room for each number of a process, session or neighbour, and for N + 1; N is no larger than
 * LARGEST_N (model/choice.c). */
enum { N_BITS = 16, LARGEST_N = 16000 };

struct type {
  enum type_kind kind;
  bool nil;                      /* of PROCESS: or nil */
  const struct expr *low, *high; /* of RANGE and SET: constant expressions */
  const char *const *names;      /* of BOOLEAN and ENUM: a name for each value from 0 on, NULL at the end */
  int64_t first, last;           /* of ENUM: the values that it has, for black..white */
  const struct expr *horizon;    /* of TIME: ages from here on are alike; constant */
  struct field *field;           /* of RECORD, the highest bits first */
  uint32_t n_fields;
};

struct field {
  const char *name;
  struct type type;
  uint8_t shift, width;
};

/* One dimension of an array, and the name that an index has in its attributes; NULL: none. */
struct dimension {
  const struct expr *low, *high; /* constant */
  const char *index;
};

/* A group of registers: a scalar, or an array of one or two dimensions. */
struct group {
  const char *name;
  struct type type;
  uint32_t n_dimensions;
  struct dimension dimension[2];
  const struct expr *initial; /* of the indices; NULL: 0, or the low end of the type's range */
  bool arbitrary, epoch, lease;
  enum { HOME_DERIVED, HOME_OWNER, HOME_NOBODY, HOME_EXPR } home;
  const struct expr *home_of;     /* of HOME_EXPR: of the indices */
  const struct expr *responsible; /* of the indices and EXPR_VALUE: for a lease; NULL: its writer, or see `keeps` */
  const struct expr *keeps;       /* of the indices and locals: whether a process is responsible; NULL */
  const struct expr *holder;      /* of the indices and EXPR_VALUE: the process that one waits for; NULL: none */
  const struct token *at;
  const struct expr *update[4]; /* of EXPR_VALUE and EXPR_ARGUMENT: the functions with which it is updated */
  const char *update_name[4];
  uint32_t n_updates;
  bool multi_writer; /* derived: some write is not to the writer's own element */
};

struct local {
  const char *name;
  struct type type;
  uint8_t slot;                  /* locals that are never known at once may share one */
  bool bound;                    /* of a comprehension */
  bool private;                  /* lives from one passage to the next */
  bool hidden;                   /* of a procedure whose call is behind: only postponed parts see it */
  bool array;                    /* its elements lie behind the slots: low .. high, made of numbers and N */
  const struct expr *low, *high; /* constant */
  const struct expr *initial;    /* of a private one; NULL: 0 */
  const struct token *at;
};

/* parameter slots : 0..64 = 0 "how many" */
struct parameter {
  const char *name, *about;
  uint8_t type; /* enum rmr_option_type: a number, a graph, an order */
  int64_t low, high, fallback;
};

/* environment abort : signal[k] := becomes when may */
struct change {
  const char *name;
  uint32_t group;
  const struct expr *becomes, *may; /* of EXPR_VALUE: the value of the register */
};

struct invariant {
  const char *name, *text;
  const struct expr *holds;
};

enum expr_kind {
  EXPR_NUMBER,
  EXPR_I,
  EXPR_N,
  EXPR_ME,  /* the identity of the process: i, or that of a newcomer */
  EXPR_NOW, /* its clock */
  EXPR_SESSIONS,
  EXPR_PASSAGES,
  EXPR_CRASHES,
  EXPR_ARRIVALS,
  EXPR_LAPSING,
  EXPR_PARAMETER, /* number: which */
  EXPR_VALUE,     /* in an attribute: the register's value */
  EXPR_ARGUMENT,  /* of an update: its second operand */
  EXPR_INDEX,     /* in an attribute: the index of dimension `number` */
  EXPR_LOCAL,     /* number 0: mysession */
  EXPR_ELEMENT,   /* of a local array; index */
  EXPR_SHARED,    /* a read of a register */
  EXPR_ATOMIC,    /* fetch_and_store and its kin: the old value of the register */
  EXPR_NAME,      /* of an enumeration that is yet to be known */
  EXPR_DEGREE,    /* left: a process */
  EXPR_NEIGHBOUR, /* left: a process, right: which, from 1 */
  EXPR_PLACE,     /* left, right: processes; which neighbour of the first the second is, 0: none */
  EXPR_NOT,
  EXPR_NEGATE,
  EXPR_LG,    /* the smallest k with 2^k >= left */
  EXPR_FIRST, /* of a set: its least element; of the empty one: 0 */
  EXPR_POWER, /* 2^left */
  EXPR_FIELD, /* shift, width */
  EXPR_AND,
  EXPR_OR,
  EXPR_ADD,
  EXPR_SUBTRACT,
  EXPR_MULTIPLY,
  EXPR_DIVIDE,
  EXPR_MODULO,
  EXPR_LARGER,
  EXPR_SMALLER,
  EXPR_UNION,
  EXPR_MINUS,
  EXPR_HAS, /* left in right, a set's value */
  EXPR_EQUAL,
  EXPR_DIFFERENT,
  EXPR_LESS,
  EXPR_AT_MOST,
  EXPR_IN,      /* left in right, a list */
  EXPR_CHOOSE,  /* if third then left else right */
  EXPR_RECORD,  /* the fields are the list at left */
  EXPR_MEMBERS, /* a set's value, of the elements in the list at left */
  EXPR_PUT,     /* of the graph: left with right in the field of shift and width, which was 0 */
  EXPR_TUPLE,   /* (a, b, ...): compared from left to right */
  EXPR_LIST,    /* {a, b, ...} */
  EXPR_SPAN,    /* a..b, upwards or downwards */
  EXPR_AT,      /* of an invariant: P[left] at the line `word` */
  EXPR_INSIDE,  /* of an invariant: P[left] in the section `number` */
  EXPR_OTHERS,  /* of an invariant: P[left].local */
  EXPR_MAX,     /* comprehensions: right : local in left, third */
  EXPR_MIN,
  EXPR_SUM,
  EXPR_FORALL,
  EXPR_EXISTS,
  EXPR_WHICH, /* the first of left for which right holds; index: the value where there is none */
};

struct expr {
  enum expr_kind kind;
  const struct token *at;
  const struct type *type;
  int64_t number;              /* of NUMBER, PARAMETER, INDEX, INSIDE */
  const char *word;            /* of NAME and AT */
  uint32_t local;              /* of LOCAL, ELEMENT, OTHERS and comprehensions: which */
  uint32_t rest;               /* of comprehensions: a hidden local, for what is left of a list or a set */
  uint32_t group;              /* of SHARED and ATOMIC: which */
  uint8_t atomic;              /* of ATOMIC: enum rmr_kind */
  uint8_t shift, width;        /* of FIELD */
  bool turned;                 /* of LESS and AT_MOST: the right side is read second, and compared first */
  bool again;                  /* of SHARED: read anew */
  struct expr *index, *column; /* of SHARED, ATOMIC and ELEMENT; NULL: it has none */
  struct expr *left;           /* of a comprehension the list or set */
  struct expr *right;          /* of a comprehension the body; of ATOMIC the value */
  struct expr *third;          /* of a comprehension the condition, or NULL; of a compare-and-swap the expected value */
  struct expr *next;           /* in a tuple or a list, whose first is `left` */
};

enum statement_kind {
  STATEMENT_ASSIGN,   /* to a local or a register */
  STATEMENT_EVALUATE, /* an atomic operation whose value nobody wants */
  STATEMENT_IF,       /* value, body, otherwise */
  STATEMENT_WHILE,
  STATEMENT_UNTIL, /* repeat body until value */
  STATEMENT_FOREVER,
  STATEMENT_FOR, /* target := from to / downto to */
  STATEMENT_IN,  /* for target in value; from: a hidden local */
  STATEMENT_WAIT,
  STATEMENT_GOTO,
  STATEMENT_BREAK,
  STATEMENT_RETURN, /* the end of the procedure, or of the passage */
  STATEMENT_CALL,   /* body: the procedure's statements, `in` its instance */
  STATEMENT_DELAY,
  STATEMENT_FENCE,
  STATEMENT_SKIP,
  STATEMENT_CRITICAL,
  STATEMENT_REMAINDER,
  STATEMENT_SECTION, /* the following text belongs to this section */
};

/* A procedure that is called here: its lines stand in the figure behind the call's, their labels have a prefix. */
struct instance {
  const char *prefix;             /* "7."; "" */
  uint32_t first_line, last_line; /* in the text; of the process the whole of it */
  uint32_t called_at;             /* the line of the call; 0: the process */
  uint32_t first_local, n_locals; /* its own, in tree->local */
  uint32_t entry;                 /* of the graph: the node where it begins */
  const struct instance *caller;  /* NULL: the process */
  struct instance *next;          /* of all, in the order of the calls in the text */
};

struct statement {
  enum statement_kind kind;
  const struct instance *in;
  const struct token *at;    /* its first word, behind its labels */
  const struct token *label; /* NULL: none */
  const char *name;          /* the target that it is: `L:`; NULL */
  struct expr *target;       /* of ASSIGN: LOCAL, ELEMENT, SHARED or FIELD of a local; of FOR and IN: LOCAL */
  struct expr *value;        /* or the condition */
  struct expr *from, *to;    /* of FOR */
  bool down;
  uint8_t section;           /* of SECTION */
  const struct token *where; /* of GOTO: the name or label of its target */
  struct statement *body, *otherwise;
  struct statement *next;
};

struct tree {
  struct text_source source;
  struct tokens tokens;
  const char *name, *title, *cited, *note;
  bool uses_sessions, uses_identity, uses_now, uses_passages;
  struct rmr_claims claims;
  struct parameter parameter[MOST_PARAMETERS];
  uint32_t n_parameters;
  struct group *group; /* [RMR_MAX_GROUPS] */
  uint32_t n_groups;
  struct local *local; /* [MOST_LOCALS_OF_TEXT]; 0 is mysession */
  uint32_t n_locals, n_slots;
  struct change change[MOST_CHANGES];
  uint32_t n_changes;
  struct invariant invariant[RMR_MAX_INVARIANTS];
  uint32_t n_invariants;
  const struct expr *held, *held_most;      /* the name that a process in the critical section holds; NULL */
  uint32_t between[2];                      /* for pictures: locals that stand for two neighbours, and with them */
  const struct expr *owner, *ready, *arrow; /* processes, or 0; NULL: nothing is said */
  const struct expr *period;                /* by which `now` is divided, or modulo which it is taken; NULL: none */
  struct statement *body;
  struct instance *instance; /* of the process; the others behind it */
};

/* Parses the lines of an algorithm. False: an error with its place. */
bool parse(const struct text_source *source, struct pool *pool, struct tree *tree, struct error *e);

/* The same, going on behind errors (recover.h): fills errors[0 .. n-1], n <= most, and returns n. The tree is whole
 * only where n is 0. */
uint32_t parse_for_errors(const struct text_source *source, struct pool *pool, struct tree *tree, struct error *errors,
                          uint32_t most);

/* Whether it is so of an expression, or of any part of it. */
bool expr_any(const struct expr *x, bool is(const struct expr *));

#endif
