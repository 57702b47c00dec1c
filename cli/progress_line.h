/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * progress_line.h: the progress line of an exploration or a search on a terminal. The number of states of an
 * exploration is unknown in advance, so the line shows the rate and the frontier, whose shrinking is the first sign of
 * the end. When all are known and are traversed once more, it shows the time left; for a search it shows that, too, and
 * the best so far.
 */
#ifndef CLI_PROGRESS_LINE_H
#define CLI_PROGRESS_LINE_H

#include <stdio.h>

#include "explore/engines/breadth.h"
#include "explore/search/search.h"

struct searching {
  FILE *out;                          /* NULL: quiet */
  double started, shown, mark, began; /* began: the phase */
  uint64_t marked_states;
  const char *what;
  double seconds;           /* of a search: its duration; 0: it ends by effort, */
  uint64_t effort, resumed; /* with `resumed` of it made before a resume */
};

void searching_start(struct searching *searching, FILE *out); /* quiet unless `out` is a terminal */
void searching_tell(void *searching, const struct explore_progress *now);
void searching_tell_best(void *searching, const struct search_progress *now);
double searching_stop(struct searching *searching); /* removes the line; returns the seconds since the start */

#endif
