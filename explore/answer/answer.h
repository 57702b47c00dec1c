/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * answer.h: what can be asked of the explorer, and what its answers consist of: costs and properties. explore.h asks
 * for all of it.
 */
#ifndef EXPLORE_ANSWER_ANSWER_H
#define EXPLORE_ANSWER_ANSWER_H

#include "base/property.h"
#include "explore/answer/gap.h"
#include "explore/answer/witness.h"
#include "explore/engines/engine.h"

struct explore_spec {
  struct system_spec setup;             /* passages: of each process; the observed one makes one. 0: without end */
  uint32_t observed;                    /* whose cost: 1..n, or 0: everybody's, one after the other */
  enum cost_id cost;                    /* COST_NONE: no costs are asked for */
  struct cost_lines lines;              /* of COST_LINE and COST_RMR_AT_LINE */
  bool check[N_PROPERTIES];             /* by enum property_id; PROPERTY_INVARIANTS: all that the algorithm declares */
  uint32_t rate;                        /* of PROPERTY_RATE: the least ticks from an entry to the next */
  const struct automata_change *change; /* NULL: the algorithm as it is. Witnesses are schedules of the changed one */
  rmr_word cap;                         /* of registers without a declared maximum; 0: see explore_cap */
  bool answered; /* something else has been: what cannot be begun ends as a bound, not as an error */
  struct explore_limits limits;
};

/* What a process can be made to pay in one passage. */
struct explored_cost {
  uint32_t process;
  bool complete; /* the exact worst case; else a lower bound */
  bool unbounded;
  bool refused; /* by the system, of the memory that was allowed: see struct explored */
  bool capped;  /* a register without bound would have passed the cap: exact up to there. Not of what is unbounded */
  uint64_t worst, states, transitions;
  enum engine_kind engine; /* that answered, and says what states are; ENGINE_NONE: there was no time to begin */
  struct witness witness;
};

/* NOT_DECIDED: it was asked, and nothing was found that breaks it before the search was cut short. */
enum explored_verdict { VERDICT_NOT_CHECKED, VERDICT_NOT_DECIDED, VERDICT_HOLDS, VERDICT_FAILS };

struct explored_property {
  enum explored_verdict verdict;
  bool complete, capped; /* complete: all states were looked at */
  bool unfinished; /* it was cut short before all that was found had been looked at: NOT_DECIDED, unless it fails */
  bool cut;        /* memory or time ended before a witness of it was found: then NOT_DECIDED, too */
  bool rests; /* FAILS, P7: somebody has made all its passages there, and a further one might help: it fails for so many
                 passages, and longer runs are open */
  uint32_t process, other; /* FAILS: of whom; P5: and the other. 0: nobody in particular */
  uint64_t bound;          /* P3, P4, BCSR: the most own steps that anybody can take; response: the most ticks;
                              rate: the least, or GAP_NONE */
  uint64_t states;         /* that were looked at, where the search was cut short */
  struct witness witness;  /* of FAILS; and of as many ticks, or as few */
};

struct explored {
  struct explored_cost *cost; /* [n_costs], by process */
  uint32_t n_costs;
  struct explored_property property[N_PROPERTIES];        /* from 1: invariants have a verdict each */
  struct explored_property invariant[RMR_MAX_INVARIANTS]; /* [n_invariants]: as the algorithm's table has them */
  uint32_t n_invariants;                                  /* 0: there are none, or they were not asked for */
  enum engine_kind engine;      /* of the search for the properties; ENGINE_NONE: there was none */
  uint64_t states, transitions; /* of the search for the properties; if there was none, of all searches for costs */
  rmr_word
    *largest; /* [group * RMR_MAX_FIELDS + field]: the largest value; -1: not known. NULL if no property was checked */
  rmr_word cap;
  bool complete; /* nothing was cut short by memory or interrupt */
  bool refused;  /* the system had less memory than was allowed: on another machine the answer may be another */
};

bool explore_cost(const struct explore_spec *spec, uint32_t observed, struct explored_cost *out, struct error *e);
bool explore_properties(const struct explore_spec *spec, struct explored *out, struct error *e);

/* Whether the property means anything in the setup: there is a doorway, somebody recovers, or time passes, if it needs
 * that; or there are invariants. */
bool explore_applies(const struct system_spec *setup, enum property_id id);

/* Whether there is anything but costs to be found out. */
bool explore_asks_properties(const struct explore_spec *spec);

/* All invariants together, as one property: the first that fails, else any of them; NULL: there are none. */
const struct explored_property *explored_invariants(const struct explored *explored);

/* Fails if a register left its declared range by one of the moves taken. Tells whether one would have passed the
 * cap. */
bool explore_ranges(const struct space *space, const uint8_t *taken, bool *capped, struct error *e);

#endif
