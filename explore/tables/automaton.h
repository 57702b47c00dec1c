/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * automaton.h: processes, and the events behind them, as finite automata.
 *
 * A process is deterministic: its next step depends only on its local state and the value that it reads. So the step
 * function is called once for each (local state, value) and never again: a process becomes a table. Local states are
 * numbered per process, values are numbered per register, in the order of discovery.
 *
 * The tables are closed over all values that any process could write to a register, whether or not a schedule makes it
 * happen: an over-approximation that costs a few rows and makes the tables complete before the search begins. A value
 * outside the declared range leads to AUTOMATON_OUTSIDE, a register that does not exist to AUTOMATON_STRAY, a value
 * above the cap of an unbounded register to AUTOMATON_CAPPED. That matters only if the search reaches such an entry.
 *
 * A local state here is the algorithm's own, together with the session, the number of the passage (where passages are
 * counted), and the section, which depends on how the process reached its line.
 *
 * Each event (a fault, an expiry, a change) is an actor of its own behind the processes (environment.c). A change that
 * the algorithm declares has one local state, and its access takes the register from one value to the next. Whether a
 * process can crash, and whether the lease for which it is responsible can run out, depends on that process: such an
 * actor has no local states of its own but stands where the process stands. A crash takes the process to the local
 * state `dead`, in which it stays unless a new process takes its place. Where processes recover, the crash takes it to
 * the local state before its first line, with the session and the passages that it had. A crash of all processes at
 * once has one local state: its effect is not in a table, but in graph/crashes.c. A process that reads its identity has
 * local states for each identity.
 *
 * Where there is time, a local state has its timers as well, and a tick takes it to another one (ticks.h).
 *
 * Where writes wait in a buffer (model/buffer.h), the buffer is a part of the local state. A write that is issued and a
 * read from the buffer are steps without an access to memory. A commit is an actor that stands where its process
 * stands; it takes the process to the local state with the shorter buffer, and its access is the write.
 *
 * The step function is called here and nowhere else. So a caller that wants the tables of a variant of the algorithm
 * (explore/mutants/) changes them here: see struct automata_change.
 */
#ifndef EXPLORE_TABLES_AUTOMATON_H
#define EXPLORE_TABLES_AUTOMATON_H

#include <stdatomic.h>

#include "base/budget.h"
#include "base/child.h"
#include "explore/tables/ticks.h"

/* Entries of automaton.next that are no local states. ABSENT: a change that cannot happen to a register with this
 * value; or a tick in a local state that is overdue. STRAY: the pending access would be to a register that its group
 * does not have. */
#define AUTOMATON_OUTSIDE UINT32_MAX
#define AUTOMATON_CAPPED  (UINT32_MAX - 1)
#define AUTOMATON_ABSENT  (UINT32_MAX - 2)
#define AUTOMATON_STRAY   (UINT32_MAX - 3)

#define AUTOMATON_NO_LOCAL UINT32_MAX

/* The fixed attributes of a local state. */
struct automaton_local {
  struct rmr_op op;
  uint32_t session;     /* of the passage it is in, or of the next one in the remainder */
  uint32_t passages;    /* completed; stays 0 where they are without end */
  uint32_t before;      /* earlier processes in its place; stays 0 where no process reads its identity */
  uint32_t inherited;   /* leases, bit per group, that it found on arrival and has not written to */
  uint8_t section;      /* enum rmr_section */
  bool done;            /* has made all its passages: takes no more steps */
  bool waits;           /* at a delay that is not over, or until its buffer is empty: takes no step now */
  bool issues;          /* its step puts a write into the buffer; op.kind is LOCAL */
  bool buffers;         /* its buffer is not empty */
  bool full;            /* there is no room in it for the write that is pending */
  bool added;           /* its step is a fence that the order adds */
  bool restarted;       /* has crashed and made no step since */
  uint32_t restart;     /* after a crash from which it recovers; AUTOMATON_NO_LOCAL: it cannot crash */
  uint32_t first_next;  /* in automaton.next: the successors, by number of the value before the access */
  uint32_t first_value; /* the same for automaton.written; valid for operations that write */
};

/* A local state, and where a commit leads from it. */
struct automaton_commit {
  uint32_t local, choice, to;
};

/* The action of an actor behind the processes. */
struct automata_event {
  rmr_action action;
  uint32_t process;    /* the process whose local state the actor shares; 0: it has one of its own */
  bool in_life;        /* of an expiry: it happens while that process is alive */
  enum limit_id limit; /* the limit that counts it */
};

