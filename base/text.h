/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * text.h: bytes from outside, and whether they are text.
 *
 * Names, options, files and plug-ins may hold any bytes. What we print or write into JSON, SVG and HTML is text: UTF-8
 * without control characters, and without characters that nobody sees, so that it stays on its line, no reader
 * stumbles, and nothing looks like something else: U+202E turns what comes after it around. What comes in is refused
 * where it is read if it is not text; what we only speak of, as an error message does, is escaped: "caf\xE9", "a\nb",
 * "\u202E".
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The length of the printable character that `s`, which is not empty, begins with; 0: there is none. */
size_t text_character(const char *s, size_t length);

/* How many bytes from the beginning are text; the control characters in `also`, such as "\t\r\n", are let through.
 * Unicode's own control characters and separators are such, and its non-characters are no characters. */
size_t text_sound(const char *bytes, size_t length, const char *also);

/* Whether all of it is text, of one line. */
bool text_is_line(const char *text);

/* The first character of `s`, which is not empty, as it is shown: itself, or what it is escaped as. Returns how many
 * bytes of `s` that stands for. */
enum { TEXT_SHOWN = 12 };
size_t text_show(const char *s, size_t length, char out[TEXT_SHOWN]);

/* A copy in which everything that is not text is escaped; "..." ends it where it does not fit. Returns out. */
char *text_escape(const char *text, char *out, size_t size);

/* Puts more at the end of a text in `size` bytes, and cuts off what has no room. */
void text_add(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same with "cc, dsm or both", where `last` is " or ". */
void text_add_list(char *text, size_t size, const char *const *words, size_t n, const char *last);

/* Whether brackets of a JSON text stand more than TEXT_DEEPEST deep within brackets. Readers go down with them, on the
 * stack, so such a text is refused before one reads it. */
enum { TEXT_DEEPEST = 64 };
bool text_nests_deeply(const char *json, size_t length);

/* Into HTML or XML: escapes & < > " ', and what is no text as in error messages. Lines stay lines. Fit for text
 * and for quoted attributes. */
void text_markup(FILE *out, const char *text);

#endif
