/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parser.h: what the parts of the parser share: parse_declaration.c has declarations, parse_statement.c statements,
 * parse_expr.c expressions. It is a recursive descent with one token in view. Each part returns NULL, or false, after
 * an error.
 */
#ifndef LANGUAGE_PARSER_H
#define LANGUAGE_PARSER_H

#include "language/syntax.h"

struct parser {
  const struct token *token; /* the next one */
  struct pool *pool;
  struct tree *tree;
  uint32_t depth; /* expressions and blocks that are open */
  bool constant;  /* an expression may not mention registers, locals, or the process */
  struct error *e;
};

enum { MOST_DEPTH = 60 };

/* One more is open. False: an error, as there are too many. */
bool enters(struct parser *p);

/* Whether the next token is this word or sign. */
bool sees(const struct parser *p, const char *word);

/* The same, and passes over it. */
bool takes(struct parser *p, const char *word);

/* Passes over a word that must be there; after: in what, for the message. */
bool expects(struct parser *p, const char *word, const char *after);

/* An error at the next token, which is quoted: "expected ..., not 'x'". Returns false. */
bool unexpected(struct parser *p, const char *expected);

void skip_line_ends(struct parser *p);

struct expr *parse_expr(struct parser *p);
struct expr *parse_primary(struct parser *p);  /* without operators */
struct expr *parse_constant(struct parser *p); /* of N, for bounds */
struct expr *new_expr(struct parser *p, enum expr_kind kind, const struct token *at);

/* Of a name that is not known: the error, with the nearest that is. Returns NULL. */
struct expr *unknown_name(struct parser *p, const struct token *at);

bool parse_type(struct parser *p, struct type *type);
/* hides: it may have the name of another, which it hides as long as it is known. */
bool add_local(struct parser *p, const struct token *name, const struct type *type, bool hides, uint32_t *which);

/* Statements up to one of the words at which a block ends, which stays in view. */
struct statement *parse_block(struct parser *p, const char *const *ends, bool *ok);

#endif
