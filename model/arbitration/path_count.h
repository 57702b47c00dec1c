/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * path_count.h: blocking paths, and the delay that they are. Section 2 of the paper: a single philosopher is a blocking
 * path, and so is a blocking path extended with the blocking fork of its last philosopher. In a system that is free
 * from the danger of deadlock, the largest number of meals between two thinking periods of X is the number of blocking
 * paths that start at X: after each meal of the one at the end, the next path, in the order of section 2, can come
 * about.
 *
 * The state that belongs to a path: nobody else is at the table, the last philosopher of the path eats, and each of the
 * others owns the forks that come, in its order, before the one that it waits for, which the next one owns. So a
 * philosopher that waits for a fork owns the one by which the path came, and no two own the same.
 *
 * Three ways to count them:
 *
 *   paths_walk    goes along every path, in the order of section 2: for witnesses, and up to 10^9 of them or so
 *   paths_count   the same numbers without going along them, where the philosophers fall into two halves, each of which
 *                 grabs the forks within it before those of the other (section 3): then a path of one half may go on to
 *                 any one philosopher of the other. The halves are counted in the same way
 *   minimum.h     how few there can be in all
 */
#ifndef MODEL_ARBITRATION_PATH_COUNT_H
#define MODEL_ARBITRATION_PATH_COUNT_H

#include "model/arbitration/orders.h"

/* Called for each path with its philosophers, from X on. False ends the walk. */
typedef bool paths_fn(void *self, const uint32_t *path, uint32_t n);

enum paths_end {
  PATHS_ALL,
  PATHS_STOPPED,  /* by `tell`, or there were more than `most` */
  PATHS_DEADLOCK, /* the last path that was told can close to a cycle: nobody on it eats any more */
};

/* Every blocking path from x, in the order in which they can come about: extended ones first. *count: how many were
 * met. `tell` may be NULL. */
enum paths_end paths_walk(const struct orders *orders, uint32_t x, uint64_t most, paths_fn *tell, void *self,
                          uint64_t *count);

/* The delays of all philosophers as decimal numbers, and their sum. */
struct paths_counts {
  uint32_t n;
  char **delay;
  char *total;
  bool by_halves; /* without going along them */
};

/* False: there are more than `most` to walk along, or a deadlock. */
bool paths_count(const struct orders *orders, uint64_t most, struct paths_counts *out);
void paths_counts_free(struct paths_counts *counts);

#endif
