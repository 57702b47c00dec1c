/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * state.h: the inside of `struct sim`, for the files of sim/ only. See sim.h for what the parts mean.
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

/* How often each limited action may still happen. */
struct sim_budget {
  uint32_t left[N_LIMITS];
};

/* A place in which one process after the other may be. */
struct sim_place {
  uint32_t id;        /* of the process that is there */
  uint32_t before;    /* how many were there before */
  uint32_t asked;     /* passages that those have begun */
  uint32_t inherited; /* leases, bit per group, that it has found there and has not written to */
};

/* Of a process, where there is time (clock.c). Times are common ones, from 0 at the beginning; what is never is
 * INT64_MAX. */
struct sim_clock {
  rmr_word due;     /* by when its pending access must be made; never: it has no hurry         */
  rmr_word alarm;   /* while it sleeps: when it can go on, or its wait would no more be in vain */
  rmr_word entered; /* when it last entered the critical section                                */
  rmr_word ahead;   /* by how much its own clock shows more                                     */
};

/* The part of the state that is not an array. */
struct sim_scalars {
  rmr_word now;
  uint64_t last_tick, step, changes;
  uint32_t n_ready, n_done;
  struct sim_budget budget;
};

/* Which values need not be looked at once more when they are written to a register of a group. */
struct sim_range {
  rmr_word lowest, largest; /* the smallest declared value, the largest so far; of composite registers: -1 ... */
  uint64_t known;           /* ... and bit v is set if v has been looked at, and is in range                   */
};

/* The first thing that an algorithm did wrong, for run.c to report. */
struct sim_fault {
  bool raised;
  bool too_wide; /* a wait reads more registers than `watch` says */
  bool ended;    /* the step function came to its END */
  bool stray;    /* it names a register that its group does not have; none of these: a value outside the range */
  uint32_t process, var;
  uint16_t line;
  rmr_word value;
};

/* What the step loop touches stands first, close together: short offsets make short instructions, and few cache
 * lines. */
struct sim {
  /* layout, and where the parts of the state begin */
  uint32_t n, n_registers, row, watch, stride; /* row: words in one row of cache bits; stride: bytes of a local state */
  uint32_t n_done;
  rmr_step_fn *algorithm_step;
  struct rmr_process *process; /* [1..n] */
  unsigned char *local;        /* [p * stride] */
  rmr_word *memory;            /* [var] */
  uint64_t *copies;            /* [var * row + (p-1)/SIM_PER_WORD] */

  /* beside the state: what the last step did */
  struct {
    uint64_t done;  /* sim_identity of the operation */
    uint32_t woken; /* by a write */
    uint8_t cause;
    bool failed; /* it completed the evaluation of a wait, in vain */
  } last;
  struct rmr_in in;
  struct rmr_view view;
  struct system_places places; /* as the system has them */

  uint32_t *owner;         /* [var] cc-writeback: the exclusive owner, or 0 */
  uint32_t *ready, *place; /* the ready list, and each process's place in it */
  uint32_t *woken;         /* by the last write */
  uint64_t *ready_set;
  uint32_t *session;    /* [p] of the next passage */
  struct sim_place *at; /* [p] */
  struct waiter *waiter;
  struct waiter_list *waiting; /* [var] */
  struct sim_clock *clock;     /* [1..n]; NULL: there is no time */
  uint64_t *lapsed;            /* [var * reads + (p-1)/64]: for whom the lease has run out; NULL: never for one alone */
  uint32_t reads;              /* words for each register there */
  struct sim_scalars *scalars; /* up to date only inside sim_state_save and sim_state_load */
  size_t size;                 /* of the state: one block */
  unsigned char *block;

  const uint32_t *home; /* [var] */
  const struct system *system;
  uint32_t base[RMR_MAX_GROUPS + 1]; /* for the view */
  uint64_t changes;                  /* actions that were nobody's steps */
  struct sim_budget budget;
  bool recovers;      /* who crashes starts again */
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

/* What P_p reads in a register. */
static inline rmr_word sim_seen(const struct sim *sim, uint32_t p, uint32_t var)
{
  return sim_expired_for(sim, p, var) ? system_initial_value(sim->system, var) : sim->memory[var];
}

/* Something has been written to the register: it has not run out for anybody any more. */
void sim_renew(struct sim *sim, uint32_t var);

/* What follows a step that has changed section or completed an evaluation in vain: parking, the end of the passage. May
 * be called after any step, once. Returns the whole event. */
struct rmr_event sim_settle(struct sim *sim, uint32_t p);

/* The next access of P_p would be one of a register that there is not: it has none, and the fault is noted. Returns
 * true. */
bool sim_go_astray(struct sim *sim, uint32_t p, struct rmr_op pending);

/* Sets free all waiters of a register, and returns how many; sim->woken names them. */
uint32_t sim_wake(struct sim *sim, uint32_t var);

/* Takes a process that is parked, or in a delay, off its waiter lists and makes it ready: it begins another evaluation
 * of its wait, or goes on. */
void sim_unpark(struct sim *sim, uint32_t p);

/* Whether no value like this has been in a register of the group. */
static inline bool sim_is_new(const struct sim_range *range, rmr_word value)
{
  if (__builtin_expect(value <= range->largest && value >= range->lowest, 1)) return false;
  return value < 0 || value >= 64 || !(range->known >> value & 1);
}

/* A register has got a value larger than any before, or smaller than it may: notes it, and the fault if it lies outside
 * the declared range. */
void sim_new_extreme(struct sim *sim, uint32_t p, uint32_t var, uint16_t line, rmr_word value);

/* A process that stands before its first line comes to P_p's place. */
void sim_begin(struct sim *sim, uint32_t p);

/* Takes P_p off the ready list, or off its waiter lists, for good; and puts another one there. */
void sim_remove(struct sim *sim, uint32_t p);
void sim_restore(struct sim *sim, uint32_t p);

/* --- clock.c: only where there is time ---------------------------------------------------------------------------- */

void sim_clock_reset(struct sim *sim);

/* P_p has another pending operation, or none: by when must it be made? If it is a delay, P_p sleeps. */
void sim_clock_pending(struct sim *sim, uint32_t p);

/* P_p has been parked: will time end its wait? */
void sim_clock_parked(struct sim *sim, uint32_t p);

/* Whether somebody who cannot move now could at a later time, be there room for it or not. False without time. */
bool sim_awaits_clock(const struct sim *sim);

/* How many ticks can happen at once now, 0: none, because somebody would be late. */
uint32_t sim_most_ticks(const struct sim *sim);

/* Whose access is due first; 0: nobody's. */
uint32_t sim_first_due(const struct sim *sim);

/* So many ticks pass, which must be possible. */
void sim_tick(struct sim *sim, uint32_t ticks, struct rmr_event *event);

/* What the clock of P_p shows. */
static inline rmr_word sim_local_time(const struct sim *sim, uint32_t p)
{
  return sim->now + sim->clock[p].ahead;
}

/* P_p, which is ready, sleeps until its alarm. */
void sim_delay(struct sim *sim, uint32_t p);

/* Whether the pending access of p would cost an RMR now. */
uint32_t sim_cost(const struct sim *sim, uint32_t p);

#endif
