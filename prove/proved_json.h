/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * proved_json.h: proofs in words and as JSON, the same in `rmr prove --json` and in records. docs/json.md has the keys.
 */
#ifndef PROVE_PROVED_JSON_H
#define PROVE_PROVED_JSON_H

#include <jansson.h>

#include "prove/prove.h"

/* The names of the properties, for people and for records. */
extern const char *const prove_names[N_PROVE_PROPERTIES];

/* Whether the answer is a number of steps or entries. */
bool prove_has_bound(enum prove_property id);

/* {"verdict": "proved", "states": .., ..}. New references. */
json_t *prove_property_json(const struct machine *machine, const struct prove_answer *answer, bool has_bound);
json_t *prove_cost_json(const struct prove_cost *cost);

#endif
