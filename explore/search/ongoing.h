/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ongoing.h: the state of a running search, for search.c and checkpoint.c.
 */
#ifndef EXPLORE_SEARCH_ONGOING_H
#define EXPLORE_SEARCH_ONGOING_H

#include "explore/search/climb.h"
#include "explore/search/search.h"

enum { CLIMBERS = 8 };

/* The search at one size. */
struct level {
  struct search_goal goal;
  struct climber climber[CLIMBERS];
  struct candidate best; /* n = 0: none yet */
};

struct search_run {
  const struct search_spec *spec;
  struct error *e;
  struct thread_pool *pool;
  struct level *level; /* [smallest .. n] */
  struct level *at;    /* the level of the climbers now */
  uint32_t smallest, n, pass;
  uint64_t length;  /* of this pass, in steps */
  uint64_t share;   /* of `length`, for this level */
  uint64_t round;   /* completed rounds of this level */
  uint64_t effort;  /* steps so far */
  uint64_t end;     /* the effort at which this level ends */
  uint64_t quantum; /* of a climber in a round */
  uint64_t known;   /* the effort before the checkpoint */
  uint64_t first_pass;
  double start, keep_at; /* seconds */
  bool last;             /* this pass is the last */
  bool over;
};

#endif
