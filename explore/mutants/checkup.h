/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * checkup.h: all checks of an algorithm file, for its author:
 *
 *   function   its step function is a function: every entry of its tables is the same when computed again
 *   (tables/grow_again.c)
 *   lines      each line of the figure is executed by some process in some schedule
 *   values     no private variable holds a dead value, which would multiply the states
 *   ranges     no register leaves its declared range
 *   claims     the file's claims about P1 to P7 and invariants hold; also with a crash of each kind that it survives
 *   mutants    small mistakes in it are noticed (mutant.h); an unnoticed one points to a redundant line
 *
 * Tables are made for two to five processes, or as many as are asked for, as far as they are not too large. Lines are
 * checked in the scopes of detection.h, for one process alone, and for two that recover; the rest is checked in the
 * scopes of detection.h only.
 */
#ifndef EXPLORE_MUTANTS_CHECKUP_H
#define EXPLORE_MUTANTS_CHECKUP_H

#include "explore/mutants/detection.h"

/* Local states of a process, and how many would suffice if none held a dead value. */
struct checkup_locals {
  uint32_t n, process, locals, enough;
};

enum { CHECKUP_MOST_N = 5 };

/* Two processes, of which one may crash, or both at once: of a kind that the file claims to survive. */
struct checkup_crash {
  struct faults faults;
  uint32_t passages, broken; /* broken: as of checkup_broken_claims */
};

struct checkup {
  struct detection detection;
  struct sessions *any_of_two; /* for which tables are made as well */
  uint64_t asked;              /* entries of the tables, of all scopes */
  bool *executed;              /* [line] */
  struct checkup_locals worst; /* the worst ratio of locals to enough */
  struct mutant *mutation;
  struct detection_result *verdict;     /* [n_mutants] */
  uint32_t n_mutants, n_judged, caught; /* n_judged < n_mutants: an interrupt came */
  struct checkup_crash crash[N_FAULT_KINDS];
  uint32_t n_crashes; /* those explored to the end */
  uint32_t decided;   /* bit k: a scope, with crashes or without, decides property k */
};

/* An eighth more local states than needed is not reported: a variable that only later turns of a loop use is dead in
 * the last. */
static inline bool checkup_has_dead_values(const struct checkup *c)
{
  return 8 * (uint64_t)c->worst.locals > 9 * (uint64_t)c->worst.enough;
}

/* Whether all was explored that is to be. */
static inline bool checkup_is_complete(const struct checkup *c)
{
  return c->n_judged == c->n_mutants && c->detection.n_left_out == 0;
}

/* False: it cannot be explored, or *e describes its error: it is no function, or a register leaves its range. The code
 * is EXIT_INCOMPLETE where the memory is too small, or an interrupt came before the mutants. */
bool checkup_create(struct checkup *checkup, const struct rmr_algorithm *algorithm, uint32_t most_n,
                    const struct explore_limits *limits, struct error *e);
void checkup_free(struct checkup *checkup);

/* The properties that it claims and that fail in a scope of the list: bit k for property k. Claims that need a clock
 * are not judged. */
uint32_t checkup_broken_claims(const struct checkup *checkup, uint32_t scope);

/* The properties that it claims and that no scope decides, in the same way. */
uint32_t checkup_undecided_claims(const struct checkup *checkup);

/* "N = 2, at most 1 crash with recovery, 2 passages each". */
char *checkup_crash_text(const struct checkup *checkup, const struct checkup_crash *crash, char *out, size_t size);

#endif
