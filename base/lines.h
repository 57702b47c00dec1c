/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lines.h: reads a text file line by line, with one line in memory. Lines may hold any bytes.
 */
#ifndef BASE_LINES_H
#define BASE_LINES_H

#include <stdio.h>

#include "base/error.h"

struct lines {
  FILE *in;
  const char *path;    /* as given: it must outlive the reader */
  char *text;          /* of the line, with its line end and a NUL */
  size_t length;       /* with the line end; 0: end of file */
  size_t room, offset; /* offset: the beginning of the line in the file */
  int number;          /* from 1 */
};

bool lines_open(struct lines *lines, const char *path, struct error *e);

/* The next line. False: it is longer than `longest` bytes, or could not be read. */
bool lines_next(struct lines *lines, size_t longest, struct error *e);

void lines_close(struct lines *lines);

#endif
