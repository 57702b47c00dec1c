/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * checkpoint.h: a search in a file, so that it can continue after an interrupt or a kill. It is written between two
 * rounds, whole or not at all (base/file.h). It holds all that the rest of the search depends on: the position in its
 * passes; the best candidate of each size; each climber's random state, its candidates, and the moves before which it
 * has saved places. The places themselves are not in it: the candidates are played again, and must have the same costs.
 *
 * The file is text. Its first lines give the question, in the words of schedules (sim/schedule.h), and the limits; the
 * last one is a checksum of all before it.
 */
#ifndef EXPLORE_SEARCH_CHECKPOINT_H
#define EXPLORE_SEARCH_CHECKPOINT_H

#include "explore/search/ongoing.h"

bool checkpoint_write(const struct search_run *run, struct error *e);

/* Reads into a run whose levels are open. False: there is no such file, or it has been altered, or belongs to
 * another search. */
bool checkpoint_read(struct search_run *run, struct error *e);

#endif
