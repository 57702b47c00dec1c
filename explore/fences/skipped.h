/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * skipped.h: the fences that a run does without. A fence behind a write of P_p would have changed the run if P_p makes
 * its next step while a write is still in its buffer: with the fence it could not. With fences at any other places the
 * run is possible as it is. So of the places that a wrong run skips, every right set of fences has at least one.
 */
#ifndef EXPLORE_FENCES_SKIPPED_H
#define EXPLORE_FENCES_SKIPPED_H

#include "sim/schedule.h"

/* Plays the schedule, its loop twice, and sets the fences of *skipped to the places that the run skips. */
bool skipped_by(const struct schedule *schedule, struct order_spec *skipped, struct error *e);

#endif
