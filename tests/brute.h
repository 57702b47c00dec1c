/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * brute.h: every schedule of a small system, walked in the plainest way: whole states in a hash table, the algorithm's
 * step function asked anew at every step, all edges kept, and every question answered on that graph. It is what the
 * explorer is compared with, so it shares nothing with it, nor with the simulator: it includes include/rmr only, and is
 * written after docs/model.md.
 *
 * A state of the system is, for every process, the bytes of its local state, the session of the passage it is in (or is
 * about to begin), the number of passages completed where they are counted, and its section; and the value of every
 * register. A process that has made all its passages stands still, and nothing more of it is kept. For the cost of a
 * passage the caches belong to the state too.
 *
 * Where processes may crash, a dead one stands still, and nothing more of it is kept; how many crashes and expiries are
 * left belongs to the state. Where they recover, whether one is owed the critical section, and whether it has made a
 * step since its last crash, belong to it, too.
 *
 * Where there is time, clocks show what they show and registers hold the times that are written; a state has the common
 * time, and when each pending access became pending. So that there is an end of states, those are one that differ by
 * when all of it happens (a whole number of periods, if the algorithm counts them), and by times that are older than
 * anybody cares for.
 *
 * Nobody is ever parked here: a read that changes nothing is an edge from a state to itself.
 *
 * Our own mistakes and algorithms that are too large abort with a message.
 */
#ifndef TESTS_BRUTE_H
#define TESTS_BRUTE_H

#include <rmr/types.h>

enum { BRUTE_N = 4, BRUTE_REGISTERS = 128, BRUTE_STATE = 1088, BRUTE_FIELDS = 4 };

#define BRUTE_UNBOUNDED UINT64_MAX

/* --- the questions ------------------------------------------------------------------------------------------------ */

/* The fate of a process that crashes: it stops; it starts again; all crash at once, and start again. */
enum brute_recovery { BRUTE_STOP, BRUTE_RECOVER, BRUTE_SYSTEM };

struct brute_system {
  const struct rmr_algorithm *algorithm;
  const void *parameters;
  uint32_t n, passages;               /* passages of each process, 0: without end                                 */
  uint32_t any;                       /* every passage may ask for any session of 1..any; 0: as listed            */
  uint32_t session[BRUTE_N + 1];      /* [1..n] the session that P_p asks for, where any is 0                     */
  rmr_word cap;                       /* of registers without a largest value: steps that lead beyond are left out */
  uint32_t crashes, leases, expiries; /* faults: at most so many crashes; bit per group of registers that are leases;
                                         expiries whose owner is alive, at most */
  uint32_t slow, skew, cs;            /* ticks: an access is made so late at most, clocks differ by so much, a critical
                                         section lasts so long; slow 0: there is no time */
  enum brute_recovery recovery;
  uint16_t spared;      /* nobody crashes who is about to make this line; 0: there is none */
  uint32_t arrivals;    /* new processes in the place of dead ones, at most */
  bool at_readers;      /* leases run out for one reader after the other */
  const char *crash_at; /* label: only a process that is about to execute this line crashes; NULL: anybody */
  size_t most;          /* states; 0: no limit */
};

/* "distinct", "same", "any:K" or one number for each process, "1,1,2". n must be set. False if it is none of these. */
bool brute_sessions(struct brute_system *system, const char *text);

enum brute_memory { BRUTE_CC, BRUTE_CC_KEEP, BRUTE_CC_WRITEBACK, BRUTE_DSM };
enum brute_cost {
  BRUTE_RMR,
  BRUTE_LINE,
  BRUTE_RMR_AT_LINE,
  BRUTE_STEPS,
  BRUTE_SUPER,
  BRUTE_BYPASS,
  BRUTE_TICKS,
};

/* BRUTE_SUPER: RMRs, through all crashes of the observed process; the others count up to the next one. The question is
 * the most that one passage of P_observed can be made to pay, if the others make system.passages. */
struct brute_question {
  enum brute_memory memory;
  enum brute_cost cost;
  const char *label; /* of BRUTE_LINE and BRUTE_RMR_AT_LINE */
  uint32_t observed;
  bool all_caches; /* keep the copies of everybody, not only those that P_observed holds: the answer must be the same */
};

/* --- the answers -------------------------------------------------------------------------------------------------- */

struct brute_size {
  uint64_t states, transitions;
  bool complete; /* false: there are more than `most` states, and nothing else is known */
  bool outside;  /* a step led out of a register's range or beyond the cap, and was left out */
};

enum brute_verdict { BRUTE_HOLDS, BRUTE_FAILS, BRUTE_DOES_NOT_APPLY };

struct brute_properties {
  struct brute_size size;
  enum brute_verdict p[10];      /* [1..7]; [8]: CSR; [9]: BCSR                                 */
  bool rests;                    /* P7 fails, but perhaps not if somebody made a further passage */
  uint64_t exit[BRUTE_N + 1];    /* P3: most own steps in the exit, [0] of all; or unbounded     */
  uint64_t entry[BRUTE_N + 1];   /* P4: most own steps in the entry without conflict, the same   */
  uint64_t reentry[BRUTE_N + 1]; /* BCSR: most own steps from a crash in the CS back to it */
  uint64_t response; /* most ticks in which somebody is in its entry and nobody enters; or unbounded              */
  uint64_t gap;      /* fewest ticks from an entry to the next one; unbounded where none follows another */
  rmr_word largest[RMR_MAX_GROUPS][BRUTE_FIELDS]; /* [group][field]; a plain register is field 0                  */
  uint32_t n_invariants;
  bool invariant[RMR_MAX_INVARIANTS]; /* whether it holds in every state                             */
};

