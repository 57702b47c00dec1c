/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * delta.h: which instances of an invariant a step can have broken. An invariant `forall p, q : c` is a statement on
 * every p and q; a step changes the local state of one process and at most one register. Where the invariant held
 * before, only a few instances need to be looked at, and this finds them in the expression: nobody declares them.
 *
 * Let an instance be broken by the step: its negation, pushed inwards to comparisons and the like (literals), was false
 * and is true. Then some literal has become true, with everything that is joined to it by `and` true now, and
 * everything that is joined to it by `or` false before. (Go down from the root: of an `or` that has become true every
 * part was false, and some part is true; of an `and` every part is true, and some part was false.) The literal reads
 * what the step has changed: so P[p] means that p is the process that moved, and A[p, q] that p and q are the indices
 * of the register that was written. The facts beside it determine other names: P[p].other = q, if it is true now, or
 * was true before and `not P[p].other = q` is what has become true. Of neighbours, place_of(p, q) < P[p].k has become
 * true for those between the old k and the new one. A name that nothing determines goes through its list.
 *
 * This makes a rule of each literal; rules that determine the names in the same way are one. The facts that a rule
 * knows are tested as soon as their names are determined, which is for speed alone: at the end stands the whole
 * instance.
 *
 * A rule remembers its causes, as most steps can have none of them: a step from one line to another changes a few
 * locals, and writes to registers of one group or to none (transitions.h).
 */
#ifndef LANGUAGE_DELTA_H
#define LANGUAGE_DELTA_H

#include "language/syntax.h"

enum { MOST_QUANTIFIED = 4, MOST_FACTS = 24, MOST_DELTA_RULES = 40, MOST_BOUNDS = 4, MOST_CAUSES = 8 };

/* `x` is true, or false, now or before the step. */
struct fact {
  const struct expr *x;
  bool holds, before;
  uint32_t known; /* so many names must be known to test it */
};

enum delta_source {
  DELTA_MOVED,      /* the process that moved */
  DELTA_ROW,        /* the first index of the register that was written ... */
  DELTA_COLUMN,     /* ... and the second */
  DELTA_NOW,        /* the value of an expression */
  DELTA_BEFORE,     /* the same before the step: it reads the state of the process that moved alone */
  DELTA_NEIGHBOURS, /* each neighbour of the value, within bounds */
  DELTA_EACH        /* each of the name's list */
};

/* Of the place among the neighbours, from below or from above; the value itself is left out or not. */
struct delta_bound {
  const struct expr *value;
  bool below, open, before;
};

struct delta_name {
  uint32_t which; /* of the names of the invariant */
  enum delta_source source;
  const struct expr *value; /* of NOW, BEFORE and NEIGHBOURS */
  struct delta_bound bound[MOST_BOUNDS];
  uint32_t n_bounds;
};

/* The part that has changed, of those that the literal reads; and facts of the line of the process that moved. */
struct delta_cause {
  const struct expr *read;
  struct fact line[MOST_BOUNDS];
  uint32_t n_lines;
};

struct delta_rule {
  bool written;                            /* a register of the group was written; else: a process moved */
  uint32_t group;                          /* of WRITTEN */
  struct delta_name name[MOST_QUANTIFIED]; /* all of the invariant's, as they become known */
  struct fact fact[MOST_FACTS];
  uint32_t n_facts;
  struct delta_cause cause[MOST_CAUSES];
  uint32_t n_causes; /* beyond the most: there are others */
};

/* An invariant, taken apart. */
struct delta {
  const struct expr *name[MOST_QUANTIFIED]; /* the quantifiers, from outside */
  uint32_t n_names;                         /* 0: the whole invariant is one instance */
  const struct expr *condition;             /* of the innermost; NULL: none */
  const struct expr *body;                  /* of the innermost: true in every instance */
  bool whole;                               /* no rules: every step may concern every instance */
  struct delta_rule rule[MOST_DELTA_RULES];
  uint32_t n_rules;
};

void delta_find(struct delta *delta, const struct expr *invariant);

/* Whether a rule looks at the process as it was before the step. */
bool delta_looks_back(const struct delta *delta);

#endif
