/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pareto.h: what can have been paid on the way to a configuration, and with which copies one can have come there
 * (sweep_line.h): the labels of configurations that wait, which come and go, in chains by the hash of the
 * configuration.
 *
 * Several threads may add and take. A chain is locked meanwhile, by a bit of its first word; each thread has labels to
 * fill of its own.
 *
 * Which labels a configuration ends up with does not depend on the order in which they are added, as being of no use
 * is transitive. Only of equal ones, that come from different configurations, one has to be chosen: the one whose last
 * move has the lower number. (Several labels of one configuration come to the same label by the same move only where
 * what is owned is told; they are added by one thread, and the first stays.) So which way a label stands for does not
 * depend on the threads either; the numbers of records do.
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
  uint64_t from;  /* how it came about: see history.h */
  uint32_t cost;
  uint32_t next; /* in its chain */
};

/* Labels of one configuration, none of no use beside another that was there when it was added. */
struct pareto_front {
  struct pareto_label *label;
  uint64_t *record;
  size_t n, capacity;
};

/* What a thread has for itself. */
struct pareto_thread {
  alignas(64) uint32_t unused; /* a chain of labels that may be used again */
  uint32_t next, end;          /* labels that have not been used yet */
};

struct pareto {
  uint64_t copies;             /* the bits of a state that do not belong to the configuration */
  _Atomic uint32_t *chain;     /* [1 << bits]: 0: empty, else the number of a label; a bit says that it is locked */
  struct pareto_label **label; /* in blocks; those of block 0 are not used */
  uint32_t block_bits;
  atomic_uint n_blocks;
  atomic_bool full;                  /* there are no more numbers for labels: some is lost */
  uint32_t bits, most_bits, threads; /* bits: of those that are used, and of those that there are */
  struct pareto_thread *thread;
  struct budget *budget;
};

enum { PARETO_MOST_THREADS = 64 };

/* many: there will be millions of labels. Before any is added, chains must be made to fit. */
void pareto_create(struct pareto *labels, uint32_t threads, bool many, uint64_t copies, struct budget *budget);
void pareto_free(struct pareto *labels);

/* As many chains as suit so many configurations, when there are no labels. False: no memory. */
bool pareto_fit(struct pareto *labels, uint64_t product_states);

/* A label will be added to this configuration, or its labels taken: its chain is fetched in advance, and when that is
 * there, the first label of it. */
void pareto_prefetch(const struct pareto *labels, uint64_t state);
void pareto_prefetch_labels(const struct pareto *labels, uint64_t state);

/* Adds a label to its configuration, unless it is of no use there; those that it makes useless go. */
void pareto_add(struct pareto *labels, uint32_t thread, const struct pareto_label *label);

/* Takes all labels of a configuration out, in an order that does not depend on how they came there. */
void pareto_take(struct pareto *labels, uint32_t thread, uint64_t configuration, struct pareto_front *out);

/* Adds a label, unless it is of no use. Those that are of no use beside it stay, as others may come from them;
 * pareto_front_is_dominated tells. */
void pareto_front_add(struct pareto_front *list, const struct pareto_label *label, uint64_t copies);
bool pareto_front_is_dominated(const struct pareto_front *list, size_t k, uint64_t copies);
void pareto_front_free(struct pareto_front *list);

#endif
