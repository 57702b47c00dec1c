/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * belong.h: whether a record belongs to the config.json beside it, as far as the files alone show: the config lists its
 * mode, its algorithm, its N and so on. `rmr run`, which has the plan, knows more (experiments/runner/known.h). Only
 * results/ includes this.
 */
#ifndef RESULTS_BELONG_H
#define RESULTS_BELONG_H

#include "results/config_axes.h"
#include "results/read.h"

/* The positions of the last record in each list of the config: neighbours agree in most. Zeroed: none yet. */
struct belong {
  size_t last[N_AXES];
};

bool record_belongs(struct belong *belong, const json_t *record, const json_t *config, const struct journal_place *at,
                    struct error *e);

#endif
