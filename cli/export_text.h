/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * export_text.h: `rmr export --as`: a model that is made from the text of an algorithm, and reads like its figure.
 */
#ifndef CLI_EXPORT_TEXT_H
#define CLI_EXPORT_TEXT_H

#include "cli/system_options.h"

/* The formats, with NULL at the end. */
extern const char *const export_formats[];

/* Writes the model to the file, or to standard output where path is NULL. cap: 0: see explore_cap. False: *e says what
 * the format cannot express, or that the file cannot be written. */
bool export_text(const struct system_asked *asked, const char *format, rmr_word cap, const char *path, struct error *e);

#endif
