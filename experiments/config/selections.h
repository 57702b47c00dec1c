/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * selections.h: all places of a config that select series: the `series` of figures, of fits and of clauses.
 */
#ifndef EXPERIMENTS_CONFIG_SELECTIONS_H
#define EXPERIMENTS_CONFIG_SELECTIONS_H

#include <jansson.h>

#include "experiments/config/position.h"

/* `metric`: the metric of the series, or a property. */
typedef bool selection_fn(void *self, const char *metric, const json_t *selection, const struct place *place);

/* Calls `each` for every selection in turn, until it returns false; then returns false. */
bool selections_each(const json_t *config, selection_fn *each, void *self);

#endif