void brute_properties(const struct brute_system *system, struct brute_properties *out);

struct brute_worst {
  struct brute_size size;
  uint64_t cost; /* or unbounded */
};

void brute_worst(const struct brute_system *system, const struct brute_question *question, struct brute_worst *out);

/* --- the graph, for brute_judge.c --------------------------------------------------------------------------------- */

struct brute_process {
  _Alignas(16) unsigned char local[BRUTE_STATE];
  uint32_t session, passages; /* passages completed; stays 0 where they are without end */
  uint8_t section;            /* enum rmr_section */
  bool done, dead;
  rmr_word since;   /* when its pending access became pending, in common time */
  uint32_t ahead;   /* its clock, of the common time */
  rmr_word entered; /* in the critical section: when it came there */
  bool restarted;   /* has crashed, and made no step since */
  bool owed;        /* has crashed in the critical section while nobody in conflict was there, and is not there again */
  uint32_t before;  /* how many were there before; stays 0 where nobody looks at identities */
  uint32_t inherited; /* groups of leases that it has found there, and has not written to */
};

struct brute_state {
  struct brute_process process[BRUTE_N + 1];
  rmr_word value[BRUTE_REGISTERS];
  bool copy[BRUTE_N + 1][BRUTE_REGISTERS];   /* [p][var]: P_p holds a valid copy */
  uint8_t owner[BRUTE_REGISTERS];            /* cc-writeback: the owner of the register, or 0 */
  bool lapsed[BRUTE_N + 1][BRUTE_REGISTERS]; /* [q][var]: the lease has run out for P_q alone */
  uint32_t crashes, expiries, arrivals;      /* left */
  rmr_word now;                              /* the common time */
};

struct brute_edge {
  uint32_t to;
  uint8_t process, cost; /* process: n + 1 of what happens by itself, n + 2 of a tick */
  bool enters;           /* the step completes an entry */
  uint8_t crashes;       /* whom; BRUTE_EVERYBODY; 0: nobody */
};

enum { BRUTE_EVERYBODY = BRUTE_N + 1 };

/* state: 1 + its number, or 0. */
struct brute_slot {
  uint32_t hash, state;
};

struct brute_graph {
  struct brute_system system;
  const struct brute_question *question; /* NULL: caches and costs do not matter */
  bool caches;                           /* they are part of the state */
  uint16_t line;                         /* of question->label */
  struct brute_size size;
  struct rmr_size size_of;
  rmr_word begin, period; /* the common time at first, and that of the algorithm's periods: 1 if it has none */
  uint32_t base[RMR_MAX_GROUPS + 1], group[BRUTE_REGISTERS], home[BRUTE_REGISTERS], n_registers;
  rmr_word largest[RMR_MAX_GROUPS][BRUTE_FIELDS];
  uint32_t n_states, n_initial; /* the initial states come first */
  size_t stride, capacity;      /* bytes of a stored state; room for states */
  size_t local;                 /* bytes of a local state */
  unsigned char *states;
  struct brute_slot *slots; /* hash table */
  uint32_t n_slots;
  size_t *first; /* [state]: its edges are first[state] .. first[state + 1] - 1 */
  struct brute_edge *edges;
  size_t edge_capacity;
};

/* The size for callbacks of a group. */
static inline struct rmr_size brute_of(const struct brute_graph *g, const struct rmr_shared *shared)
{
  struct rmr_size size = g->size_of;
  size.shared = shared;
  return size;
}

void brute_walk(struct brute_graph *graph, const struct brute_system *system, const struct brute_question *question);
void brute_free(struct brute_graph *graph);
void brute_load(const struct brute_graph *graph, uint32_t number, struct brute_state *out);

/* Whether a register is a lease and has not its initial value, so that it can run out when nobody alive is responsible
 * for it; whether somebody alive is; and whether it is P_q's who is dead, or was that of one in whose place P_q is. */
bool brute_may_expire(const struct brute_graph *graph, const struct brute_state *state, uint32_t var);
bool brute_is_kept(const struct brute_graph *graph, const struct brute_state *state, uint32_t var);
bool brute_kept_by(const struct brute_graph *graph, const struct brute_state *state, uint32_t var, uint32_t p);
bool brute_left_by(const struct brute_graph *graph, const struct brute_state *state, uint32_t var, uint32_t q);
/* The process that is responsible for a register with its value; 0: none. */
uint32_t brute_owner(const struct brute_graph *graph, const struct brute_state *state, uint32_t var);
struct rmr_op brute_pending(const struct brute_graph *graph, const struct brute_state *state, uint32_t p);
void brute_must(bool condition, const char *what);
void *brute_array(void *old, size_t count, size_t each); /* realloc that never fails */

static inline bool brute_in_entry(const struct brute_process *process)
{
  return process->section == RMR_RECOVER || process->section == RMR_DOORWAY || process->section == RMR_WAITING;
}

static inline bool brute_is_entry_line(const struct rmr_op *op)
{
  return op->section == RMR_RECOVER || op->section == RMR_DOORWAY || op->section == RMR_WAITING;
}

/* Whether passages of P_p and P_q exclude each other. In renaming none do. */
static inline bool brute_conflict(const struct brute_graph *g, const struct brute_state *s, uint32_t p, uint32_t q)
{
  if (g->system.algorithm->name_held != NULL) return false;
  return p != q && (!g->system.algorithm->group || s->process[p].session != s->process[q].session);
}

#endif
