/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * text.h: bytes from outside, and whether they are text.
 *
 * Names, options, files and plug-ins may hold any bytes. What we print or write into JSON, SVG and HTML is text: UTF-8
 * without control characters, so that it stays on its line and no reader stumbles. What comes in is refused where it is
 * read if it is not text; what we only speak of, as an error message does, is escaped: "caf\xE9", "a\nb".
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The length of the printable character that `s`, which is not empty, begins with; 0: there is none. */
size_t text_character(const char *s, size_t length);

/* How many bytes from the beginning are text; the control characters in `also`, such as "\t\r\n", are let through.
 * Unicode's own line and paragraph separators count as control characters, its non-characters as no characters. */
size_t text_sound(const char *bytes, size_t length, const char *also);

/* Whether all of it is text, of one line. */
bool text_is_line(const char *text);

/* A copy in which everything that is not text is escaped; "..." ends it where it does not fit. Returns out. */
char *text_escape(const char *text, char *out, size_t size);

/* Whether brackets of a JSON text stand more than TEXT_DEEPEST deep within brackets. Readers go down with them, on the
 * stack, so such a text is refused before one reads it. */
enum { TEXT_DEEPEST = 64 };
bool text_nests_deeply(const char *json, size_t length);

/* Into HTML or XML: escapes & < > " ', and what is no text as in error messages: "\xE9". Lines stay lines. Fit for text
 * and for quoted attributes. */
void text_markup(FILE *out, const char *text);

#endif
