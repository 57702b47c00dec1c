/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * searching.h: the line on a terminal that says how far an exploration or a search is. Nobody knows how many states an
 * exploration will meet, so it tells the rate and the frontier, whose shrinking is the first sign of the end; of a
 * search it tells the best so far.
 */
#ifndef CLI_SEARCHING_H
#define CLI_SEARCHING_H

#include <stdio.h>

#include "explore/search/breadth.h"
#include "search/search.h"

struct searching {
  FILE *out; /* NULL: quiet */
  double started, shown, mark;
  uint64_t marked_states;
  const char *what;
};

void searching_start(struct searching *searching, FILE *out); /* quiet unless `out` is a terminal */
void searching_tell(void *searching, const struct explore_progress *now);
void searching_tell_best(void *searching, const struct search_progress *now);
double searching_stop(struct searching *searching); /* takes the line away; the seconds since the start */

#endif
