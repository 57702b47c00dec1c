/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * witnesses.h: the schedules that a report names, as files beside it: DIR/witnesses/NAME.schedule, which `rmr replay`
 * takes, and NAME.html, in which one can go through the run step by step. They are the schedules that break a property,
 * and those of the costs in tables of claims.
 *
 * Of an algorithm that is a plug-in there is no page, as its code is not run again for that, nor where a parameter
 * names a file; `rmr view` makes one of the schedule.
 */
#ifndef CLI_WITNESSES_H
#define CLI_WITNESSES_H

#include "results/analysis/evaluation.h"

/* Makes DIR/witnesses: a file for each schedule that the report can name. Those of an earlier config go. */
bool witnesses_write(const struct evaluation *v, struct error *e);

#endif
