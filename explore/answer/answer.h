/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * answer.h: the questions to the explorer, and its answers: costs and properties. explore.h asks for all of them.
 */
#ifndef EXPLORE_ANSWER_ANSWER_H
#define EXPLORE_ANSWER_ANSWER_H

#include "base/property.h"
#include "explore/answer/gap.h"
#include "explore/answer/likeness.h"
#include "explore/answer/witness.h"
#include "explore/engines/engine.h"

struct explore_spec {
  struct system_spec setup;             /* passages: of each process; the observed one makes one. 0: without end */
  uint32_t observed;                    /* the process whose cost is asked for: 1..n, or 0: each process in turn */
  enum cost_id cost;                    /* COST_NONE: no costs are asked for */
  struct cost_lines lines;              /* of COST_LINE and COST_RMR_AT_LINE */
  bool check[N_PROPERTIES];             /* by enum property_id; PROPERTY_INVARIANTS: all that the algorithm declares */
  uint32_t rate;                        /* of PROPERTY_RATE: the least ticks from an entry to the next */
  const struct automata_change *change; /* NULL: the algorithm as it is. Witnesses are schedules of the changed one */
  rmr_word cap;                         /* of registers without a declared maximum; 0: see explore_cap */
  bool up_to_renaming;     /* states may be taken up to renaming of processes, where that changes no other answer */
  struct witness *outside; /* gets the run to where a register leaves its range, which ends in an error; NULL: nobody
                              asks */
  bool answered; /* another question has been answered: a search that cannot begin ends as a bound, not as an error */
  struct explore_limits limits;
};

/* The space that a question is about, before anything is observed in it. */
static inline struct space_spec explore_space(const struct explore_spec *spec)
{
  return (struct space_spec){.setup = spec->setup,
                             .change = spec->change,
                             .cap = spec->cap,
                             .up_to_renaming = spec->up_to_renaming,
                             .memory = spec->limits.memory,
                             .interrupt = spec->limits.interrupt,
                             .heart = spec->limits.heart};
}

/* The worst-case cost of a process in one passage. */
struct explored_cost {
  uint32_t process;
  bool complete; /* the exact worst case; else a lower bound */
  bool unbounded;
  bool refused; /* the system refused memory below the limit: see struct explored */
  bool capped;  /* an unbounded register would have passed the cap: exact up to there. Not set if `unbounded` */
  bool full;    /* a write found no room in its buffer: likewise */
  uint64_t worst, states, transitions;
  bool renamed;            /* `states` are up to renaming of the other processes */
  enum engine_kind engine; /* that answered, and defines what a state is; ENGINE_NONE: there was no time to begin */
  struct witness witness;
};

/* NOT_DECIDED: it was asked, and the search was cut short before it found a violation. */
enum explored_verdict { VERDICT_NOT_CHECKED, VERDICT_NOT_DECIDED, VERDICT_HOLDS, VERDICT_FAILS };

struct explored_property {
  enum explored_verdict verdict;
  bool complete, capped; /* complete: all states were explored */
  bool full;             /* a write found no room in its buffer: it holds for buffers of this size */
  bool unfinished;       /* it was cut short before all found states were examined: NOT_DECIDED, unless it fails */
  bool cut;              /* memory or time ended before a witness of it was found: then NOT_DECIDED, too */
  bool rests;    /* FAILS, P7: a process has made all its passages there, and a further one might help: it fails for
                 this number of passages, and longer runs are open */
  bool recovers; /* HOLDS, P3: of Recover as well as of the exit */
  uint32_t process, other; /* FAILS: the process; P5: and the other. 0: no particular one */
  uint64_t bound;          /* P3, P4, BCSR: the most own steps of any process; response: the most ticks; rate: the
                              fewest, or GAP_NONE */
  uint64_t states;         /* explored before the search was cut short */
  struct witness witness;  /* of FAILS; and of the most, or fewest, ticks */
};

struct explored {
  struct explored_cost *cost; /* [n_costs], by process */
  uint32_t n_costs;
  struct explored_property property[N_PROPERTIES];        /* from 1: each invariant has its own verdict */
  struct explored_property invariant[RMR_MAX_INVARIANTS]; /* [n_invariants]: in the order of the algorithm's table */
  uint32_t n_invariants;                                  /* 0: there are none, or they were not asked for */
  enum engine_kind engine;      /* of the search for the properties; ENGINE_NONE: there was none */
  uint64_t states, transitions; /* of the search for the properties; if there was none, of all searches for costs */
  rmr_word
    *largest; /* [group * RMR_MAX_FIELDS + field]: the largest value; -1: not known. NULL if no property was checked */
  rmr_word cap;
  uint32_t buffer; /* the size of buffers with which the answer was found; where none was full, it holds for all */
  struct likeness *alike; /* which processes are alike, so that one was asked for the others; NULL: not asked for, or
                             none are */
  bool renamed;           /* `states` are up to renaming of processes */
  struct combinations *familiar; /* of PROPERTY_ROBUST: those reached without buffers; NULL: it was not asked for */
  bool complete;                 /* nothing was cut short by memory or interrupt */
  bool refused; /* the system had less memory than the limit: the answer may differ on another machine */
};

bool explore_cost(const struct explore_spec *spec, uint32_t observed, struct explored_cost *out, struct error *e);
bool explore_properties(const struct explore_spec *spec, struct explored *out, struct error *e);

/* Whether the property is defined in the setup: there is a doorway, a process recovers, or time passes, if it needs
 * that; or there are invariants. */
bool explore_applies(const struct system_spec *setup, enum property_id id);

/* Whether anything but costs is asked for; whether regions are to be searched. */
bool explore_asks_properties(const struct explore_spec *spec);
bool explore_asks_regions(const struct explore_spec *spec);

/* All invariants together, as one property: the first that fails, else any of them; NULL: there are none. */
const struct explored_property *explored_invariants(const struct explored *explored);

/* Fails if one of the moves taken leads a register out of its declared range. *capped: whether one would have passed
 * the cap; *full: whether a write found no room in its buffer. */
bool explore_ranges(const struct space *space, const uint8_t *taken, bool *capped, bool *full, struct error *e);

/* The fewest steps to such a move, and that as the last one; *e then tells of that. Not found: memory or time ended
 * first. */
void explore_outside(const struct explore_spec *spec, struct witness *out, struct error *e);

#endif
