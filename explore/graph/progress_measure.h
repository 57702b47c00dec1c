/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * progress_measure.h: how far each process has advanced. A process may cycle in its automaton (up and down in a waiting
 * room, say), but it never returns to a strongly connected component that it has left. So its local states fall into
 * stages that follow one another, and each of its steps stays in its stage or leads to a later one. The stages of all
 * processes form the class of a state. The sum of the stages is the level of a class. A step that leaves a class leads
 * to a higher level; so no step connects two classes of one level, and all steps into a class come from lower levels.
 *
 * Stages are as large as is useful: successive components are joined until a class would have more than a given number
 * of product states (bitset.h).
 */
#ifndef EXPLORE_GRAPH_PROGRESS_MEASURE_H
#define EXPLORE_GRAPH_PROGRESS_MEASURE_H

#include "explore/tables/space.h"

struct progress_measure {
  uint32_t n;
  uint32_t **stage; /* [1..n][local] */
  uint32_t **place; /* [1..n][local]: its number among the local states of its stage */
  uint32_t **size;  /* [1..n][stage]: local states */
  uint32_t *count;  /* [1..n]: stages */
  uint32_t *unit;   /* [1..n]: the increment of a class's number for one stage more of P_p */
  uint32_t *ahead;  /* [move]: the increment of the class's number by the step; 0: it stays there */
  uint32_t *order;  /* [class]: all classes, those of lower levels first */
  uint32_t *level;  /* [level]: where each level begins in `order`; one more at the end */
  double *weight;   /* [level]: product states of all classes of lower levels, as a part of all; one more at the end */
  uint32_t classes, levels;
  double product_states; /* of all classes together */
  double registers;      /* combinations of values of the registers that depend on no local state */
};

/* most: product states of a class, where most_classes allows that bound. Where processes crash there is one stage. */
void progress_measure_create(struct progress_measure *measure, const struct space *space, uint64_t most,
                             uint32_t most_classes);
void progress_measure_free(struct progress_measure *measure);

/* The class of a state. */
uint32_t progress_measure_class(const struct progress_measure *measure, const struct space *space,
                                const uint64_t *state);

/* The number of product states of a class. */
double progress_measure_product_states(const struct progress_measure *measure, uint32_t class);

/* Without making the measure: that of the largest class that it would have, and of all classes. */
double progress_measure_largest(const struct space *space, uint64_t most, uint32_t most_classes);
double progress_measure_all(const struct space *space);

/* The stage of P_p in a class. */
static inline uint32_t progress_measure_of(const struct progress_measure *measure, uint32_t class, uint32_t p)
{
  return class / measure->unit[p] % measure->count[p];
}

#endif
