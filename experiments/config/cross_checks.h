/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cross_checks.h: whether the valid parts of a config (check.h) fit together: the names under one key must be listed
 * under others, and each metric must exist in at least one run.
 */
#ifndef EXPERIMENTS_CONFIG_CROSS_CHECKS_H
#define EXPERIMENTS_CONFIG_CROSS_CHECKS_H

#include "experiments/config/check.h"

/* A config, and the destination of its errors. */
struct consistency {
  const struct config *whole;
  const struct source *source;
  const json_t *config;
  unsigned drives;
  struct place root;
  struct error *e;
};

/* The smallest or the largest N of the config's k-th algorithm. */
uint32_t consistency_n(const struct consistency *config, size_t k, bool largest);

/* A text itself, or the metric of an object. */
const char *consistency_name(const json_t *item);

/* The word of the list that the text was meant to be, or NULL. */
const char *consistency_nearest(const json_t *list, const char *text);

/* Whether every named metric exists for some algorithm, adversary and mode of the config. */
bool consistency_of_metrics(const struct consistency *config);

#endif
