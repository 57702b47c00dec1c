/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * source.h: the lines of an algorithm before they are parsed: an imported file takes the place of the line that imports
 * it, and a variant replaces lines of the algorithm that it is one of. Every line keeps the place that it has in its
 * file, for messages.
 */
#ifndef LANGUAGE_SOURCE_H
#define LANGUAGE_SOURCE_H

#include "language/scan.h"

/* The text of a file with its imports, up to 1 MiB in all. False: an error with its place; a file that cannot be read
 * is told with the line that imports it. */
bool source_load(const char *path, struct pool *pool, struct text_source *source, struct error *e);

/* The lines of an algorithm: without its variants; or, for a variant, with the lines that it replaces. */
bool source_variant(const struct text_source *all, const char *variant, struct pool *pool, struct text_source *out,
                    struct error *e);

/* The lines as one text, each with a newline. To be freed. */
char *source_text(const struct text_source *source);

#endif
