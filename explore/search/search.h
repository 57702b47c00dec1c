/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * search.h: a bad schedule where there are too many to look at all of them: the most that somebody was found to pay, a
 * lower bound on the worst case, and the schedule that shows it.
 *
 * Climbers (climb.h) look for it, several of them beside each other. They begin with few processes. What is bad for n
 * processes is then made a schedule of n + 1 (relabel.h), and they go on from there, up to the N that was asked for.
 * All that is one *pass*. The next one takes twice as long, and begins with what was found at each size by the one
 * before.
 *
 * What is found depends on the question, the seed, the memory, and how many steps have been simulated (the *effort*);
 * not on the number of threads or ranks, nor on the machine. A search that ends by the clock has done some effort, and
 * says how much. One that was kept, and goes on, finds what it would have found had nobody disturbed it.
 */
#ifndef EXPLORE_SEARCH_SEARCH_H
#define EXPLORE_SEARCH_SEARCH_H

#include <stdatomic.h>

#include "base/child.h"
#include "base/ranks.h"
#include "explore/answer/witness.h"
#include "explore/search/world.h"

/* What a search does beside drawing continuations. Each is of use by itself, and can be compared with the others. */
enum search_method {
  SEARCH_CLIMB = 1, /* changes what it has (climb.h); without it, it draws a schedule after the other */
  SEARCH_GROW = 2,  /* begins with fewer processes (enlarge.h) */
  SEARCH_HELP = 4,  /* plays changes also with repair for those who come to wait (repair.h) */
  SEARCH_ALL = 7
};

/* "all", "draw" (none of them), or names with + between: "climb+help". */
bool search_methods_parse(const char *text, unsigned *methods, struct error *e);

struct search_progress {
  uint32_t n;      /* the size at which it is searched now */
  uint32_t pass;   /* from 1 */
  uint64_t effort; /* so far */
  uint64_t best;   /* at the N that was asked for */
};

struct search_limits {
  uint64_t effort; /* steps; 0: no limit */
  double seconds;  /* 0: no limit */
  size_t memory;   /* bytes for states; 0: no limit */
  uint32_t threads;
  struct ranks *ranks;     /* over which the climbers are spread; NULL: this process is alone */
  const char *keep;        /* the file in which the search is kept (checkpoint.h); NULL: it is not */
  bool resume;             /* it goes on from there */
  atomic_bool *interrupt;  /* may be NULL */
  struct heartbeat *heart; /* may be NULL */
  void (*tell)(void *listener, const struct search_progress *);
  void *listener;
};

struct search_spec {
  struct search_goal goal;
  uint32_t observed; /* 0: whoever can be made to pay most */
  uint64_t seed;
  unsigned methods; /* enum search_method */
  struct search_limits limits;
};

struct searched {
  uint32_t process; /* who pays */
  uint64_t worst;   /* so much at least */
  uint64_t effort;
  bool interrupted;
  struct witness witness;
};

/* False: *e tells what is wrong with the algorithm, or with what was asked. On several ranks it is joint, and all get
 * the same answer. */
bool search(const struct search_spec *spec, struct searched *out, struct error *e);
void searched_free(struct searched *searched);

#endif
