/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * recover.h: how the parser goes on behind an error, for `rmr check`, which tells several. A statement or a declaration
 * with an error is left at its end; of a compound one only the head is, so that its block is still one. One mistake is
 * one error: names whose declaration is wrong are doubtful, and errors of a statement that mentions one are not told.
 * Nor are names without a declaration, once one is wrong, and nothing is told twice of one place.
 */
#ifndef LANGUAGE_RECOVER_H
#define LANGUAGE_RECOVER_H

#include "language/parser.h"

enum { MOST_DOUBTFUL = 64 };

struct recovery {
  struct error *error; /* [most] */
  uint32_t n, most;
  const char *doubtful[MOST_DOUBTFUL];
  uint32_t n_doubtful;
  bool undeclared; /* a declaration has an error: names that nobody declares are not told any more */
};

/* Where a statement or a declaration begins, and what the parser knew there. */
struct mark {
  const struct token *at;
  uint32_t depth, slots, n_locals, n_open, n_groups, n_routines, n_later;
};

struct mark mark(const struct parser *p);

/* Behind an error: keeps it, and goes to the end of the statement that began at the mark, or before `end` or the word
 * `stop` in it (NULL: none). False: that is all; no more errors are wanted, or the text ends. */
bool recovers(struct parser *p, const struct mark *from, const char *stop);

/* The same of a declaration, whose names are doubtful from now on. */
bool recovers_declaration(struct parser *p, const struct mark *from);

/* Of the head of a compound statement, which ends with `word`: it goes on behind that. */
bool mends(struct parser *p, const struct mark *from, bool ok, const char *word);

#endif
