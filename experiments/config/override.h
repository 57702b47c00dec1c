/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * override.h: `--set KEY=VALUE`. KEY is a path of keys and list numbers (from 0) with dots between them: `seed`,
 * `plots.0.title`. Below `expect` everything after the first dot is one key, because metrics contain dots:
 * `expect.rmr.max`. VALUE is JSON, or else a text, so that `n=2..64*2` and `adversaries=random` need no quotes.
 *
 * The value enters the parsed config before validation, so it obeys the same rules and gets the same errors.
 */
#ifndef EXPERIMENTS_CONFIG_OVERRIDE_H
#define EXPERIMENTS_CONFIG_OVERRIDE_H

#include <jansson.h>

#include "experiments/config/position.h"

/* Splits the option, appends it to source->overrides, and puts its value into the config. */
bool override_apply(struct source *source, const char *option, json_t *config, struct error *e);

#endif
