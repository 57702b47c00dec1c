/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * checkpoint.h: a search in a file, so that one that was interrupted, or killed, can go on. It is written between two
 * rounds, whole or not at all (base/file.h). What stands in it is all that the rest of the search depends on: where in
 * its passes it is; the best candidate of each size; each climber's state of chance, its candidates, and before which
 * moves it has saved places. The places themselves are not in it: the candidates are played again, and must cost what
 * they did.
 *
 * The file is text. Its first lines say what is searched, in the words of schedules (sim/schedule.h), and with which
 * means; the last one is a checksum of all before it.
 */
#ifndef EXPLORE_SEARCH_CHECKPOINT_H
#define EXPLORE_SEARCH_CHECKPOINT_H

#include "explore/search/ongoing.h"

bool checkpoint_write(const struct search_run *run, struct error *e);

/* Into a run whose levels are open. False: there is no such file, or it has been altered, or is of another search. */
bool checkpoint_read(struct search_run *run, struct error *e);

#endif
