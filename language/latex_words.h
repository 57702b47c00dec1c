/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * latex_words.h: the words and signs of the language in LaTeX. No package is needed for any of them.
 */
#ifndef LANGUAGE_LATEX_WORDS_H
#define LANGUAGE_LATEX_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum latex_class {
  LATEX_BOLD,
  LATEX_PLAIN,  /* in words: initially, boolean */
  LATEX_ITALIC, /* critical section */
  LATEX_MATH,
};

struct tex_word {
  enum latex_class class;
  const char *spelling; /* of MATH */
};

/* declaration: words that are key words in declarations alone count. False: it is a name. */
bool tex_word(const char *word, bool declaration, struct tex_word *out);

/* NULL: as it is. */
const char *tex_sign(const char *sign);

/* Escapes characters that are special in TeX. */
void tex_text(FILE *out, const char *text, size_t length);

/* A name in mathematics: one letter, or a word. value: of an enumeration. */
void tex_name(FILE *out, const char *name, bool value);

#endif
