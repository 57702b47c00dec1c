/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parser.h: declarations that the parts of the parser share: parse_text.c has the head and the process,
 * parse_declaration.c declarations, parse_statement.c statements, parse_routine.c procedures and functions,
 * parse_expr.c operators, parse_value.c their operands, and types.c the types. It is a recursive descent with one token
 * in view. Each part returns NULL, or false, after an error.
 */
#ifndef LANGUAGE_PARSER_H
#define LANGUAGE_PARSER_H

#include <string.h>

#include "language/syntax.h"

enum {
  MOST_DEPTH = 60,
  MOST_ROUTINES = 64,
  MOST_TYPES = 32,
  MOST_ARGUMENTS = 8,
  MOST_EXPRESSIONS = 200000,
  MOST_LATER = 64,
  MOST_OPERANDS = 400,
  MOST_ELEMENTS = 1 << 16,
  LONGEST_NAME = 32,
  LARGEST_POWER = 62
};

/* The meaning of a parameter's name. */
struct binding {
  const char *name;
  struct expr *value;     /* a value or a register; NULL: an array */
  uint32_t group, local;  /* of an array: one of them, the other is NO_INDEX */
  const struct expr *row; /* of an array of two dimensions: its first index; NULL: none is given */
  const char *field;      /* of each element; NULL: all of it */
  const struct binding *next;
};

#define NO_INDEX UINT32_MAX

/* A name that has been declared. One name may be a value of several types. */
struct declared {
  const char *name;
  const struct token *at;
  bool value;
  struct declared *next;
};

/* A procedure or a function. */
struct routine {
  const char *name;
  const struct token *at, *body;
  const char *parameter[MOST_ARGUMENTS];
  uint8_t dimensions[MOST_ARGUMENTS];
  uint32_t n_parameters;
  bool function, active;
};

struct parser {
  const struct token *token; /* the next one */
  struct pool *pool;
  struct tree *tree;
  uint32_t depth;                /* expressions and blocks that are open */
  uint32_t n_expressions;        /* made so far */
  const char *constant;          /* where an expression may not mention registers or the process: its purpose */
  const struct group *attribute; /* the group whose attribute an expression is; NULL: none */
  bool value_is_known;           /* `value` stands for the value of a register */
  bool invariant;
  const struct binding *scope;
  uint32_t first_local; /* the first that is in view */
  bool sees_hidden;     /* and those of procedures */
  uint32_t slots;       /* in use */
  const struct instance *instance;
  struct instance *last_instance;
  struct routine routine[MOST_ROUTINES];
  uint32_t n_routines;
  struct type type[MOST_TYPES];
  const char *type_name[MOST_TYPES];
  uint32_t n_types;
  struct {
    enum { LATER_KEEPS, LATER_HOLDS, LATER_INVARIANT, LATER_BETWEEN } what;
    uint32_t which;
    const struct token *at;
  } later[MOST_LATER]; /* the parts that mention locals */
  uint32_t n_later;
  struct declared *declared;               /* outside of the process and of procedures */
  const char *open[MOST_DEPTH];            /* the words of the blocks that are open, for their ends; */
  const struct token *open_at[MOST_DEPTH]; /* and where these stand, or NULL */
  uint32_t n_open;
  const char *unknown;           /* the name that the error is about: nobody declares it */
  const char *cited;             /* where the claims are made that follow; NULL: in the source */
  const struct token *survives;  /* the claim */
  bool needs_recovery, recovers; /* the claim wants lines behind `recover`; there are some */
  struct recovery *recovery;     /* NULL: the first error is the last */
  struct error *e;
};

/* --- words (parse_text.c) ----------------------------------------------------------------------------------------- */

