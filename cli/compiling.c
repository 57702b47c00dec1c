/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compiling.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assets.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/program.h"
#include "language/emit_c.h"

enum { PATIENCE = 300 };

/* The public headers as one text: headers that they include are there already. */
static char *headers(void)
{
  const char *const files[] = {option_h, graph_h, op_h, action_h, types_h};
  char *all = NULL;
  size_t size;
  FILE *to = mem_stream(&all, &size);
  for (size_t k = 0; k < sizeof files / sizeof *files; k++)
    for (const char *line = files[k], *end; *line != '\0'; line = end) {
      end = line + strcspn(line, "\n");
      end += *end != '\0';
      if (strncmp(line, "#include <rmr/", 14) != 0) fwrite(line, 1, (size_t)(end - line), to);
    }
  mem_stream_end(to);
  return all;
}

char *compiling_source(const struct machine *m, size_t *length)
{
  char *source = NULL, *text = headers();
  FILE *to = mem_stream(&source, length);
  emit_c(m, text, to);
  mem_stream_end(to);
  free(text);
  return source;
}

/* The output of the compiler has another name until it is whole. */
bool compiling_object(const char *source, size_t length, const char *out, struct error *e)
{
  char *unfinished = mem_format("%s%s", out, FILE_TEMPORARY);
  const char *const argument[] = {"cc", "-std=gnu11", "-O2", "-fwrapv", "-w",       "-shared", "-fPIC",
                                  "-x", "c",          "-",   "-o",      unfinished, NULL};
  size_t made;
  char *said = program_filter(argument, source, length, PATIENCE, &made, e);
  bool ok = said != NULL;
  free(said);
  if (ok && rename(unfinished, out) != 0)
    ok = fail(e, EXIT_INTERNAL, "'%s' cannot be written: %s", out,
              errno == ENOENT ? "the compiler made nothing" : strerror(errno));
  if (!ok) unlink(unfinished);
  free(unfinished);
  return ok;
}
