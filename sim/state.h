/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * state.h: the inside of `struct sim`, for the files of sim/ only. See sim.h for the meaning of the parts.
 */
#ifndef SIM_STATE_H
#define SIM_STATE_H

#include "sim/sim.h"

#define SIM_NOBODY UINT32_MAX

/* Cache bits: a word holds those of one register and SIM_PER_WORD processes, two for each. */
enum { SIM_PER_WORD = 32, SIM_VALID = 1, SIM_EVER = 2 };
#define SIM_ALL_EVER UINT64_C(0xaaaaaaaaaaaaaaaa) /* the `ever` bits of a word */

/* One entry of a waiter list. Entry p * watch + k is the k-th register that P_p reads in the evaluation of its wait;
 * while P_p is parked the entry is linked into that register's list, the first to park at the head. */
struct waiter {
  uint32_t var, process, next, previous;
};

struct waiter_list {
  uint32_t head, tail;
};

/* The remaining number of each limited action. */
struct sim_budget {
  uint32_t left[N_LIMITS];
};

/* A place for successive processes. */
struct sim_place {
  uint32_t id;        /* of the process that is there */
  uint32_t before;    /* processes there before it */
  uint32_t asked;     /* passages that they have begun */
  uint32_t inherited; /* leases, bit per group, that it found and has not written to */
};

/* The times of a process, where there is time (clock.c). They are common times, from 0 at the beginning; never is
 * INT64_MAX. */
struct sim_clock {
  rmr_word due;     /* deadline of its pending access; never: there is none                    */
  rmr_word alarm;   /* while it sleeps: when it can go on, or its wait would succeed            */
  rmr_word entered; /* when it last entered the critical section                                */
  rmr_word ahead;   /* the lead of its own clock                                                */
};

/* The part of the state that is not an array. */
struct sim_scalars {
  rmr_word now;
  uint64_t last_tick, step, changes;
  uint32_t n_ready, n_done;
  struct sim_budget budget;
};

/* The values that need no further check when they are written to a register of a group. */
struct sim_range {
  rmr_word lowest, largest; /* the smallest declared value, the largest so far; of composite registers: -1 ... */
  uint64_t known;           /* ... and bit v is set if v has been checked, and is in range                     */
};

/* The first error of an algorithm, for run.c to report. */
struct sim_fault {
  bool raised;
  bool too_wide; /* a wait reads more registers than `watch` says */
  bool ended;    /* the step function reached its END */
  bool early;    /* a passage or an exit begins with a delay */
  bool stray;    /* it names a register that its group does not have; none of these: a value outside the range */
  uint32_t process, var;
  uint16_t line;
  rmr_word value; /* of `stray`: what its clock showed */
};

/* The fields of the step loop come first, close together: short offsets make short instructions, and few cache
 * lines. */
struct sim {
  /* layout, and the beginnings of the parts of the state */
  uint32_t n, n_registers, row, watch, stride; /* row: words in one row of cache bits; stride: bytes of a local state */
  uint32_t n_done;
  rmr_step_fn *algorithm_step;
  struct rmr_process *process; /* [1..n] */
  unsigned char *local;        /* [p * stride] */
  rmr_word *memory;            /* [var] */
  uint64_t *copies;            /* [var * row + (p-1)/SIM_PER_WORD] */

  /* beside the state: the last step */
  struct {
    uint64_t done;  /* sim_identity of the operation */
    uint32_t woken; /* by a write */
    uint8_t cause;
    bool failed;     /* it completed the evaluation of a wait to false */
    bool merged;     /* it was a write that is left out */
    bool added;      /* it was a fence that the order adds */
    bool buffered;   /* it was an access to the buffer of the process ... */
    rmr_word issued; /* ... of this value */
  } last;
  struct rmr_in in;
  struct rmr_view view;
  struct system_places places; /* copied from the system */

  uint32_t *owner;         /* [var] cc-writeback: the exclusive owner, or 0 */
  uint32_t *ready, *place; /* the ready list, and each process's place in it */
  uint32_t *woken;         /* by the last write */
  uint64_t *ready_set;
  uint32_t *session;    /* [p] of the next passage */
  struct sim_place *at; /* [p] */
  struct waiter *waiter;
  struct waiter_list *waiting; /* [var] */
  struct sim_clock *clock;     /* [1..n]; NULL: there is no time */
  uint64_t *lapsed;            /* [var * reads + (p-1)/64]: readers for which the lease has run out; NULL: no
                                  per-reader expiry */
  uint32_t reads;              /* words for each register there */
  struct sim_scalars *scalars; /* up to date only inside sim_state_save and sim_state_load */
  size_t size;                 /* of the state: one block */
  unsigned char *block;

  const uint32_t *home; /* [var] */
  const struct system *system;
  bool ordered;                      /* the order of writes is not sequential consistency: fences are counted ... */
  bool buffers;                      /* ... and writes wait in buffers (buffers.c) */
  uint32_t base[RMR_MAX_GROUPS + 1]; /* for the view */
  uint64_t changes;                  /* actions that were no process's steps */
  struct sim_budget budget;
  bool recovers;      /* crashed processes restart */
  rmr_word now;       /* the common time: ticks so far */
  uint64_t last_tick; /* the step of the last ones     */

  /* values so far, against the declared ranges, which are those of a group; beside the state */
  const uint8_t *group_of; /* [var] */
  struct sim_range range[RMR_MAX_GROUPS];
  rmr_word (*largest_field)[RMR_MAX_FIELDS]; /* [group][field]; a plain register is field 0 */
  struct sim_fault fault;
};

