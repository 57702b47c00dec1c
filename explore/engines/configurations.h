/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * configurations.h: states without the copies that the observed process holds (sweep_line.h), the steps from them, and
 * the path of a sequence of moves.
 */
#ifndef EXPLORE_ENGINES_CONFIGURATIONS_H
#define EXPLORE_ENGINES_CONFIGURATIONS_H

#include "explore/engines/history.h"
#include "explore/engines/pareto.h"
#include "explore/graph/bitset.h"
#include "explore/graph/path.h"
#include "explore/graph/successors.h"

/* A sweep has no faults. */
#define CONFIGURATION_SHAPE ((struct space_shape){1, false, true})

/* A state without copies, and its number. */
struct configuration {
  uint64_t state, number;
};

/* A step from a configuration. `ahead` is what it adds to the class; in its class it is 0, and only there the number of
 * `to` is valid. */
struct transition {
  struct configuration to;
  uint32_t move : HISTORY_MOVE_BITS, process : 8;
  uint32_t ahead;
};

/* The bits of a state for copies. */
uint64_t configuration_copies(const struct space *space);

/* The steps from a configuration, also those that change nothing but copies or what is paid: at most one for each
 * process and choice of sessions. Steps of other processes than the observed one that change nothing at all, as in
 * waiting, are counted but left out. taken: [move], as in struct breadth. Returns how many steps are in `out`; all:
 * how many there are. */
uint32_t configuration_steps(const struct space *space, const struct bitset *numbers, const struct configuration *from,
                             uint8_t *taken, struct transition *out, uint32_t *all);

static inline uint64_t configuration_after(const struct space *s, uint64_t from, uint32_t move)
{
  return ((from + s->add[move]) & s->keep[move]) | s->put[move];
}

/* The label after a step; record: the number of `from`. */
static inline struct pareto_label label_after(const struct space *s, const struct pareto_label *from, uint64_t record,
                                              const struct transition *by)
{
  const struct space_row *row = space_row_of(s, CONFIGURATION_SHAPE, &from->state, by->process);
  return (struct pareto_label){
    .state = configuration_after(s, from->state, by->move),
    .cost = from->cost + space_weigh(s, &from->state, by->process, row, s->flags[by->move]),
    .from = history_from(record, by->move),
  };
}

/* Replays n moves, the last one first in the array: the states go into a visited set of their own, and `path` leads
 * through it. */
void configuration_path(const struct space *space, uint64_t begin, const uint32_t *move, size_t n,
                        struct visited *visited, struct path *path);

#endif
