/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * text_width.h: the width of a text in characters of UTF-8, each counted as one column.
 */
#ifndef PLOTS_TEXT_WIDTH_H
#define PLOTS_TEXT_WIDTH_H

#include <stddef.h>

size_t text_width(const char *text);

/* The bytes of the first `characters` characters. */
size_t text_bytes(const char *text, size_t characters);

/* The text, or where it is wider than head + tail + 1 its first `head` and last `tail` characters with … between
 * them. The caller frees it. */
char *text_cut(const char *text, size_t head, size_t tail);

#endif
