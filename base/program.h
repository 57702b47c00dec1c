/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * program.h: other programs that draw, gnuplot and Graphviz. They may be missing, fail, hang, or stop halfway; none of
 * this is an error of ours, and whoever starts one looks at what it has left.
 *
 * A program that was started here ends with us, reads nothing from our stdin, and runs with a fixed locale and time
 * zone, so that what it makes depends on its input alone.
 */
#ifndef BASE_PROGRAM_H
#define BASE_PROGRAM_H

#include <stdio.h>

#include "base/error.h"

struct program {
  const char *const *argument; /* ends with NULL; the first one is looked for in the PATH */
  const char *const *unset;    /* ends with NULL: what of the environment would change what it makes; NULL: nothing */
  const char *directory;       /* where it runs; NULL: here */
  FILE *in;                    /* what it reads on stdin; NULL: nothing */
  FILE *out, *talk;            /* files that take its stdout and its stderr, so that nobody waits for a reader */
};

/* Whether such a program is in the PATH. */
bool program_found(const char *name);

enum program_end { PROGRAM_WELL, PROGRAM_BADLY, PROGRAM_HUNG, PROGRAM_UNSTARTED };

/* Runs it to its end, as long as it goes on: in `patience` seconds `goes_on` must tell of something new, or else it is
 * killed. Without goes_on it must end in that time. */
enum program_end program_run(const struct program *program, int patience, bool goes_on(void *self), void *self);

/* The last words of what it said, on one line: warnings come first. */
void program_read_talk(FILE *talk, char *out, size_t size);

/* What the program makes of the text, within so many seconds; the caller frees it. NULL: it is missing, or fails. */
char *program_filter(const char *const *argument, const char *text, size_t length, int patience, size_t *made,
                     struct error *e);

#endif
