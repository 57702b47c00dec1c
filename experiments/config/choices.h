/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * choices.h: the algorithms of a config. Each is found, or loaded, once, and lives as long as the config. In the
 * complete config all names of algorithms are canonical, so that the same algorithm with the same parameters is the
 * same text: in `exclude`, in plots and tables, in records and in the fingerprint.
 */
#ifndef EXPERIMENTS_CONFIG_CHOICES_H
#define EXPERIMENTS_CONFIG_CHOICES_H

#include "experiments/config/config.h"

bool choices_make(struct config *config, struct error *e);
void choices_free(struct config *config);

#endif
