/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * scan.h: an algorithm's text as tokens (docs/language.md). A statement ends at the end of its line or at `;`, unless a
 * bracket is open or the line ends in an operator; such an end is a token of its own. `//` begins a comment.
 */
#ifndef LANGUAGE_SCAN_H
#define LANGUAGE_SCAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/pool.h"

enum token_kind {
  TOKEN_FILE_END,
  TOKEN_LINE_END, /* of a statement: a line's end, or `;` */
  TOKEN_NAME,     /* a letter, then letters, digits and _ */
  TOKEN_NUMBER,
  TOKEN_LABEL, /* 8a: a number with a letter behind it */
  TOKEN_TEXT,  /* "..." */
  TOKEN_SIGN,  /* := .. != <= >= and single characters */
};

struct token {
  enum token_kind kind;
  const char *word;      /* a copy; of TEXT without the quotation marks */
  int64_t number;        /* of NUMBER */
  uint32_t line, column; /* from 1 */
  bool first;            /* of its line */
};

/* The text as it came, by lines, for messages and for the figure. */
struct text_source {
  const char *name;        /* of the file */
  const char *const *line; /* [1..n_lines] */
  uint32_t n_lines;
};

struct tokens {
  struct token *token; /* ends with FILE_END */
  uint32_t n;
};

/* Splits a text into lines and tokens, all in the pool. False: an error with its place. */
bool scan(const char *name, const char *text, size_t length, struct pool *pool, struct text_source *source,
          struct tokens *tokens, struct error *e);

/* An error at a token. Returns false. */
bool refuse(const struct text_source *source, const struct token *at, struct error *e, const char *format, ...)
  __attribute__((format(printf, 4, 5)));

#endif
