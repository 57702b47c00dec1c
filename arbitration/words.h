/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * words.h: reading the short texts that name graphs and orders, and the files that list them. A reader goes from left
 * to right and knows where it is, so that a mistake can be told with its place.
 */
#ifndef ARBITRATION_WORDS_H
#define ARBITRATION_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct reader {
  const char *file; /* NULL: `text` stands for itself in messages */
  const char *text, *at;
};

/* "random:4" is the word "random", and the reader stands on "4"; without a colon, at the end. */
struct reader reader_after_word(const char *text, char *word, size_t size);

/* False, with a message that has the place: "expected ...". */
bool reader_fail(const struct reader *reader, struct error *e, const char *expected);

/* A number from low to high. */
bool reader_number(struct reader *reader, uint64_t low, uint64_t high, uint64_t *out);
bool reader_real(struct reader *reader, double low, double high, double *out);

/* Takes the character if it comes next. */
bool reader_take(struct reader *reader, char c);
bool reader_at_end(const struct reader *reader);

/* Of files: blanks and comments within a line; then whether the line, or the file, ends here. */
void reader_skip_blanks(struct reader *reader);
bool reader_line_ends(struct reader *reader); /* and goes to the next one if so */

/* The path of a file that a text names. The caller frees it. */
char *reader_path(const struct reader *reader, const char *directory);

/* "unknown KIND 'x'", with the nearest of the words. Returns false. */
bool reader_unknown(const char *kind, const char *word, const char *const *words, size_t n, struct error *e);

#endif