/* Whether the lease has run out for P_p, and not for all. */
static inline bool sim_expired_for(const struct sim *sim, uint32_t p, uint32_t var)
{
  return sim->lapsed != NULL && (sim->lapsed[(size_t)var * sim->reads + (p - 1) / 64] >> (p - 1) % 64 & 1) != 0;
}

/* The value that P_p reads in a register. */
static inline rmr_word sim_seen(const struct sim *sim, uint32_t p, uint32_t var)
{
  return sim_expired_for(sim, p, var) ? system_initial_value(sim->system, var) : sim->memory[var];
}

/* After a write to the register: it is expired for no reader any more. */
void sim_renew(struct sim *sim, uint32_t var);

/* The consequences of a step that has changed section or completed an evaluation to false: parking, the end of the
 * passage. May be called after any step, once. *event is then the whole event. */
void sim_settle(struct sim *sim, uint32_t p, struct rmr_event *event);

/* The part of it for an evaluation of a wait that has just failed. Whether it is the first of this wait. */
bool sim_wait(struct sim *sim, uint32_t p, bool *parked);

/* The same where it is known that another evaluation would fail as well if the values stay, and what it would read: the
 * pending register, whose copy is valid; P_p is parked. */
bool sim_wait_on(struct sim *sim, uint32_t p);

/* The pending register, and another one, whose copy is valid; P_p is parked if both are. */
bool sim_wait_on_two(struct sim *sim, uint32_t p, uint32_t other);

/* The next access of P_p would be to a register that does not exist: P_p gets none, and the fault is noted. Returns
 * true. */
bool sim_go_astray(struct sim *sim, uint32_t p);

/* Wakes all waiters of a register, and returns their number; sim->woken lists them. */
uint32_t sim_wake(struct sim *sim, uint32_t var);

/* Takes a process that is parked, or in a delay, off its waiter lists and makes it ready: it begins another evaluation
 * of its wait, or goes on. */
void sim_unpark(struct sim *sim, uint32_t p);

/* Whether the value is new in the registers of the group. */
static inline bool sim_is_new(const struct sim_range *range, rmr_word value)
{
  if (__builtin_expect(value <= range->largest && value >= range->lowest, 1)) return false;
  return value < 0 || value >= 64 || !(range->known >> value & 1);
}

/* Notes a value of a register that is larger than any before, or too small; and the fault if it is outside the
 * declared range. */
void sim_new_extreme(struct sim *sim, uint32_t p, uint32_t var, uint16_t line, rmr_word value);

/* The first access of a passage or a recovery, as P_p makes it now. given: its step function has not been asked for it
 * yet. An access to no register is a fault. */
void sim_ask_first(struct sim *sim, uint32_t p, bool given);

/* Puts a process before its first line in P_p's place. */
void sim_begin(struct sim *sim, uint32_t p);

/* sim_remove takes P_p off the ready list, or off its waiter lists, for good; sim_restore puts another process
 * there. */
void sim_remove(struct sim *sim, uint32_t p);
void sim_restore(struct sim *sim, uint32_t p);

/* --- buffers.c: only where writes wait in buffers ----------------------------------------------------------------- */

/* Whether the commit is possible; does it, and fills the event. */
bool sim_may_commit(const struct sim *sim, rmr_action commit);
void sim_commit(struct sim *sim, rmr_action commit, struct rmr_event *event);

/* First half of a step of P_p, as sim_access (step.h): the buffer decides the effect of the access. */
uint8_t sim_access_buffered(struct sim *sim, uint32_t p);

/* After a step of P_p: fills the part of the event about the buffer. If the next operation cannot be made before a
 * commit, P_p is not ready. */
void sim_buffer_settle(struct sim *sim, uint32_t p, struct rmr_event *event);

/* --- clock.c: only where there is time ---------------------------------------------------------------------------- */

void sim_clock_reset(struct sim *sim);

/* P_p has another pending operation, or none: sets its deadline. If it is a delay, P_p sleeps. */
void sim_clock_pending(struct sim *sim, uint32_t p);
void sim_clock_look(struct sim *sim, uint32_t p); /* whether P_p delays where nothing tells since when */

/* P_p has been parked: sets the alarm if time will end its wait. */
void sim_clock_parked(struct sim *sim, uint32_t p);

/* Whether a process that cannot move now could at a later time, even one that does not fit. False without time. */
bool sim_awaits_clock(const struct sim *sim);

/* The ticks that can happen at once now; 0: none, as a process would be late. */
uint32_t sim_most_ticks(const struct sim *sim);

/* The process whose access is due first; 0: none. */
uint32_t sim_first_due(const struct sim *sim);

/* Lets `ticks` ticks pass, which must be possible. */
void sim_tick(struct sim *sim, uint32_t ticks, struct rmr_event *event);

/* The time on the clock of P_p. */
static inline rmr_word sim_local_time(const struct sim *sim, uint32_t p)
{
  return sim->now + sim->clock[p].ahead;
}

/* P_p, which is ready, sleeps: until its alarm (DELAYED), or until a commit (DRAINING). */
void sim_delay(struct sim *sim, uint32_t p, enum rmr_status status);

/* Whether the pending access of p would cost an RMR now. */
uint32_t sim_cost(const struct sim *sim, uint32_t p);

#endif
