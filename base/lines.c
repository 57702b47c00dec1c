/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

bool lines_open(struct lines *lines, const char *path, struct error *e)
{
  *lines = (struct lines){.in = fopen(path, "rbe"), .path = path};
  return lines->in != NULL || fail_at(e, exit_of_errno(errno), path, 0, 0, "cannot be read: %s", strerror(errno));
}

bool lines_next(struct lines *lines, size_t longest, struct error *e)
{
  lines->offset += lines->length;
  lines->length = 0;
  lines->number++;
  errno = 0;
  for (int c = 0; c != '\n' && (c = getc_unlocked(lines->in)) != EOF;) {
    if (lines->length > longest)
      return fail_at(e, EXIT_USAGE, lines->path, lines->number, 0, "is longer than %zu bytes", longest);
    if (lines->length + 1 >= lines->room) lines->text = mem_grow(lines->text, lines->room = 2 * lines->room + 4096, 1);
    lines->text[lines->length++] = (char)c;
  }
  if (lines->length > 0) lines->text[lines->length] = '\0';
  return !ferror(lines->in) ||
         fail_at(e, exit_of_errno(errno), lines->path, 0, 0, "cannot be read: %s", strerror(errno));
}

void lines_close(struct lines *lines)
{
  if (lines->in != NULL) fclose(lines->in);
  free(lines->text);
  *lines = (struct lines){0};
}
