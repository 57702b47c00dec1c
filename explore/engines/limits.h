/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * limits.h: the resources of a search, and the listener for its progress.
 */
#ifndef EXPLORE_ENGINES_LIMITS_H
#define EXPLORE_ENGINES_LIMITS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/child.h"
#include "base/scratch.h"

/* The progress of the work. */
struct explore_progress {
  const char *what; /* the current phase, for people */
  uint64_t states, frontier, bytes;
  uint64_t all;  /* the final number of states; 0: unknown */
  bool in_depth; /* `frontier` is the depth of a depth-first search, else the number of states that wait */
  uint64_t best; /* the greatest known cost of the observed process: a lower bound on the worst case */
  bool costs;    /* `best` is valid */
};

/* The limits of the work: memory, threads; and its listener. */
struct explore_limits {
  size_t memory; /* bytes */
  uint32_t threads;
  struct scratch *scratch; /* where a sweep-line search puts what does not fit into the memory; NULL: there is no
                              disk */
  atomic_bool *interrupt;  /* may be NULL */
  struct heartbeat *heart; /* see tables/automaton.h; may be NULL */
  void (*tell)(void *listener, const struct explore_progress *now); /* may be NULL */
  void *listener;
};

#endif
