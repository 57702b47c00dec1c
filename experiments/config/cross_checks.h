/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cross_checks.h: whether the parts of a config fit together, each of which is right alone (check.h): what a key names
 * must be among what other keys list, and what is measured must exist in at least one run.
 */
#ifndef EXPERIMENTS_CONFIG_CROSS_CHECKS_H
#define EXPERIMENTS_CONFIG_CROSS_CHECKS_H

#include "experiments/config/check.h"

/* A config, and where its faults go. */
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

/* A text, or what an object is about: its metric. */
const char *consistency_name(const json_t *item);

/* Every metric that is named is known of some algorithm, adversary and drive of the config. */
bool consistency_of_metrics(const struct consistency *config);

#endif
