/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * path.h: a path through the states that have been found.
 */
#ifndef EXPLORE_GRAPH_PATH_H
#define EXPLORE_GRAPH_PATH_H

#include "explore/graph/visited.h"
#include "explore/tables/packing.h"

/* A path through the state graph: an initial state, and the process of each step. */
struct path {
  uint64_t begin[PACKING_MAX_WORDS];
  uint32_t *state;   /* [n + 1]: numbers in the visited set of the states on it */
  uint16_t *process; /* [n] */
  size_t n, loop;    /* the steps from `loop` on can be repeated for ever; loop == n: there are none */
  bool cut;          /* the memory limit or an interrupt ended the search for it */
};

void path_free(struct path *path);

/* path_begin gives an empty path its first state; path_append adds one step. */
void path_begin(const struct visited *visited, uint32_t id, struct path *path);
void path_copy(const struct path *from, struct path *to);
void path_append(struct path *path, uint32_t process, uint32_t to);

static inline uint32_t path_end(const struct path *path)
{
  return path->state[path->n];
}

#endif
