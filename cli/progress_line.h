/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * progress_line.h: the line on a terminal that says how far an exploration or a search is. Nobody knows how many states
 * an exploration will meet, so it tells the rate and the frontier, whose shrinking is the first sign of the end. When
 * all are known and are gone through once more, it tells when that will end; of a search it tells that, too, and the
 * best so far.
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
  double seconds;           /* of a search: how long it is to take; 0: as long as its effort takes, */
  uint64_t effort, resumed; /* of which so much was made before, if it goes on */
};

void searching_start(struct searching *searching, FILE *out); /* quiet unless `out` is a terminal */
void searching_tell(void *searching, const struct explore_progress *now);
void searching_tell_best(void *searching, const struct search_progress *now);
double searching_stop(struct searching *searching); /* takes the line away; the seconds since the start */

#endif
