/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * proved_json.h: proofs in words and as JSON, the same in `rmr prove --json` and in records. docs/json.md has the keys.
 */
#ifndef PROVE_PROVED_JSON_H
#define PROVE_PROVED_JSON_H

#include <jansson.h>

#include "prove/prove.h"

/* The names of the properties, for people and for records; and all of them, and `rmr`, for help. */
#define PROVE_HELP PROPERTY_PROVED " bypass rmr"
extern const char *const prove_names[N_PROVE_PROPERTIES];

/* New references. Of each property that was asked: "P1": {"verdict": "proved", "states": .., ..}; and of the cost. */
json_t *prove_properties_json(const struct machine *machine, const struct proved *proved);
json_t *prove_cost_json(const struct machine *machine, const struct proved *proved);

#endif
