/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * search.h: searches for a costly schedule where there are too many to explore all: the greatest cost found, a lower
 * bound on the worst case, and the schedule that shows it.
 *
 * Several climbers (climb.h) search in parallel. They begin with few processes. A costly schedule for n processes is
 * then turned into one for n + 1 (relabel.h), and they continue from it, up to the N that was asked for. All that is
 * one *pass*. The next pass takes twice as long, and begins with the results of the last one at each size.
 *
 * The result depends on the question, the seed, the memory, and the number of simulated steps (the *effort*); not on
 * the number of threads or ranks, nor on the machine. A search that ends by the clock reports its effort. A search that
 * resumes from a checkpoint finds the same as without the interruption.
 */
#ifndef EXPLORE_SEARCH_SEARCH_H
#define EXPLORE_SEARCH_SEARCH_H

#include <stdatomic.h>

#include "base/child.h"
#include "base/ranks.h"
#include "explore/answer/witness.h"
#include "explore/search/world.h"

/* The methods of a search beside drawing continuations. Each works by itself, and can be compared with the others. */
enum search_method {
  SEARCH_CLIMB = 1, /* mutates candidates (climb.h); without it, it only draws schedules */
  SEARCH_GROW = 2,  /* begins with fewer processes (enlarge.h) */
  SEARCH_HELP = 4,  /* plays mutations also with repair for waiting processes (repair.h) */
  SEARCH_ALL = 7
};

/* "all", "draw" (none of them), or names with + between: "climb+help". */
bool search_methods_parse(const char *text, unsigned *methods, struct error *e);

struct search_progress {
  uint32_t n;      /* the size searched now */
  uint32_t pass;   /* from 1 */
  uint64_t effort; /* so far */
  uint64_t best;   /* at the N that was asked for */
};

struct search_limits {
  uint64_t effort; /* steps; 0: no limit */
  double seconds;  /* 0: no limit */
  size_t memory;   /* bytes for states; 0: no limit */
  uint32_t threads;
  struct ranks *ranks;     /* among which the climbers are distributed; NULL: one rank */
  const char *keep;        /* the checkpoint file (checkpoint.h); NULL: none */
  bool resume;             /* resume from that file */
  atomic_bool *interrupt;  /* may be NULL */
  struct heartbeat *heart; /* may be NULL */
  void (*tell)(void *listener, const struct search_progress *);
  void *listener;
};

struct search_spec {
  struct search_goal goal;
  uint32_t observed; /* 0: the process with the greatest cost */
  uint64_t seed;
  unsigned methods; /* enum search_method */
  struct search_limits limits;
};

struct searched {
  uint32_t process; /* the process that pays */
  uint64_t worst;   /* the greatest cost found */
  uint64_t effort;
  bool interrupted;
  struct witness witness;
};

/* False: *e describes the error in the algorithm or in the question. On several ranks the search is joint, and all
 * get the same answer. */
bool search(const struct search_spec *spec, struct searched *out, struct error *e);
void searched_free(struct searched *searched);

#endif
