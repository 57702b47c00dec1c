/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * syntax.h: an algorithm's text as a tree: declarations, statements and expressions, as they stand there. Names have
 * been resolved by the parser, as everything is declared before its use, but for the labels of gotos.
 */
#ifndef LANGUAGE_SYNTAX_H
#define LANGUAGE_SYNTAX_H

#include <rmr/types.h>

#include "language/scan.h"

enum { MOST_LOCALS_OF_TEXT = 32, MOST_ENUM_VALUES = 16 };

/* What a value can be. Values of all types are numbers: false is 0, nil is 0, the names of an enumeration count from 0.
 * */
enum type_kind { TYPE_BOOLEAN, TYPE_RANGE, TYPE_NATURAL, TYPE_PROCESS, TYPE_SESSION, TYPE_ENUM };

struct type {
  enum type_kind kind;
  bool nil;                      /* of PROCESS: or nil */
  const struct expr *low, *high; /* of RANGE: constant expressions of N and the parameters */
  const char *const *names;      /* of BOOLEAN and ENUM: a name for each value, NULL at the end */
};

/* A group of registers: a scalar, or an array of one dimension. */
struct group {
  const char *name;
  struct type type;
  bool array;
  const struct expr *low, *high; /* of an array: its bounds, constant */
  const struct expr *initial;    /* NULL: 0, or the low end of the type's range */
  enum { HOME_DERIVED, HOME_OWNER, HOME_NOBODY } home;
  const struct token *at;
  bool multi_writer; /* derived: some write is not to the writer's own element */
};

struct local {
  const char *name;
  struct type type;
  bool private; /* lives from one passage to the next */
  const struct token *at;
};

enum expr_kind {
  EXPR_NUMBER,
  EXPR_I,
  EXPR_N,
  EXPR_MYSESSION,
  EXPR_LOCAL,
  EXPR_SHARED, /* a read of a register */
  EXPR_ATOMIC, /* fetch_and_store and its kin: what the register held */
  EXPR_NOT,
  EXPR_NEGATE,
  EXPR_AND,
  EXPR_OR,
  EXPR_ADD,
  EXPR_SUBTRACT,
  EXPR_MULTIPLY,
  EXPR_DIVIDE,
  EXPR_MODULO,
  EXPR_EQUAL,
  EXPR_DIFFERENT,
  EXPR_LESS,
  EXPR_AT_MOST,
  EXPR_IN,    /* a in SET */
  EXPR_TUPLE, /* (a, b, ...): compared from left to right */
  EXPR_SET,   /* {a, b, ...} */
  EXPR_SPAN,  /* a..b, upwards or downwards */
  EXPR_MAX,   /* comprehensions: body : local in set, condition */
  EXPR_MIN,
  EXPR_SUM,
  EXPR_FORALL,
  EXPR_EXISTS,
};

struct expr {
  enum expr_kind kind;
  const struct token *at;
  int64_t number;     /* of NUMBER */
  uint32_t local;     /* of LOCAL and comprehensions: which */
  uint32_t group;     /* of SHARED and ATOMIC: which */
  uint8_t atomic;     /* of ATOMIC: enum rmr_kind */
  struct expr *left;  /* of SHARED and ATOMIC the index; of a comprehension the set */
  struct expr *right; /* of a comprehension the body; of ATOMIC the value */
  struct expr *third; /* of a comprehension the condition, or NULL; of a compare-and-swap the expected value */
  struct expr *next;  /* in a tuple or a set, whose first is `left` */
};

enum statement_kind {
  STATEMENT_ASSIGN,   /* to a local or a register */
  STATEMENT_EVALUATE, /* an atomic operation whose value nobody wants */
  STATEMENT_IF,       /* condition, body, otherwise */
  STATEMENT_WHILE,
  STATEMENT_UNTIL, /* repeat body until condition */
  STATEMENT_FOREVER,
  STATEMENT_FOR, /* local := from to / downto to */
  STATEMENT_WAIT,
  STATEMENT_GOTO,
  STATEMENT_RETURN, /* the end of the passage */
  STATEMENT_CRITICAL,
  STATEMENT_REMAINDER,
  STATEMENT_SECTION, /* what follows in the text belongs to this section */
};

struct statement {
  enum statement_kind kind;
  const struct token *at;    /* its first word, behind its labels */
  const struct token *label; /* the number before it; NULL: none */
  const char *name;          /* the target that it is: `L:`; NULL */
  struct expr *target;       /* of ASSIGN: LOCAL or SHARED */
  struct expr *value;        /* or the condition */
  struct expr *from, *to;    /* of FOR */
  bool down;
  uint8_t section;           /* of SECTION */
  const struct token *where; /* of GOTO: the name of its target */
  struct statement *body, *otherwise;
  struct statement *next;
};

struct tree {
  struct text_source source;
  const char *name, *title, *cited, *note;
  bool uses_sessions;
  struct rmr_claims claims;
  struct group *group;
  uint32_t n_groups;
  struct local local[MOST_LOCALS_OF_TEXT];
  uint32_t n_locals;
  struct statement *body;
  uint32_t first_line, last_line; /* of the process, in the source */
};

/* Parses a text. False: an error with its place. */
bool parse(const char *name, const char *text, size_t length, struct pool *pool, struct tree *tree, struct error *e);

#endif
