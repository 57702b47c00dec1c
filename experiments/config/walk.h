/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * walk.h: one walk over a config along the table of fields. It checks every value against its row and builds the
 * complete config: keys in the order of the table, defaults filled in, single values turned into lists where a list is
 * expected, ranges written out.
 */
#ifndef EXPERIMENTS_CONFIG_WALK_H
#define EXPERIMENTS_CONFIG_WALK_H

#include <jansson.h>

#include "experiments/config/fields.h"
#include "experiments/config/position.h"

/* A new object, or NULL and the error with its place. A key that belongs to none of the modes is an error. */
json_t *walk_object(const struct source *source, const struct config_field *fields, unsigned drives,
                    const json_t *object, const struct place *place, struct error *e);

#endif
