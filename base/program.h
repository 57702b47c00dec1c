/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * program.h: other programs that draw, gnuplot and Graphviz. They may be missing, fail, hang, or stop halfway; none of
 * this is an internal error, and the caller inspects the output.
 *
 * A program started here ends with this process, does not read its stdin, and runs with a fixed locale and time zone,
 * so that its output depends on its input alone.
 */
#ifndef BASE_PROGRAM_H
#define BASE_PROGRAM_H

#include <stdio.h>

#include "base/error.h"

struct program {
  const char *const *argument; /* ends with NULL; the first one is searched in the PATH */
  const char *const *unset;    /* ends with NULL: environment variables that would change its output; NULL: none */
  const char *directory;       /* its working directory; NULL: the current one */
  FILE *in;                    /* its stdin; NULL: empty */
  FILE *out, *talk;            /* files for its stdout and its stderr, so that it never waits for a reader */
};

/* Whether such a program is in the PATH. */
bool program_found(const char *name);

enum program_end { PROGRAM_WELL, PROGRAM_BADLY, PROGRAM_HUNG, PROGRAM_UNSTARTED };

/* Runs it to its end, as long as it makes progress: within each `patience` seconds `goes_on` must return true once,
 * or it is killed. Without goes_on it must end in that time. */
enum program_end program_run(const struct program *program, int patience, bool goes_on(void *self), void *self);

/* The last words of its messages, on one line: warnings come first. */
void program_read_talk(FILE *talk, char *out, size_t size);

/* The output of the program for the text, within `patience` seconds; the caller frees it. NULL: the program is
 * missing, or fails. */
char *program_filter(const char *const *argument, const char *text, size_t length, int patience, size_t *made,
                     struct error *e);

#endif
