/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/latex.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

static const struct {
  const char *shown, *latex;
} signs[] = {{"_", "\\_"},
             {"%", "\\%"},
             {"#", "\\#"},
             {"&", "\\&"},
             {"$", "\\$"},
             {"{", "\\{"},
             {"}", "\\}"},
             {"\\", "\\textbackslash{}"},
             {"~", "\\textasciitilde{}"},
             {"^", "\\textasciicircum{}"},
             {"<", "\\textless{}"},
             {">", "\\textgreater{}"},
             {"|", "\\textbar{}"},
             {"\"", "\\textquotedbl{}"},
             {"⁰", "\\textsuperscript{0}"},
             {"¹", "\\textsuperscript{1}"},
             {"²", "\\textsuperscript{2}"},
             {"³", "\\textsuperscript{3}"},
             {"⁴", "\\textsuperscript{4}"},
             {"⁵", "\\textsuperscript{5}"},
             {"⁶", "\\textsuperscript{6}"},
             {"⁷", "\\textsuperscript{7}"},
             {"⁸", "\\textsuperscript{8}"},
             {"⁹", "\\textsuperscript{9}"},
             {"∝", "$\\propto$"},
             {"∞", "$\\infty$"},
             {"Θ", "$\\Theta$"},
             {"√", "$\\surd$"},
             {"≈", "$\\approx$"},
             {"≤", "$\\le$"},
             {"…", "\\dots{}"}};

enum { N_SIGNS = sizeof signs / sizeof *signs };

void latex_text(FILE *out, const char *text, size_t length)
{
  for (size_t at = 0; at < length;) {
    const size_t bytes = text_character(text + at, length - at), step = bytes > 0 ? bytes : 1;
    size_t k = 0;
    while (k < N_SIGNS && (strlen(signs[k].shown) != step || memcmp(signs[k].shown, text + at, step) != 0)) k++;
    if (k < N_SIGNS)
      fputs(signs[k].latex, out);
    else
      fwrite(text + at, 1, step, out);
    at += step;
  }
}

/* One line. A text stands behind \strut{}, and before the braces that close the box, or the box and its rotation. */
static void mend_line(FILE *out, const char *line, size_t length)
{
  static const char before[] = "\\strut{}", turned[] = "\\rotatebox{";
  const char *strut = memmem(line, length, before, sizeof before - 1);
  const size_t braces = memmem(line, length, turned, sizeof turned - 1) != NULL ? 3 : 2;
  const size_t tail = braces + 1; /* and a percent sign */
  if (strut == NULL || strut + sizeof before - 1 + tail > line + length || line[length - 1] != '%') {
    fwrite(line, 1, length, out);
    return;
  }
  const char *text = strut + sizeof before - 1, *end = line + length - tail;
  fwrite(line, 1, (size_t)(text - line), out);
  latex_text(out, text, (size_t)(end - text));
  fwrite(end, 1, tail, out);
}

bool latex_mend(const char *path, struct error *e)
{
  size_t length = 0;
  struct file_writer w;
  char *text = file_read(path, (size_t)1 << 30, &length, e);
  bool ok = text != NULL && file_open(&w, path, e);
  for (size_t at = 0; ok && at < length;) {
    const char *end = memchr(text + at, '\n', length - at);
    const size_t line = end != NULL ? (size_t)(end - text) - at : length - at;
    mend_line(w.out, text + at, line);
    if (end != NULL) fputc('\n', w.out);
    at += line + 1;
  }
  ok = ok && file_commit(&w, e);
  free(text);
  return ok;
}
