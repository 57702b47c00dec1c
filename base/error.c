/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"

/* Names and messages from outside may hold anything; told, they are text of one line. */
static bool fill(struct error *e, enum exit_code code, const char *file, int line, int column, const char *format,
                 va_list args)
{
  if (e->code != EXIT_OK) return false;
  e->code = code;
  e->line = line;
  e->column = column;
  char whole[2 * sizeof e->text];
  vsnprintf(whole, sizeof whole, format, args);
  text_escape(whole, e->text, sizeof e->text);
  e->file[0] = '\0';
  if (file != NULL) text_escape(file[0] != '\0' ? file : "''", e->file, sizeof e->file);
  return false;
}

enum exit_code exit_of_errno(int why)
{
  switch (why) {
  case ENOSPC:
  case EDQUOT:
  case EFBIG:
  case EIO:
  case ENOMEM:
  case EMFILE:
  case ENFILE: return EXIT_INTERNAL;
  default: return EXIT_USAGE;
  }
}

bool fail(struct error *e, enum exit_code code, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  fill(e, code, NULL, 0, 0, format, args);
  va_end(args);
  return false;
}

bool fail_at(struct error *e, enum exit_code code, const char *file, int line, int column, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  fill(e, code, file, line, column, format, args);
  va_end(args);
  return false;
}

char *error_string(const struct error *e, char *out, size_t size)
{
  if (e->file[0] == '\0')
    snprintf(out, size, "%s", e->text);
  else if (e->line <= 0)
    snprintf(out, size, "%s: %s", e->file, e->text);
  else if (e->column <= 0)
    snprintf(out, size, "%s:%d: %s", e->file, e->line, e->text);
  else
    snprintf(out, size, "%s:%d:%d: %s", e->file, e->line, e->column, e->text);
  return out;
}
