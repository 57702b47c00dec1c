/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * claims.h: the tables of claims (tables.json) as text: the value of each cell, a sign, and the claim; then each
 * disagreement with its reason. "=" agrees, "!=" disagrees, "?" is not decided.
 */
#ifndef CLI_CLAIMS_H
#define CLI_CLAIMS_H

#include <jansson.h>
#include <stdio.h>

/* Nothing where tables is NULL. */
void claims_print(const json_t *tables, FILE *out);

#endif
