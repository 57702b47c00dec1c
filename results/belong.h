/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * belong.h: whether a record is of the config.json beside it, as far as the files alone can tell: it is of a drive, an
 * algorithm, an N and so on that the config lists. `rmr run`, which has the plan, knows more
 * (experiments/runner/known.h). Only results/ includes this.
 */
#ifndef RESULTS_BELONG_H
#define RESULTS_BELONG_H

#include "results/read.h"

enum { BELONG_AXES = 9 };

/* Where in each list of the config the last record was found: neighbours agree in most. Zeroed: nowhere yet. */
struct belong {
  size_t last[BELONG_AXES];
};

bool record_belongs(struct belong *belong, const json_t *record, const json_t *config, const struct journal_place *at,
                    struct error *e);

#endif