struct automaton {
  uint32_t n_locals, capacity;
  uint32_t dead; /* of a process that may crash and stop: its local state then, the first of those for each identity;
                    else AUTOMATON_NO_LOCAL */
  struct automaton_local *local;
  unsigned char *state;      /* [local * state_size]: the algorithm's own local state */
  struct ticks_local *timer; /* [local]; NULL: there is no time */
  uint32_t *tick;            /* [local]: the local state one tick later, or ABSENT; NULL: there is no time */
  uint32_t *next;            /* [first_next + value number * choices + choice] */
  uint32_t *written;         /* [first_value + value number]: number of the value after the access */
  size_t n_next, n_written;
  uint32_t *initial; /* [choice * skews + skew]: the initial local state */
  uint32_t *heir;    /* [before * choices + choice]: that of a successor with `before` predecessors; NULL: there is
                        none */
  struct automaton_commit *commit; /* by local state; NULL: writes do not wait */
  uint32_t n_commits, commit_capacity;
  uint32_t *slots, n_slots;
};

/* The numbered values of one register. */
struct register_values {
  uint32_t n;
  rmr_word *value;
  uint32_t first_initial, n_initial; /* numbers of the possible initial values */
  uint32_t *tick;                    /* [value]: its number one tick later; NULL: it holds no time */
};

struct automata;

/* Callbacks that change the tables from what the step function says. A NULL callback changes nothing. */
struct automata_change {
  struct rmr_op (*access)(const void *self, const struct automata *,
                          struct rmr_op); /* the pending access instead of this one */
  rmr_word (*reply)(const void *self, const struct automata *, const struct rmr_op *); /* the value that a LOCAL
                                                                                          access finds */
  void (*close)(const void *self, struct automata *);                                  /* the tables are closed */
  const void *self;
};

struct automata {
  struct system *system;
  const uint32_t *passages;     /* [1..n]: passages of each process; 0: without end */
  uint32_t n;                   /* processes */
  uint32_t n_actors;            /* the processes, and behind them the events */
  struct automata_event *event; /* [n+1..n_actors] */
  uint32_t n_registers;
  struct ticks ticks;             /* of the clock, if there is one */
  uint32_t skews;                 /* number of different clocks; 1 without time */
  uint32_t choices;               /* sessions that a passage may ask for, where the rule is any:K; else 1 */
  rmr_word cap;                   /* of registers without a declared maximum */
  struct automaton *process;      /* [1..n_actors] */
  struct register_values *values; /* [var] */
  uint32_t *asked;                /* [1..n]: for table_growth.h: the sessions that step functions receive */
  struct budget *budget;          /* pays for the tables */
  atomic_bool *interrupt;         /* interrupts making and using the tables; may be NULL */
};

/* Whether an entry of automaton.next is a local state. */
static inline bool automaton_goes_on(uint32_t next)
{
  return next < AUTOMATON_STRAY;
}

/* How many identities are distinguished in one place. */
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

/* The action of an actor from one of its local states, for the given choice of a session. */
static inline rmr_action automata_action(const struct automata *a, uint32_t actor)
{
  return actor <= a->n ? actor : a->event[actor].action;
}

/* How far tables may grow, as there can be many more rows and values than a search would ever meet. */
struct table_limits {
  uint32_t locals;        /* local states of each process */
  struct budget *budget;  /* pays for them, and must have room for what is made of them; may be NULL */
  atomic_bool *interrupt; /* may be NULL */
  /* Beats from row to row, and rests when the tables are complete: from then on the algorithm's code is not called.
   * May be NULL. */
  struct heartbeat *heart;
  bool again; /* built-in algorithms are called again, too (grow_again.c) */
};

/* Reports an entry STRAY: the register that the process would access. Returns false. */
bool automata_refuse_stray(const struct automata *a, uint32_t p, uint32_t local, uint32_t value, uint32_t choice,
                           struct error *e);

/* Report that the tables are too large, or that an interrupt came. Return false. */
bool automata_refuse_size(const struct automata *a, struct error *e);
bool automata_refuse_late(const struct automata *a, struct error *e);

/* --- environment.c, for automaton.c ------------------------------------------------------------------------------- */

/* Fills a->event and a->n_actors. */
void automata_list_events(struct automata *a);

/* Makes the tables of an actor that crashes a process or has a lease run out, from those of the process. */
void automata_make_fault(struct automata *a, uint32_t actor);

/* The commit with this choice from a local state; NULL: there is none. */
const struct automaton_commit *automaton_commit_of(const struct automaton *process, uint32_t local, uint32_t choice);

/* Builds and closes the tables. passages[1..n] is kept by reference; setup->passages is ignored. cap: the largest
 * value of unbounded registers. Fails where a limit is met. */
bool automata_create(struct automata *a, const struct system_spec *setup, const uint32_t *passages, rmr_word cap,
                     const struct automata_change *change, struct table_limits limits, struct error *e);
void automata_free(struct automata *a);

#endif
