/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * limits.h: what a search may use, and whom it tells how far it is.
 */
#ifndef EXPLORE_ENGINES_LIMITS_H
#define EXPLORE_ENGINES_LIMITS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/child.h"
#include "base/scratch.h"

/* What there is to tell while the work goes on. */
struct explore_progress {
  const char *what; /* what is being done, for people */
  uint64_t states, frontier, bytes;
  uint64_t all;  /* how many states there will have been; 0: nobody knows */
  bool in_depth; /* `frontier` is how deep a search in depth is, else how many states wait to be looked at */
  uint64_t best; /* the most that the observed process is known to pay: a lower bound of the worst case */
  bool costs;    /* `best` is of meaning */
};

/* How the work may be done: memory, threads, and who is to hear of it. */
struct explore_limits {
  size_t memory; /* bytes */
  uint32_t threads;
  struct scratch *scratch; /* where a sweep puts what does not fit into the memory; NULL: there is no disk */
  atomic_bool *interrupt;  /* may be NULL */
  struct heartbeat *heart; /* see tables/automaton.h; may be NULL */
  void (*tell)(void *listener, const struct explore_progress *now); /* may be NULL */
  void *listener;
};

#endif
