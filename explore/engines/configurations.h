/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * configurations.h: states without the copies that the observed process holds (sweep_line.h), the steps from them, and
 * the path of a sequence of moves.
 */
#ifndef EXPLORE_ENGINES_CONFIGURATIONS_H
#define EXPLORE_ENGINES_CONFIGURATIONS_H

#include "explore/engines/pareto.h"
#include "explore/graph/bitset.h"
#include "explore/graph/path.h"
#include "explore/tables/space.h"

/* A state without copies, and its number. */
struct configuration {
  uint64_t state, number;
};

/* A step from a configuration. */
struct transition {
  struct configuration to;
  uint32_t move;
  uint32_t process;
};

/* The bits of a state for copies. */
uint64_t configuration_copies(const struct space *space);

/* The steps from a configuration, also those that change nothing but copies: at most one for each process and choice of
 * sessions. taken: [move], as in struct breadth. Returns how many there are. */
uint32_t configuration_steps(const struct space *space, const struct bitset *numbers, const struct configuration *from,
                             uint8_t *taken, struct transition *out);

/* The label after a step; record: the number of `from`. */
struct pareto_label label_after(const struct space *space, const struct pareto_label *from, uint64_t record,
                                const struct transition *by);

/* Replays n moves, the last one first in the array: the states go into a visited set of their own, and `path` leads
 * through it. */
void configuration_path(const struct space *space, uint64_t begin, const uint32_t *move, size_t n,
                        struct visited *visited, struct path *path);

#endif
