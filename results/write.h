/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * write.h: the JSON files of a result directory: sealed (results/seal.h).
 */
#ifndef RESULTS_WRITE_H
#define RESULTS_WRITE_H

#include <jansson.h>

#include "base/error.h"

/* Writes a value to DIRECTORY/NAME, whole or not at all. */
bool results_write_json(const char *directory, const char *name, const json_t *value, struct error *e);

#endif
