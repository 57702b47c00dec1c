/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * picture.c: pictures of graphs on stdout, drawn by Graphviz.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/program.h"
#include "cli/cmd_forks.h"

enum { PATIENCE = 120 }; /* seconds */

/* Graphviz may stop halfway and call that a success. */
static bool is_whole(const char *svg, size_t length)
{
  static const char end[] = "</svg>";
  const size_t tail = length < 16 ? length : 16;
  return memmem(svg + length - tail, tail, end, sizeof end - 1) != NULL;
}

static bool print_svg(const char *text, size_t length, struct error *e)
{
  static const char *const dot[] = {"dot", "-Tsvg", NULL};
  size_t made;
  if (!program_found(dot[0]))
    return fail(e, EXIT_USAGE,
                "there is no dot in the PATH to draw the picture; expected Graphviz (install graphviz), or --dot");
  char *svg = program_filter(dot, text, length, PATIENCE, &made, e);
  if (svg == NULL) return false;
  const bool whole = is_whole(svg, made) || fail(e, EXIT_INTERNAL, "dot did not finish the picture; is the disk full?");
  if (whole) fwrite(svg, 1, made, stdout); /* commands.c tells whether it could be written */
  free(svg);
  return whole;
}

bool picture_print(void draw(void *self, FILE *out), void *self, enum form form, struct error *e)
{
  char *text = NULL;
  size_t length = 0;
  FILE *memory = mem_stream(&text, &length);
  draw(self, memory);
  mem_stream_end(memory);
  bool ok = true;
  if (form == FORM_SVG)
    ok = print_svg(text, length, e);
  else
    fwrite(text, 1, length, stdout);
  free(text);
  return ok;
}
