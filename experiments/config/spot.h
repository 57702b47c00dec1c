/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * spot.h: a value of a config while it is checked, and complaints about it. For walk.c and walk_expect.c, which checks
 * "expect".
 */
#ifndef EXPERIMENTS_CONFIG_SPOT_H
#define EXPERIMENTS_CONFIG_SPOT_H

#include <jansson.h>

#include "experiments/config/fields.h"
#include "experiments/config/position.h"

/* The field of the table for one value, and the place of the value. */
struct spot {
  const struct source *source;
  const struct config_field *field;
  unsigned drives; /* of the config */
  const struct place *place;
  struct error *e;
};

/* How a value is named in a complaint: "the number 7"; returns out. */
const char *spot_found(const json_t *value, char out[80]);

/* Complains that the field wants a value of another type. False. */
bool spot_wrong_type(const struct spot *spot, const json_t *value);

/* The clauses of "expect"; NULL and an error. */
json_t *walk_clauses(const struct spot *spot, const json_t *value);

#endif
