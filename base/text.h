/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * text.h: checks whether bytes from outside are text.
 *
 * Names, options, files and plug-ins may hold any bytes. All output, also JSON, SVG and HTML, is text: UTF-8 without
 * control characters, and without invisible characters. So it stays on its line, no reader stumbles, and no text
 * imitates another: U+202E reverses the text after it. Input that is not text is refused where it is read; bytes that
 * are only quoted, as in an error message, are escaped: "caf\xE9", "a\nb", "\u202E".
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The length of the printable character that `s`, which is not empty, begins with; 0: there is none. */
size_t text_character(const char *s, size_t length);

/* The number of bytes from the beginning that are text; the control characters in `also`, such as "\t\r\n", are
 * allowed. Unicode's own control characters and separators count as control characters, and its non-characters are
 * invalid. */
size_t text_sound(const char *bytes, size_t length, const char *also);

/* Whether so many bytes end in these, with something before them. */
bool text_ends_in(const char *bytes, size_t length, const char *end);

/* Whether all of it is text, of one line. */
bool text_is_line(const char *text);

/* The first character of `s`, which is not empty, as it is shown: itself, or its escape. Returns the number of its
 * bytes in `s`. */
enum { TEXT_SHOWN = 12 };
size_t text_show(const char *s, size_t length, char out[TEXT_SHOWN]);

/* A copy with everything escaped that is not text; "..." ends it where it does not fit. Returns out. */
char *text_escape(const char *text, char *out, size_t size);

/* Appends to a text in `size` bytes, and cuts it to fit. */
void text_add(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same with "cc, dsm or both", where `last` is " or ". */
void text_add_list(char *text, size_t size, const char *const *words, size_t n, const char *last);

/* The number at *at, which is moved behind its digits: without sign or blanks before it, at most `most`. False: there
 * is none, and *at stays. */
bool text_number(const char **at, uint64_t most, uint64_t *out);

/* The next word of a list with commas between, to be freed. *list is behind it then; NULL: it was the last. */
char *text_next_word(const char **list);

/* The ending of a noun behind a number: "1 step", "2 steps". */
static inline const char *plural(double n)
{
  return n == 1 ? "" : "s";
}

/* Whether it is one of the words, behind which there is a NULL. */
bool text_is_one_of(const char *text, const char *const *words);

/* Whether a JSON text nests brackets more than TEXT_DEEPEST deep. Readers recurse on the stack, so such a text is
 * refused before it is read. */
enum { TEXT_DEEPEST = 64 };
bool text_nests_deeply(const char *json, size_t length);

/* Into HTML or XML: escapes & < > " ', and non-text as in error messages. Line breaks remain. Fit for text and for
 * quoted attributes. */
void text_markup(FILE *out, const char *text);

#endif
