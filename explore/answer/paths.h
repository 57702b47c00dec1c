/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * paths.h: ways through the states that have been found, for witnesses: the fewest steps to a state, a loop that keeps everybody
 * busy, and a path of the greatest weight with few changes of process.
 */
#ifndef EXPLORE_ANSWER_PATHS_H
#define EXPLORE_ANSWER_PATHS_H

#include "explore/search/depth.h"

/* A way through the state graph: an initial state, and who makes each step. */
struct path {
  uint64_t begin[PACKING_MAX_WORDS];
  uint32_t *state;   /* [n + 1]: numbers in the store of the states on it */
  uint16_t *process; /* [n] */
  size_t n, loop;    /* the steps from `loop` on can be repeated for ever; loop == n: there are none */
};

void path_free(struct path *path);

/* The fewest steps from an initial state to one for which `goal` holds. False: there is none, or no memory. */
bool path_to(const struct space *space, const struct visited *store, bool goal(void *self, uint32_t id), void *self,
             struct path *out);

/* A lasso: the fewest steps to where `descent` has found a cycle on which a step counts, then once around it in the region. */
bool path_endless(const struct space *space, const struct visited *store, const struct region *region,
                  const struct depth *descent, struct path *out);

/* A lasso: the fewest steps to the fair component that it has found, then a loop in it in which all its movers make a step. */
bool path_fair(const struct space *space, const struct visited *store, const struct region *region,
               const struct depth *descent, struct path *out);

/* A path of the greatest weight, in REGION_ALL, with few changes of process; the observed process ends its passage if that is
 * possible. */
bool path_heaviest(const struct space *space, const struct visited *store, const struct depth *descent,
                   struct path *out);

#endif
