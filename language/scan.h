/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * scan.h: an algorithm's text as lines, and these as tokens (docs/language.md). A statement ends at the end of its line
 * or at `;`, unless a bracket is open or the line ends in an operator; such an end is a token of its own. `//` begins a
 * comment. The first word of a line that looks like one is its label.
 */
#ifndef LANGUAGE_SCAN_H
#define LANGUAGE_SCAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/pool.h"
#include "base/suggest.h"

enum token_kind {
  TOKEN_FILE_END,
  TOKEN_LINE_END, /* of a statement: a line's end, or `;` */
  TOKEN_NAME,     /* a letter, then letters, digits and _ */
  TOKEN_NUMBER,
  TOKEN_LABEL, /* 9, 8a, p6.1: at the beginning of a line */
  TOKEN_TEXT,  /* "..." */
  TOKEN_SIGN,  /* := .. != <= >= and single characters */
};

struct token {
  enum token_kind kind;
  const char *word;      /* a copy; of TEXT without the quotation marks */
  int64_t number;        /* of NUMBER */
  uint32_t line, column; /* from 1; the line is one of the text's */
  bool first;            /* of its line, behind the label */
};

/* A line of a text, and where it came from. */
struct text_line {
  const char *text;
  const char *file;
  uint32_t number; /* in the file, from 1 */
};

/* A whole text: with what it imports, and of a variant with the lines that it replaces. */
struct text_source {
  struct text_line *line; /* [1..n_lines] */
  uint32_t n_lines;
};

struct tokens {
  struct token *token; /* ends with FILE_END */
  uint32_t n;
};

/* Splits a text into lines. False: a line is not UTF-8, or has a tab or another control character. */
bool source_split(const char *name, const char *text, size_t length, struct pool *pool, struct text_source *source,
                  struct error *e);

/* False: an error with its place. */
bool scan(const struct text_source *source, struct pool *pool, struct tokens *tokens, struct error *e);

/* foreign_words.c: what stands here for a sign at the beginning of `at`, and the sign itself. NULL: it is not known. */
const char *foreign_sign(const char *at, const char **theirs);

/* Whether a line begins with a comment of another language. */
bool foreign_comment(const char *line);

/* "; here it is 'X'" for a word of another language, else as suggestion(). */
const char *right_word(const char *wrong, const char *const *known, size_t n, char out[SUGGESTION]);

/* An error at a token. Returns false. */
bool refuse(const struct text_source *source, const struct token *at, struct error *e, const char *format, ...)
  __attribute__((format(printf, 4, 5)));

#endif
