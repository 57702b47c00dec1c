/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * print_derived.h: facts derived from an algorithm's text (language/derived.h), as tables or JSON.
 */
#ifndef CLI_PRINT_DERIVED_H
#define CLI_PRINT_DERIVED_H

#include <jansson.h>
#include <stdio.h>

#include "language/machine.h"

void print_registers(const struct machine *machine, FILE *out); /* the table of registers alone */
void print_derived(const struct machine *machine, FILE *out);
json_t *derived_json(const struct machine *machine);

#endif
