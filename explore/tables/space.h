/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * space.h: the state space that is explored, made ready for the inner loop.
 *
 * The tables of the automata say which local state and which value follow; here they become operations on the packed
 * words. A step of a process changes the number of its local state and the number of a register's value. That is one
 * addition per word, whose summand depends on the move only. An AND removes the copies that the step destroys; an OR
 * adds the copy that it brings. So a successor is one load per process, an addition, an AND and an OR.
 *
 * A tick changes every field, so it is no addition: successors.h looks it up in the tables.
 *
 * Three rules identify states that the cost of the observed process does not distinguish:
 *   - a copy of a register that it will not read any more in its passage is dropped (and ownership of one it will not
 *     write);
 *   - when it has made its passage, nothing of its copies is kept;
 *   - where it will read nothing more before its passage ends, its remaining cost is settled, whatever the others do.
 *     There only its own steps are taken (not under cc-writeback, where the others can take its ownership away, and not
 *     when steps of the others are counted).
 */
#ifndef EXPLORE_TABLES_SPACE_H
#define EXPLORE_TABLES_SPACE_H

#include "explore/tables/canonical.h"
#include "explore/tables/packing.h"
#include "model/cost.h"

enum move_flag {
  MOVE_OUTSIDE = 1,  /* a register leaves its declared range: there is no such move */
  MOVE_CAPPED = 2,   /* an unbounded register passes the cap: the same */
  MOVE_SAME = 4,     /* the choice of session makes no difference here; choice 0 stands for all */
  MOVE_ENTERS = 8,   /* completes the entry */
  MOVE_BEGINS = 16,  /* the first access of a passage, also after a crash */
  MOVE_ABSENT = 64,  /* a change that cannot happen to this value: there is no such move, and nothing is wrong */
  MOVE_STRAY = 128,  /* the process would access a register that does not exist: there is no such move */
  MOVE_PROVISO = 32, /* cycle proviso: the process cannot return to this line (by reads alone, if it is a read) */
};

enum space_weight { SPACE_WEIGHT_NOTHING, SPACE_WEIGHT_ALWAYS, SPACE_WEIGHT_UNLESS };

/* A local state of a process as the inner loop needs it: the place of the value that its access finds, and its first
 * move. */
struct space_row {
  uint64_t mask;
  uint32_t first;  /* move of value number 0 and choice 0; SPACE_DONE: it takes no more steps */
  uint32_t access; /* the register, times two, plus 1 if it may be written; SPACE_NO_ACCESS */
  uint8_t word, shift;
  uint8_t weigh, unless_word; /* enum space_weight: the weight of a step from here; UNLESS: this bit is set */
  uint8_t fence;              /* weight of the step as a fence, beside that */
  bool mortal : 1;            /* of a process: it can crash here, as long as crashes are left */
  bool looks : 1;             /* it reads a lease with per-reader expiry: if this bit is set, it finds value 0 */
  uint8_t expired_word, expired_shift;
  uint64_t unless;
};

/* There is no such move. */
#define MOVE_NONE (MOVE_OUTSIDE | MOVE_CAPPED | MOVE_ABSENT | MOVE_STRAY)

#define SPACE_EVERYBODY UINT32_MAX
#define SPACE_DONE      UINT32_MAX
#define SPACE_NO_ACCESS 0xfffeu /* an access takes 16 bits: see packing.h */

/* Registers that a process may still write, or access at all, from a local state on, the pending access included: bit
 * per register. Beside them, what its pending access conflicts with (graph/reduction.h). */
struct space_may_access {
  uint64_t writes, accesses;
  uint64_t pending; /* the bit of its register; 0: there is no access; all bits: it is not to be made first */
  uint32_t against; /* enum reduction_set */
};

/* The attributes of a local state that properties need. */
struct space_label {
  uint32_t session;
  uint32_t name;            /* that a renaming algorithm holds here; 0: none */
  uint8_t section;          /* where the process is */
  uint8_t line_section;     /* to which the pending line belongs; REMAINDER when it is done */
  bool alone;               /* of the observed process: its remaining cost is settled; no other process need move */
  bool done, dead, buffers; /* buffers: writes of it are not in memory yet */
  uint32_t occupies;        /* where writes wait: the session for which it is in the critical section, or has a write of
                               one that is not committed (model/buffer.h) */
  uint32_t inherited;       /* leases, bit per group, that it has found and not written to */
};

/* The process whose costs are counted, or the watched pair: parts of a state beside the processes and the registers. */
struct observer {
  uint32_t process; /* whose copies are kept, 1..n; 0: nobody's */
  enum cost_id cost;
  struct cost_lines lines;          /* of COST_LINE and COST_RMR_AT_LINE */
  uint32_t pair_first, pair_second; /* first come, first served between these two; 0: not watched */
};

