/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * compiling.h: the two halves of `rmr compile`: an algorithm's text becomes a source in C, and that a plug-in.
 */
#ifndef CLI_COMPILING_H
#define CLI_COMPILING_H

#include "base/error.h"
#include "language/machine.h"

/* A source that stands alone; to be freed. */
char *compiling_source(const struct machine *m, size_t *length);

/* The source goes to the standard input of `cc`, the plug-in to the file `out`. */
bool compiling_object(const char *source, size_t length, const char *out, struct error *e);

#endif
