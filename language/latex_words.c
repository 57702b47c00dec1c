/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/latex_words.h"

#include <string.h>

#include "base/text.h"

static const struct {
  const char *word, *spelling;
} mathematics[] = {{"and", "\\wedge "},
                   {"or", "\\vee "},
                   {"not", "\\neg "},
                   {"in", "\\in "},
                   {"forall", "\\forall "},
                   {"exists", "\\exists "},
                   {"union", "\\cup "},
                   {"minus", "\\setminus "},
                   {"div", "\\mathbin{\\mathrm{div}} "},
                   {"mod", "\\bmod "},
                   {"max", "\\max "},
                   {"min", "\\min "},
                   {"lg", "\\lg "},
                   {"sum", "\\mathrm{sum}\\,"},
                   {"first", "\\mathrm{first}\\,"},
                   {"again", "\\mathrm{again}\\;"},
                   {"true", "\\mathrm{true}"},
                   {"false", "\\mathrm{false}"},
                   {"nil", "\\mathrm{nil}"},
                   {"now", "\\mathrm{now}"},
                   {"degree", "\\mathrm{degree}"},
                   {"neighbour", "\\mathrm{neighbour}"},
                   {"place_of", "\\mathrm{place\\_of}"},
                   {"test_and_set", "\\mathrm{test\\_and\\_set}"},
                   {"fetch_and_store", "\\mathrm{fetch\\_and\\_store}"},
                   {"fetch_and_add", "\\mathrm{fetch\\_and\\_add}"},
                   {"compare_and_swap", "\\mathrm{compare\\_and\\_swap}"},
                   {"update", "\\mathrm{update}"}};

bool tex_word(const char *word, bool declaration, struct tex_word *out)
{
  static const char *const bold[] = {"if",    "then",    "elsif", "else", "end",    "while", "do",    "repeat",
                                     "until", "forever", "for",   "to",   "downto", "wait",  "await", "goto",
                                     "break", "return",  "call",  "skip", "delay",  "fence", NULL};
  static const char *const declares[] = {"shared",   "local", "private",   "procedure",
                                         "function", "type",  "parameter", NULL};
  static const char *const plain[] = {"boolean", "natural",   "session", "set",       "of",     "time",  "horizon",
                                      "process", "initially", "at",      "owner",     "nobody", "lease", "responsible",
                                      "held",    "by",        "epoch",   "arbitrary", NULL};
  static const char *const sections[] = {"critical", "section", "remainder", NULL};
  *out = (struct tex_word){LATEX_MATH, NULL};
  for (size_t k = 0; k < sizeof mathematics / sizeof *mathematics; k++)
    if (strcmp(mathematics[k].word, word) == 0) return out->spelling = mathematics[k].spelling, true;
  out->class = LATEX_BOLD;
  if (text_is_one_of(word, bold) || (declaration && text_is_one_of(word, declares))) return true;
  out->class = declaration ? LATEX_PLAIN : LATEX_ITALIC;
  return text_is_one_of(word, declaration ? plain : sections);
}

const char *tex_sign(const char *sign)
{
  static const struct {
    const char *sign, *spelling;
  } signs[] = {{":=", " \\gets "}, {"!=", " \\neq "}, {"<=", " \\leq "}, {">=", " \\geq "},
               {"*", " \\cdot "},  {"{", "\\{"},      {"}", "\\}"}};
  for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
    if (strcmp(signs[k].sign, sign) == 0) return signs[k].spelling;
  return NULL;
}

void tex_text(FILE *out, const char *text, size_t length)
{
  for (const char *c = text; c < text + length; c++) {
    if (*c == '\\')
      fputs("\\textbackslash{}", out);
    else if (*c == '^' || *c == '~')
      fprintf(out, "\\%c{}", *c);
    else if (strchr("{}$&#%_", *c) != NULL)
      fprintf(out, "\\%c", *c);
    else if (*c == '<' || *c == '>')
      fprintf(out, "$%c$", *c);
    else
      fputc(*c, out);
  }
}

void tex_name(FILE *out, const char *name, bool value)
{
  if (name[1] == '\0' && !value) {
    fputc(*name, out);
    return;
  }
  fprintf(out, "\\%s{", value ? "mathsf" : "mathit");
  tex_text(out, name, strlen(name));
  fputc('}', out);
}
