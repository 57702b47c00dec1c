/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * automaton.h: processes as finite automata, and what happens by itself as well.
 *
 * A process is deterministic: what it does next depends on its local state and on the value that it reads, on nothing
 * else. So the step function is asked once for each (local state, value) and never again: a process becomes a table.
 * Local states are numbered per process, values are numbered per register, in the order of discovery.
 *
 * The tables are closed over all values that any process could write to a register, whether or not a schedule makes it
 * happen: an over-approximation that costs a few rows and makes the tables complete before the search begins. A value
 * outside the declared range leads to AUTOMATON_OUTSIDE, a register that there is not to AUTOMATON_STRAY, a value above
 * the cap of an unbounded register to AUTOMATON_CAPPED; that matters only if the search really goes there.
 *
 * A local state here is the algorithm's own, together with the session and the number of the passage (where the
 * passages are counted), and the section, which depends on how the process came to its line.
 *
 * What can happen by itself is an actor of its own behind the processes (environment.c). A change of the algorithm's
 * has one local state, and its access takes the register from one value to the next. Whether a process can crash, and
 * whether the lease for which it is responsible can run out, depends on that process: such an actor has no local states
 * of its own but stands where the process stands. A crash takes the process to the local state `dead`, in which it
 * stays unless a new one takes its place; or, where processes recover, to the local state in which it stands before its
 * first line again, with the session and the passages that it had. A crash of all processes at once has one local
 * state: what it does is not in a table, but in graph/crashes.c. The local states of processes that look at their
 * identity are those of each identity.
 *
 * Where there is time, a local state has its timers as well, and a tick takes it to another one (ticks.h).
 *
 * As the step function is asked here and nowhere else, whoever wants tables of another algorithm than the one that is
 * given (explore/mutants/) changes them here: see struct automata_change.
 */
#ifndef EXPLORE_TABLES_AUTOMATON_H
#define EXPLORE_TABLES_AUTOMATON_H

#include <stdatomic.h>

#include "base/budget.h"
#include "base/child.h"
#include "explore/tables/ticks.h"

/* Entries of automaton.next that are no local states. ABSENT: a change that cannot happen to a register with this
 * value; or a tick in a local state that is overdue. STRAY: the pending access would be one of a register that its
 * group does not have. */
#define AUTOMATON_OUTSIDE UINT32_MAX
#define AUTOMATON_CAPPED  (UINT32_MAX - 1)
#define AUTOMATON_ABSENT  (UINT32_MAX - 2)
#define AUTOMATON_STRAY   (UINT32_MAX - 3)

#define AUTOMATON_NO_LOCAL UINT32_MAX

/* What is fixed of a local state. */
struct automaton_local {
  struct rmr_op op;
  uint32_t session;     /* of the passage it is in, or of the next one in the remainder */
  uint32_t passages;    /* completed; stays 0 where they are without end */
  uint32_t before;      /* how many processes were in its place before; stays 0 where nobody looks at identities */
  uint32_t inherited;   /* leases, bit per group, that were there when it came, and that it has not written to */
  uint8_t section;      /* enum rmr_section */
  bool done;            /* has made all its passages: it takes no more steps */
  bool waits;           /* at a delay that is not over: it takes none now */
  bool restarted;       /* has crashed, and made no step since */
  uint32_t restart;     /* where a crash takes it that it recovers from; AUTOMATON_NO_LOCAL: it cannot crash */
  uint32_t first_next;  /* in automaton.next: the successors, by number of the value before the access */
  uint32_t first_value; /* the same for automaton.written; of meaning for operations that write */
};

/* What an actor behind the processes does. */
struct automata_event {
  rmr_action action;
  uint32_t process;    /* whose local state is that of the actor; 0: it has one, in which it stays */
  bool in_life;        /* of an expiry: it happens while that process is alive */
  enum limit_id limit; /* what counts it */
};

struct automaton {
  uint32_t n_locals, capacity;
  uint32_t dead; /* of a process that may crash and stop: its local state then, the first of one for each identity; else
                    AUTOMATON_NO_LOCAL */
  struct automaton_local *local;
  unsigned char *state;      /* [local * state_size]: the algorithm's own local state */
  struct ticks_local *timer; /* [local]; NULL: there is no time */
  uint32_t *tick;            /* [local]: the local state one tick later, or ABSENT; NULL: there is no time */
  uint32_t *next;            /* [first_next + value number * choices + choice] */
  uint32_t *written;         /* [first_value + value number]: number of the value after the access */
  size_t n_next, n_written;
  uint32_t *initial; /* [choice * skews + skew]: where it stands at first */
  uint32_t *heir;    /* [before * choices + choice]: where the one after so many others does; NULL: nobody comes */
  uint32_t *slots, n_slots;
};

