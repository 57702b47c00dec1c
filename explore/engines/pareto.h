/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pareto.h: the labels of waiting configurations (sweep_line.h). A label is a possible cost of a path to a
 * configuration, with the copies held at its end. Labels are in chains by the number of the configuration.
 *
 * Several threads may add and take labels. A bit of a chain's first word locks it meanwhile; each thread allocates
 * labels from blocks of its own.
 *
 * The final labels of a configuration do not depend on the order in which they are added, as dominance is transitive.
 * Only among equal labels that come from different configurations one has to be chosen: the one whose last move has the
 * lower number. (Several labels of one configuration lead to the same label by the same move only where ownership is
 * kept; one thread adds them, and the first stays.) So the path that a label stands for does not depend on the threads
 * either; the numbers of records do.
 */
#ifndef EXPLORE_ENGINES_PARETO_H
#define EXPLORE_ENGINES_PARETO_H

#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/budget.h"

struct pareto_label {
  uint64_t state; /* the configuration with the copies */
  uint64_t from;  /* its origin: see history.h */
  uint32_t cost;
  uint32_t next; /* in its chain */
};

/* Labels of one configuration. None was dominated by another when it was added. */
struct pareto_front {
  struct pareto_label *label;
  uint64_t *record;
  size_t n, capacity;
};

/* The data of one thread. */
struct pareto_thread {
  alignas(64) uint32_t unused; /* a chain of free labels */
  uint32_t next, end;          /* labels never used yet */
};

struct pareto {
  uint64_t copies;             /* the bits of a state outside the configuration */
  _Atomic uint32_t *chain;     /* [1 << bits]: 0: empty, else the number of a label; one bit is the lock */
  struct pareto_label **label; /* in blocks; those of block 0 are not used */
  uint32_t block_bits;
  atomic_uint n_blocks;
  atomic_bool full;                  /* the numbers for labels ran out: labels are lost */
  uint32_t bits, most_bits, threads; /* bits: of the used chains, and of the allocated ones */
  struct pareto_thread *thread;
  struct budget *budget;
};

/* many: there will be millions of labels. Call pareto_fit before the first label is added. */
void pareto_create(struct pareto *labels, uint32_t threads, bool many, uint64_t copies, struct budget *budget);
void pareto_free(struct pareto *labels);

/* Sets the number of chains to suit `product_states` configurations, while there are no labels. False: no memory. */
bool pareto_fit(struct pareto *labels, uint64_t product_states);

/* Adds a label to its configuration, which has this number, unless it is dominated there; labels that it dominates are
 * removed. */
void pareto_add(struct pareto *labels, uint32_t thread, uint64_t number, const struct pareto_label *label);

/* Removes all labels of a configuration, in an order that does not depend on the order of their insertion. */
void pareto_take(struct pareto *labels, uint32_t thread, uint64_t number, uint64_t configuration,
                 struct pareto_front *out);

/* Adds a label unless it is dominated. Labels that it dominates stay, as others may come from them;
 * pareto_front_is_dominated says whether a label is dominated. */
void pareto_front_add(struct pareto_front *list, const struct pareto_label *label, uint64_t copies);
bool pareto_front_is_dominated(const struct pareto_front *list, size_t k, uint64_t copies);
void pareto_front_free(struct pareto_front *list);

/* --- where a label is --------------------------------------------------------------------------------------------- */

#define PARETO_LOCKED (UINT32_C(1) << 31)

static inline struct pareto_label *pareto_label_at(const struct pareto *l, uint32_t k)
{
  return &l->label[k >> l->block_bits][k & ((1u << l->block_bits) - 1)];
}

/* The chain of a configuration: a multiplication spreads the numbers. */
static inline _Atomic uint32_t *pareto_chain(const struct pareto *l, uint64_t number)
{
  return &l->chain[number * UINT64_C(0x9e3779b97f4a7c15) >> (64 - l->bits)];
}

/* Prefetch for a configuration to which a label will be added, or whose labels will be taken: its chain and, once
 * that has arrived, the first label of the chain. */
static inline void pareto_prefetch(const struct pareto *l, uint64_t number)
{
  __builtin_prefetch((const void *)pareto_chain(l, number), 1);
}

static inline void pareto_prefetch_labels(const struct pareto *l, uint64_t number)
{
  const uint32_t first = atomic_load_explicit(pareto_chain(l, number), memory_order_acquire) & ~PARETO_LOCKED;
  if (first != 0) __builtin_prefetch(pareto_label_at(l, first), 1);
}

#endif
