/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fences.h: all minimal sets of fences with which an algorithm is right where writes wait in buffers.
 *
 * With more fences there are fewer runs, so the right sets are determined by the minimal ones. Each wrong run skips
 * some places for fences (skipped.h); a right set has one of them. So the minimal right sets are the minimal hitting
 * sets of what wrong runs skip. The search begins without any wrong run. It asks the explorer about a smallest set that
 * hits all that is known: either it is right, and minimal; or a new wrong run comes of it, and a new set to hit. Of
 * what that run skips, as much as possible is left out first: as long as the property fails with fences everywhere
 * else, fewer places are to blame. So the explorer looks mostly at algorithms with nearly all fences, which have few
 * states.
 *
 * For each right set follow the exact costs of a passage, RMRs and fences; and for each of its fences a run that is
 * wrong without it.
 */
#ifndef EXPLORE_FENCES_FENCES_H
#define EXPLORE_FENCES_FENCES_H

#include "explore/explore.h"

enum { FENCES_MOST_PLACES = 64 };

enum fences_verdict {
  FENCES_OPEN,    /* not asked, or cut short by memory or an interrupt */
  FENCES_RIGHT,   /* over all schedules */
  FENCES_BOUNDED, /* the same, as far as buffers and unbounded registers go */
  FENCES_WRONG
};

/* A wrong run. */
struct fences_run {
  uint64_t without;          /* places: with fences at all others something is wrong, so one of these is necessary */
  enum property_id property; /* PROPERTY_NONE: a process goes astray, and there is no schedule of it: */
  char astray[256];
  uint32_t process;
  struct witness witness;
};

struct fences_costs {
  bool known;
  uint64_t rmr, fences, sum; /* of a passage, the most of any process */
  bool exact, unbounded;     /* exact: else lower bounds */
  bool bounded;              /* exact as far as buffers and unbounded registers go */
};

struct fences_set {
  uint64_t places;
  enum fences_verdict verdict;
  struct fences_costs costs;
  struct fences_costs one_shot;       /* where each process makes one passage; known if `costs` are unbounded */
  uint32_t needs[FENCES_MOST_PLACES]; /* [place]: 1 + the number of a run that is wrong without this fence; 0: none */
};

struct fences_spec {
  struct explore_spec question; /* .check: the properties; its setup has the order, whose fences are ignored */
  bool costs;                   /* ask for those of each set */
  uint8_t surcharge;            /* RMRs that a fence counts for, less one */
};

struct fences {
  uint16_t line[FENCES_MOST_PLACES]; /* of each place, 0: the end of the critical section */
  uint32_t n_places;                 /* that some wrong run skips */
  struct fences_set *set;            /* the minimal ones, the smallest first */
  uint32_t n_sets;
  struct fences_run **run;
  uint32_t n_runs;
  bool hopeless;                             /* the property fails with every set of fences: the last run shows it */
  bool complete;                             /* all minimal sets are known, and right */
  struct fences_costs plain, plain_one_shot; /* with sequential consistency and without fences */
  uint64_t asked, states;                    /* questions to the explorer; the states of all */
};

/* False: *e says why there is no answer. */
bool fences_find(const struct fences_spec *spec, struct fences *out, struct error *e);
void fences_free(struct fences *fences);

/* The order with these fences. */
struct order_spec fences_order(const struct fences *fences, const struct order_spec *order, uint64_t places);

/* The places that every right set has, as far as is known. */
uint64_t fences_necessary(const struct fences *fences);

/* Lines that make a write: bit per line. As far as processes of a small system come. False: that cannot be told. */
bool fences_written(const struct system_spec *setup, uint64_t out[ORDER_LINE_WORDS]);

/* Refuses fences of the user's at lines that write nothing, where the order has some. */
bool fences_fit(const struct system_spec *setup, struct error *e);

#endif
