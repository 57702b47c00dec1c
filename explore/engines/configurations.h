/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * configurations.h: states without the copies that the observed process holds (sweep_line.h), the steps from them, and
 * the way through the states that a row of moves makes.
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

/* The bits of a state that say what is held. */
uint64_t configuration_copies(const struct space *space);

/* The steps from a configuration, also those that change nothing but copies: at most one for each process and choice of
 * sessions. taken: [move], as in struct breadth. Returns how many there are. */
uint32_t configuration_steps(const struct space *space, const struct bitset *numbers, const struct configuration *from,
                             uint8_t *taken, struct transition *out);

/* What a label becomes by a step; record: its number. */
struct pareto_label label_after(const struct space *space, const struct pareto_label *from, uint64_t record,
                                const struct transition *by);

/* The states on the way that n moves make, the last one first, go into a visited set of their own, and the path through
 * it is made. */
void configuration_path(const struct space *space, uint64_t begin, const uint32_t *move, size_t n,
                        struct visited *visited, struct path *path);

#endif
