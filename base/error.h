/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * error.h: a mistake of the user, described in one sentence.
 *
 * There are two kinds of errors. A mistake of a user (in a file, an option, a plug-in) makes a function return false
 * and fills one error object, which says what was expected and where. The first error wins: a later one, met while
 * unwinding, does not overwrite it. A mistake of this program is an assert.
 *
 * An error is one line of UTF-8, whatever names and messages it quotes: see text.h.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

/* Exit codes of the command; scripts depend on them. */
enum exit_code {
  EXIT_OK = 0,
  EXIT_DEADLOCK = 11,   /* P6, P7 */
  EXIT_SAFETY = 12,     /* P1, P3, P4, P5 */
  EXIT_LIVENESS = 13,   /* P2 */
  EXIT_EXPECT = 20,     /* an `expect` failed */
  EXIT_INCOMPLETE = 30, /* a budget was reached, or the work was interrupted */
  EXIT_USAGE = 64,      /* bad command line, config, schedule or plug-in */
  EXIT_INTERNAL = 75    /* a fault of this program or the machine (no memory, disk full) */
};

/* For a call that failed with `why`, on a path that a user has named: EXIT_INTERNAL where the machine lacks a
 * resource or is broken, else EXIT_USAGE. */
enum exit_code exit_of_errno(int why);

struct error {
  enum exit_code code; /* EXIT_OK: no error yet */
  char file[256];      /* "" where no file is concerned */
  int line, column;    /* from 1; 0: unknown */
  char text[768];
};

/* Fills *e if it is empty. Returns false, so that a caller can `return fail(...)`. */
bool fail(struct error *e, enum exit_code code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same with a place. file may be NULL. */
bool fail_at(struct error *e, enum exit_code code, const char *file, int line, int column, const char *format, ...)
  __attribute__((format(printf, 6, 7)));

/* "file:line:column: text" (as far as known) into out; always terminated. Returns out. */
char *error_string(const struct error *e, char *out, size_t size);

#endif