struct space_spec {
  struct system_spec setup;             /* passages: of all but the observed process, which makes one; 0: without end */
  const struct automata_change *change; /* NULL: the tables of the algorithm as it is */
  rmr_word cap;                         /* largest value of registers without a declared maximum */
  struct observer observer;
  bool minimise;           /* merges bisimilar local states (bisimulation.h); else labels hold all that is asked for */
  uint32_t invariants;     /* bits: those to evaluate in every state; then nothing is merged, whatever `minimise`
                              says */
  bool up_to_renaming;     /* states that renamings of processes lead to each other may be taken as one */
  uint32_t apart;          /* a process that keeps its name, as the question is about it; 0: none */
  bool owed;               /* remembers a process that crashed in the critical section until it is there again */
  size_t memory;           /* bytes that the tables may take, and then the search; 0: no limit */
  atomic_bool *interrupt;  /* interrupts making the tables; may be NULL */
  struct heartbeat *heart; /* may be NULL */
};

/* The events beside the steps of processes: faults, leases, time. Their actors stand behind the processes. */
struct environment {
  bool any;                        /* processes may crash, leases may run out, or there is time */
  uint32_t tick;                   /* the actor that is the clock; 0: there is no time */
  bool recovers;                   /* a crashed process starts again */
  bool commits;                    /* writes wait in buffers; events are commits, and changes of the environment */
  uint32_t *crashes;               /* [actor]: the process that it crashes: 1..n, or SPACE_EVERYBODY; 0: none */
  bool stops;                      /* the only events are crashes and expiries, a crashed process stays dead and is
                                      not replaced, and no lease depends on local states of live processes */
  uint32_t first_crash, n_crashes; /* the actors that crash processes */
  bool per_reader;                 /* per-reader expiry of leases */
  uint64_t **keeps;                /* [1..n][local]: leases that do not expire while the process is there: bit per
                                      entry of `kept`; NULL: local states keep none */
  uint32_t kept[64], n_kept;       /* registers */
};

struct space {
  struct space_spec spec;
  struct budget *budget; /* pays for the tables, and for all that a search finds */
  struct automata automata;
  struct packing layout;
  uint32_t n, words, choices;
  uint32_t n_actors;                    /* the processes, and behind them the events: see automaton.h */
  uint32_t *passages;                   /* [1..n] */
  struct space_row **row;               /* [actor][local] */
  struct space_label **label;           /* [actor][local] */
  struct rmr_seen **seen;               /* [1..n][local]: its view for invariants; NULL: none are asked for */
  struct space_may_access **may_access; /* [actor][local], made by graph/reduction.h; NULL: orders are not reduced */
  struct environment env;
  struct symmetry *symmetry; /* NULL: every state stands for itself alone */
  bool roams;                /* of a space with may_access: a process can cycle by reads alone, over several lines */
  const struct combining *familiar; /* the combinations of local states that are reached without buffers
                                       (graph/combinations.h); NULL: they are not asked for */
  uint64_t *add, *keep, *put;       /* [move * words]: state = ((state + add) & keep) | put */
  uint8_t *flags;                   /* [move] */
  uint32_t *first_move;             /* [1..n_actors+1]: the moves of an actor begin here */
  uint32_t n_moves;
};

bool space_create(struct space *space, const struct space_spec *spec, struct error *e);
void space_free(struct space *space); /* call it after the results of searches in it are freed */
void space_drop_may_access(struct space *space);

/* Calls visit for each initial state: every choice of first sessions, and every value of registers initialised
 * arbitrarily. Stops where it returns false. */
bool space_initial(const struct space *space, bool visit(void *self, const uint64_t *state), void *self);

static inline uint32_t space_local(const struct space *space, const uint64_t *state, uint32_t p)
{
  return field_get(state, &space->layout.local[p]);
}

/* Whether some process may still crash. */
static inline bool space_may_crash(const struct space *space, const uint64_t *state)
{
  return field_get(state, &space->layout.left[LIMIT_CRASHES]) != packing_left(&space->layout.left[LIMIT_CRASHES], 0);
}

/* Whether the lease has run out for P_p alone. */
static inline bool space_expired_for(const struct space *space, const uint64_t *state, uint32_t var, uint32_t p)
{
  return (field_get(state, &space->layout.expired[var]) >> (p - 1) & 1) != 0;
}

static inline const struct space_label *space_label_of(const struct space *space, const uint64_t *state, uint32_t p)
{
  return &space->label[p][space_local(space, state, p)];
}

/* The process for whom an actor acts; 0: none in particular. */
static inline uint32_t space_owner(const struct space *space, uint32_t actor)
{
  return actor <= space->n ? actor : space->automata.event[actor].process;
}

/* Whether the passages of P_p and P_q exclude each other. */
static inline bool space_conflict(const struct space *space, uint32_t p, const struct space_label *a, uint32_t q,
                                  const struct space_label *b)
{
  return system_conflict(space->automata.system, p, a->session, q, b->session);
}

/* Whether the actor crashes P_p, perhaps with all the others. */
static inline bool space_crashes(const struct space *space, uint32_t actor, uint32_t p)
{
  return actor > space->n && space->env.crashes[actor] != 0 &&
         (space->env.crashes[actor] == p || space->env.crashes[actor] == SPACE_EVERYBODY);
}

/* The actor of a move, the local state it starts from and the value number it finds. */
struct space_origin {
  uint32_t process, local, value;
};
struct space_origin space_origin(const struct space *space, uint32_t move);

#endif
