/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * schema.h: the table of fields as a JSON Schema (draft-07) for editors, and as the reference in docs/configs.md.
 *
 * The schema has the shape, ranges and choices. Only the validator checks names (algorithms, metrics, clauses).
 */
#ifndef EXPERIMENTS_CONFIG_SCHEMA_H
#define EXPERIMENTS_CONFIG_SCHEMA_H

#include <jansson.h>
#include <stdio.h>

json_t *schema_json(void);        /* the caller owns it */
void schema_reference(FILE *out); /* Markdown: keys, then metrics */

#endif
