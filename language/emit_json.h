/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_json.h: the graph of a text as JSON, for a machine that is not ours: the one in the page of a run
 * (sim/page/machine.js), which carries it out as machine.c does.
 *
 *   {"begin": node, "slots": how many, "arrays": [[slot, width, low, fixed, each], ...],
 *    "locals": [{"name", "slot", "array": true, "names": [...], "fields": [[name, shift, width, names], ...]}, ...],
 *    "nodes": [{"do": "access", "next": node, ...}, ...]}
 *
 * A node has the fields of struct node that it needs. A value is a list in postfix order: a number, a word that takes
 * its operands from the stack ("add"), or a list of a word and its data (["local", slot], ["field", shift, width]).
 * A number that a double cannot hold is a text of digits. Of an access, `sees` has the locals that still matter there.
 */
#ifndef LANGUAGE_EMIT_JSON_H
#define LANGUAGE_EMIT_JSON_H

#include <stdio.h>

#include "language/machine.h"

/* parameters: the block that engines hand over, whose numbers stand in the values. */
void emit_json(const struct machine *machine, const void *parameters, FILE *out);

#endif
