/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * witnesses.h: the schedules that a report names, as files beside it: DIR/witnesses/NAME.schedule for `rmr replay`, and
 * NAME.html, a page to step through the run. They are the schedules that violate a property, and those of the costs in
 * tables of claims.
 *
 * There is no page for a plug-in algorithm, as its code is not run again for that, nor where a parameter names a file;
 * `rmr view` makes one from the schedule.
 */
#ifndef CLI_WITNESSES_H
#define CLI_WITNESSES_H

#include "results/analysis/evaluation.h"

/* Makes DIR/witnesses: a file for each schedule that the report can name. Those of an earlier config are removed. */
bool witnesses_write(const struct evaluation *v, struct error *e);

#endif
