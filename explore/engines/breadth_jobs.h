/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * breadth_jobs.h: the two parallel jobs of a breadth-first search (breadth.h), and their data. The first makes
 * successors, in queues; the second takes from these what is new. A thread that is alone does both in one.
 */
#ifndef EXPLORE_ENGINES_BREADTH_JOBS_H
#define EXPLORE_ENGINES_BREADTH_JOBS_H

#include <stdatomic.h>

#include "explore/engines/breadth.h"
#include "explore/engines/grace_period.h"
#include "explore/graph/bitset.h"
#include "explore/graph/queue.h"

enum { BREADTH_RUNS = 32 }; /* in a block */

/* States of the level that are next to each other in one queue. */
struct breadth_run {
  uint32_t part, begin, end;
};

/* Runs of a block whose successors are made together. Small levels have few states in each of many queues. */
struct breadth_chunk {
  uint32_t begin, end; /* runs */
};

/* The reasons why a move is more than an addition: some of its flags (space.h), and that nobody has made it yet. Most
 * moves have none of them, so the loop looks at one number. */
enum { HEED_NEW = 1 << 8, HEED_FLAGS = MOVE_NONE | MOVE_SAME | MOVE_ENTERS };

/* The results of a thread, added up when the block is done. */
struct breadth_counts {
  uint64_t transitions;
  uint32_t paid; /* the most on any path to a state */
  enum violated violated;
};

struct breadth_search {
  const struct space *space;
  const struct explore_limits *limits;
  struct breadth *out;
  enum breadth_watch watch;
  bool keep;
  uint64_t begun; /* initial states */
  uint32_t words;
  struct bitset bitset; /* size 0: it cannot be used */
  bool uses_bits;       /* it is used, and the visited set is empty */
  uint64_t before;      /* states of the levels before the current one */
  struct queue now[VISITED_PARTS], next[VISITED_PARTS];
  struct breadth_run run[BREADTH_RUNS];     /* of the block */
  struct breadth_chunk chunk[BREADTH_RUNS]; /* of the block: at most as many */
  uint32_t n_chunks;
  bool at_once;                        /* one thread makes the block, and inserts the successors itself */
  struct queue (*made)[VISITED_PARTS]; /* [chunk][part]: successors that wait for the second job */
  uint32_t run_states;                 /* in a run, at most */
  atomic_ushort *heed;                 /* [move]: HEED_NEW, and those of HEED_FLAGS that it has */
  struct breadth_counts *counts;       /* [thread] */
  uint32_t threads;
  bool full[VISITED_PARTS];
  struct unpacked *room;          /* [part]: for invariants; NULL: none are asked for */
  uint32_t broken[VISITED_PARTS]; /* those violated in the part */
  bool late;                      /* it begins after an interrupt: nothing is known yet, so it has a grace period */
  struct grace_period grace;
};

/* The first job: the successors of a chunk, and what is new among them where one thread does all (at_once). */
void breadth_expand(void *search, uint32_t chunk, uint32_t thread);

/* The same where crashed processes stay dead and no costs are asked for. */
void breadth_expand_apart(void *search, uint32_t chunk, uint32_t thread);

/* The second job: inserts the new states of a part. */
void breadth_insert(void *search, uint32_t part, uint32_t thread);

/* Evaluates the invariants in a new state of a part. */
static inline void breadth_look_at(struct breadth_search *s, uint32_t part, const uint64_t *state)
{
  if (s->room != NULL)
    s->broken[part] |= invariants_broken(&s->room[part], state, s->space->spec.invariants & ~s->broken[part]);
}

#endif