bool enters(struct parser *p);                       /* one more is open; false: an error, as there are too many */
bool sees(const struct parser *p, const char *word); /* whether the next token is this word or sign */
bool takes(struct parser *p, const char *word);      /* the same, and passes over it */
bool expects(struct parser *p, const char *word, const char *after); /* passes over a word that must be there */
bool unexpected(struct parser *p, const char *expected);             /* an error at the next token; false */
bool wrong(struct parser *p, const struct token *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
void skip_line_ends(struct parser *p);
void skip_to_text(struct parser *p);
bool is_word(const char *name);                                        /* of the language */
bool is_brief(struct parser *p, const struct token *name);             /* at most LONGEST_NAME bytes */
bool is_free(struct parser *p, const struct token *name);              /* a name that can be declared, */
bool declares(struct parser *p, const struct token *name, bool value); /* and nothing else has; it has it now */
bool is_new(struct parser *p, const struct token *name, bool value);
bool parse_text(struct parser *p, const char **out); /* "..." "..." */

/* --- expressions -------------------------------------------------------------------------------------------------- */

struct expr *parse_expr(struct parser *p);
struct expr *parse_list(struct parser *p);                       /* a..b, {a, b} or a set */
struct expr *parse_constant(struct parser *p, const char *what); /* what: for messages */
struct expr *parse_primary(struct parser *p);                    /* with indices and fields */
struct expr *parse_field(struct parser *p, struct expr *x, const struct token *name);
struct expr *parse_condition(struct parser *p);
struct expr *parse_values(struct parser *p, const char *end, uint32_t *n); /* a, b, ... up to this word */
struct expr *parse_moment(struct parser *p, const struct token *at);       /* P[e] at 9, P[e] in cs, P[e].x: behind P */
struct expr *parse_quantifier(struct parser *p, enum expr_kind kind, const struct token *at); /* behind its word */
struct expr *parse_extreme(struct parser *p, enum expr_kind kind, const struct token *at);
bool mentions_time(const struct expr *x); /* the clock, or a register or variable that holds a time */
struct expr *new_expr(struct parser *p, enum expr_kind kind, const struct token *at, const struct type *type);
struct expr *expr_copy(struct parser *p, const struct expr *x);
void *none_known(struct parser *p, const struct token *at); /* the error, with the nearest name that is known; NULL */
int find_group(const struct tree *t, const char *name);
int find_local(const struct parser *p, const char *name);

/* --- types (types.c), and whether expressions fit them (fit.c) ---------------------------------------------------- */

extern const struct type type_boolean, type_number, type_name, type_list;

bool parse_type(struct parser *p, struct type *type);
struct expr *find_enumerated(struct parser *p, const struct token *at); /* a name of an enumeration; NULL: of none */
enum { CAS_BITS = 31 };                                                 /* that a compare-and-swap compares */
uint32_t type_bits(const struct type *of); /* of a record that is laid out, or a range; 0: of another type */
bool fit(struct parser *p, struct expr *x, const struct type *type); /* x stands where a value of the type is wanted */
bool fit_number(struct parser *p, struct expr *x);
bool fit_member(struct parser *p, struct expr *x, const struct type *set); /* an element of it */
bool fit_pair(struct parser *p, struct expr *a, struct expr *b);           /* to be compared */
bool settle(struct parser *p, struct expr *x); /* a name whose type nothing tells is the first that there is */

/* --- constants (constants.c) -------------------------------------------------------------------------------------- */

/* A question that cannot be answered without N, or a parameter, stays open. */
bool is_small(struct parser *p, const struct expr *x);                            /* fits into 63 bits */
bool is_divisor(struct parser *p, const struct expr *x);                          /* is not 0 */
bool is_range(struct parser *p, const struct expr *low, const struct expr *high); /* has a value */
bool is_set(struct parser *p, const struct type *set);                            /* of numbers that are bits */
bool is_short(struct parser *p, const struct expr *span); /* of values that a process can go through */
bool in_range(struct parser *p, const struct expr *x, const struct type *type); /* can be assigned to it */

/* --- routines (parse_routine.c) ----------------------------------------------------------------------------------- */

bool parse_routine(struct parser *p, bool function);
struct routine *find_routine(struct parser *p, const char *name, bool function);
struct expr *parse_application(struct parser *p, struct routine *r, const struct token *at);
bool parse_call(struct parser *p, struct statement *s);
const struct binding *find_binding(const struct parser *p, const char *name);
struct expr *bound_element(struct parser *p, const struct binding *b, const struct token *at);
const struct expr *parse_update(struct parser *p, struct routine *r, const struct token *at, uint32_t group);

/* --- declarations and statements ---------------------------------------------------------------------------------- */

/* hides: it may have the name of another, which it hides as long as it is known. */
bool add_local(struct parser *p, const struct token *name, const struct type *type, bool hides, uint32_t *which);
uint32_t hidden_local(struct parser *p, const struct token *at);
bool parse_locals(struct parser *p, bool private);
bool parse_shared(struct parser *p);
bool parse_parameter(struct parser *p);
bool parse_environment(struct parser *p);
bool parse_claims(struct parser *p);
bool check_survival(struct parser *p); /* once the process is known */
bool check_times(struct parser *p);    /* notes the period, too */
bool parse_named_type(struct parser *p);
bool parse_attributes(struct parser *p, struct group *g);
bool put_off(struct parser *p, int what,
             uint32_t which); /* to be parsed once the process is known: up to the line's end */
bool parse_later(struct parser *p);

/* Statements up to one of the words at which a block ends, which stays in view. */
struct statement *parse_block(struct parser *p, const char *const *ends, bool *ok);

#endif
