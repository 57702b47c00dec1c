/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * checkup.h: an algorithm file looked at from all sides, for its author:
 *
 *   function   its step function is one: every entry of its tables, asked again, is answered alike
 *   (tables/grow_again.c)
 *   lines      each line of the figure is executed by somebody, in some schedule
 *   values     no private variable holds a value that nothing depends on: it would multiply the states
 *   ranges     no register leaves its declared range
 *   claims     what the file claims of P1 to P7 and of invariants holds
 *   mutants    small mistakes in it are noticed (mutant.h); one that is not is a line that may be redundant
 *
 * Tables are made for two to five processes, as far as they are not too large. Lines are those of the scopes of
 * detection.h, of a process that is alone, and of two that recover; the rest is about the former.
 */
#ifndef EXPLORE_MUTANTS_CHECKUP_H
#define EXPLORE_MUTANTS_CHECKUP_H

#include "explore/mutants/detection.h"

/* Local states of a process, and how many would be enough if none held a dead value. */
struct checkup_locals {
  uint32_t n, process, locals, enough;
};

struct checkup {
  struct detection detection;
  struct sessions *any_of_two; /* for which tables are made */
  uint64_t asked;              /* entries of the tables, of all scopes */
  bool *executed;              /* [line] */
  struct checkup_locals worst; /* where most are too many, by their share */
  struct mutation *mutation;
  struct detection_result *verdict; /* [n_mutants] */
  uint32_t n_mutants, caught;
};

/* An eighth more local states than needed is nothing to tell: what only later turns of a loop use is dead in the last.
 * */
static inline bool checkup_has_dead_values(const struct checkup *c)
{
  return 8 * (uint64_t)c->worst.locals > 9 * (uint64_t)c->worst.enough;
}

/* False: it cannot be explored, or *e says what is wrong with it: it is no function, or a register leaves its range. */
bool checkup_create(struct checkup *checkup, const struct rmr_algorithm *algorithm, const struct explore_limits *limits,
                    struct error *e);
void checkup_free(struct checkup *checkup);

/* The property (from 1) that it claims and that fails in a scope of the list, or 0. Claims that need a clock are not
 * judged. */
uint32_t checkup_broken_claim(const struct checkup *checkup, uint32_t scope);

#endif
