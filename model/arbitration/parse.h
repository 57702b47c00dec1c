/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parse.h: reading the short texts that name graphs and orders, and the files that list them. A reader goes from left
 * to right and knows where it is, so that a mistake can be told with its place.
 */
#ifndef MODEL_ARBITRATION_PARSE_H
#define MODEL_ARBITRATION_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct words {
  const char *file; /* NULL: `text` stands for itself in messages */
  const char *text, *at;
};

/* "random:4" is the word "random", and the reader stands on "4"; without a colon, at the end. */
struct words words_after_word(const char *text, char *word, size_t size);

/* False, with a message that has the place: "expected ...". */
bool words_fail(const struct words *reader, struct error *e, const char *expected);

/* A number from low to high. */
bool words_number(struct words *reader, uint64_t low, uint64_t high, uint64_t *out);
bool words_real(struct words *reader, double low, double high, double *out);

/* Takes the character if it comes next. */
bool words_take(struct words *reader, char c);
bool words_at_end(const struct words *reader);

/* Of files: blanks and comments within a line; then whether the line, or the file, ends here. */
void words_skip_blanks(struct words *reader);
bool words_line_ends(struct words *reader); /* and goes to the next one if so */

/* The path of the file whose name is the rest of the text. NULL: there is no name. The caller frees it. */
char *words_path(const struct words *reader, const char *directory, struct error *e);

/* "unknown KIND 'x'", with the nearest of the words. Returns false. */
bool words_unknown(const char *kind, const char *word, const char *const *words, size_t n, struct error *e);

#endif
