/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * write.h: the JSON files of a result directory: indented, keys in the order of insertion, reals with 15 digits.
 */
#ifndef RESULTS_WRITE_H
#define RESULTS_WRITE_H

#include <jansson.h>

#include "base/error.h"

/* Writes a value to DIRECTORY/NAME, whole or not at all. */
bool results_write_json(const char *directory, const char *name, const json_t *value, struct error *e);

/* Takes away what is made from the records (fits.json, nearness.json, verdicts.json, tables.json), so that a damaged
 * one cannot stand in the way of being made again. */
void results_forget(const char *directory);

#endif
