/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pareto.h: what can have been paid on the way to a configuration, and with which copies one can have come there
 * (sweep.h). Two memories: the labels of configurations that wait, which come and go, in chains by the hash of the
 * configuration; and for each label that was gone on from one word: its predecessor, and the step that led from there.
 */
#ifndef EXPLORE_SEARCH_PARETO_H
#define EXPLORE_SEARCH_PARETO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/budget.h"

struct pareto_label {
  uint64_t state; /* the configuration with the copies */
  uint64_t from;  /* pareto_from, or pareto_origin */
  uint32_t cost;
  uint32_t next; /* in its chain */
};

/* Labels of one configuration, none of no use beside another that was there when it was added. */
struct pareto_front {
  struct pareto_label *label;
  uint64_t *record;
  size_t n, capacity;
};

struct pareto {
  uint64_t copies; /* the bits of a state that do not belong to the configuration */
  uint32_t *chain; /* [1 << bits]: 0: empty, else the number of a label */
  uint32_t bits;
  struct pareto_label *label; /* [1 .. n_labels] */
  uint64_t n_labels, capacity;
  uint32_t unused;   /* a chain of labels that may be used again */
  uint64_t **record; /* in blocks */
  uint64_t n_records, blocks_capacity;
  uint64_t *origin; /* where ways begin */
  size_t n_origins;
  struct budget *budget;
};

/* tuples: how many configurations there could be. False: no memory. */
bool pareto_create(struct pareto *labels, uint64_t tuples, uint64_t copies, struct budget *budget);
void pareto_free(struct pareto *labels);
uint64_t pareto_remembered(const struct pareto *labels);

/* Adds a label to its configuration, unless it is of no use there; those that it makes useless go. */
void pareto_add(struct pareto *labels, const struct pareto_label *label);

/* Takes all labels of a configuration out. */
void pareto_take(struct pareto *labels, uint64_t configuration, struct pareto_front *out);

/* Adds a label, unless it is of no use. Those that are of no use beside it stay, as others may come from them;
 * pareto_front_is_dominated tells. */
void pareto_front_add(struct pareto_front *list, const struct pareto_label *label, uint64_t copies);
bool pareto_front_is_dominated(const struct pareto_front *list, size_t k, uint64_t copies);
void pareto_front_free(struct pareto_front *list);

/* --- records ------------------------------------------------------------------------------------------------------ */

enum { PARETO_MOST_CHOICES = 256 }; /* of sessions: a record has 8 bits for the one that was taken */

/* How a label came about: from the label of a record by a step of a process; or as an initial state. */
static inline uint64_t pareto_from(uint64_t record, uint32_t process, uint32_t choice)
{
  return record << 16 | (uint64_t)choice << 8 | process;
}
uint64_t pareto_origin(struct pareto *labels, uint64_t state);

/* Returns the number of the new record. */
uint64_t pareto_remember(struct pareto *labels, const struct pareto_label *label);

/* process 0: it is an initial state, pareto_begin. */
uint32_t pareto_process(const struct pareto *labels, uint64_t record);
uint32_t pareto_choice(const struct pareto *labels, uint64_t record);
uint64_t pareto_parent(const struct pareto *labels, uint64_t record);
uint64_t pareto_begin(const struct pareto *labels, uint64_t record);

#endif