/* The numbered values of one register. */
struct register_values {
  uint32_t n, capacity;
  rmr_word *value;
  uint32_t first_initial, n_initial; /* numbers of the values that it may have at first */
  uint32_t *tick;                    /* [value]: its number one tick later; NULL: it holds no time */
};

struct automata;

/* Somebody who has the tables made otherwise than the step function says. NULL instead of one: nobody does. */
struct automata_change {
  struct rmr_op (*access)(const void *self, const struct automata *,
                          struct rmr_op); /* the pending access instead of this one */
  rmr_word (*reply)(const void *self, const struct automata *, const struct rmr_op *); /* what a LOCAL access finds */
  void (*close)(const void *self, struct automata *);                                  /* the tables are closed */
  const void *self;
};

struct automata {
  struct system *system;
  const uint32_t *passages;     /* [1..n] how many each process makes; 0: without end */
  uint32_t n;                   /* processes */
  uint32_t n_actors;            /* the processes, and behind them what can happen by itself */
  struct automata_event *event; /* [n+1..n_actors] */
  uint32_t n_registers;
  struct ticks ticks;             /* of the clock, if there is one */
  uint32_t skews;                 /* how many clocks there may be that are not alike; 1 without time */
  uint32_t choices;               /* sessions that a passage may ask for, where the rule is any:K; else 1 */
  rmr_word cap;                   /* of registers without a declared maximum */
  struct automaton *process;      /* [1..n_actors] */
  struct register_values *values; /* [var] */
  uint32_t *asked;                /* [1..n]: for table_growth.h, the sessions that the step functions are handed */
  struct budget *budget;          /* from which the tables are taken */
  atomic_bool *interrupt;         /* of making them, and what is made of them; may be NULL */
};

/* Whether an entry of automaton.next is a local state. */
static inline bool automaton_goes_on(uint32_t next)
{
  return next < AUTOMATON_STRAY;
}

/* How many identities are told apart in one place. */
static inline uint32_t automata_identities(const struct automata *a)
{
  return a->system->algorithm->identities ? a->system->spec.faults.limit[LIMIT_ARRIVALS] + 1 : 1;
}

/* Whether the process in this local state is dead. */
static inline bool automaton_is_dead(const struct automata *a, const struct automaton *m, uint32_t local)
{
  return m->dead != AUTOMATON_NO_LOCAL && local - m->dead < automata_identities(a);
}

/* How many values the row of a local state has. */
static inline uint32_t automaton_values(const struct automata *a, const struct automaton_local *local)
{
  return local->done || local->waits ? 0 : !rmr_kind_accesses(local->op.kind) ? 1 : a->values[local->op.var].n;
}

/* Whether there is no time to go on with the tables. */
static inline bool automata_interrupted(const struct automata *a)
{
  return a->interrupt != NULL && atomic_load(a->interrupt);
}

/* What an actor does from one of its local states, by the given choice of a session. */
static inline rmr_action automata_action(const struct automata *a, uint32_t actor)
{
  return actor <= a->n ? actor : a->event[actor].action;
}

/* How far tables may grow, as there can be many more rows and values than a search would ever meet. */
struct table_limits {
  uint32_t locals;       /* local states of each process */
  struct budget *budget; /* from which they are taken, and which must have room for what is made of them; may be NULL */
  atomic_bool *interrupt; /* may be NULL */
  /* Beats from row to row, and rests when the tables are made: from there on nobody asks the algorithm's own code. May
   * be NULL. */
  struct heartbeat *heart;
  bool again; /* what is built in is asked again, too (grow_again.c) */
};

/* What is said of an entry STRAY: which register the process would access. Returns false. */
bool automata_refuse_stray(const struct automata *a, uint32_t p, uint32_t local, uint32_t value, uint32_t choice,
                           struct error *e);

/* Two reasons why there are no tables. Return false. */
bool automata_refuse_size(const struct automata *a, struct error *e);
bool automata_refuse_late(const struct automata *a, struct error *e);

/* --- environment.c, for automaton.c ------------------------------------------------------------------------------- */

/* Fills a->event and a->n_actors. */
void automata_list_events(struct automata *a);

/* Makes the tables of an actor that crashes a process or has a lease run out, from those of the process. */
void automata_make_fault(struct automata *a, uint32_t actor);

/* Builds and closes the tables. passages[1..n] is kept by reference; setup->passages is not
 * looked at. cap: the largest value of unbounded registers. Fails where a limit is met. */
bool automata_create(struct automata *a, const struct system_spec *setup, const uint32_t *passages, rmr_word cap,
                     const struct automata_change *change, struct table_limits limits, struct error *e);
void automata_free(struct automata *a);

#endif
