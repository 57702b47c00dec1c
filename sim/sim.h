/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sim.h: the state of a simulated system, and its set-up. sim/step.h has the one primitive that changes it.
 *
 * The whole state is one flat block without pointers: processes and their local states, registers, cache bits, the
 * ready set, the lists of waiters. It can be copied, compared and replayed. `struct sim` holds the layout of the block
 * and pointers into it.
 *
 * Caches. Per register v and process p one bit `valid` (does P_p hold a valid copy of v?) and one bit `ever` (has it
 * ever held one? It distinguishes a cold miss from an invalidated one), side by side so that one step touches one
 * place.
 *
 * Waiting. A wait condition whose evaluation failed on values that are all validly cached will fail in the same way
 * until one of them is written. Such a process is parked: taken off the ready list and put on the waiter list of each
 * register that it read in the evaluation. A write to v wakes all waiters of v, in the order in which they parked.
 * sim_unpark (state.h) wakes one process, whose reads are then made like any others.
 */
#ifndef SIM_SIM_H
#define SIM_SIM_H

#include <rmr/adversary.h>

#include "model/names.h"

struct sim;

/* The system must outlive the sim. NULL: there is not enough memory for a state of it. */
struct sim *sim_create(const struct system *system, struct error *e);
void sim_free(struct sim *sim);
void sim_reset(struct sim *sim);                             /* to the initial state */
size_t sim_state_size(const struct sim *sim);                /* bytes of the flat state */
void sim_state_save(const struct sim *sim, void *to);        /* copy out ... */
void sim_state_load(struct sim *sim, const void *from);      /* ... and in; the system must be the same */
void sim_state_copy(struct sim *to, const struct sim *from); /* directly; the same system */
/* Whether every action has the same effect now as in a saved state: the two are equal but for counts of past events,
 * and the order of processes in lists. Always false where time passes. */
bool sim_state_alike(const struct sim *sim, const void *saved);

const struct rmr_view *sim_view(const struct sim *sim);
const struct system *sim_system(const struct sim *sim);

/* Whether the action is no process's step (a declared change, a crash, an expiry, ticks) and is possible now; and
 * the first possible one of all but ticks, RMR_STOP if there is none. */
bool sim_may_change(const struct sim *sim, rmr_action action);
rmr_action sim_first_change(const struct sim *sim);

/* Whether the action happens some time if it stays possible: the expiry of a lease for which no live process is
 * responsible, or a commit. */
bool sim_will_happen(const struct sim *sim, rmr_action action);

/* The commit that happens now without the adversary, where writes wait in buffers; RMR_STOP: none. `drawn`: 64 random
 * bits, of which DRAIN_RANDOM makes use. */
rmr_action sim_usual_commit(const struct sim *sim, uint64_t drawn);

/* Whether P_p and P_q are in critical sections that exclude each other, where writes wait in buffers: a section lasts
 * until its own write is committed. */
bool sim_excludes(const struct sim *sim, uint32_t p, uint32_t q);

/* Whether writes of P_p are not in memory yet. */
bool sim_has_writes(const struct sim *sim, uint32_t p);

/* The commit of the oldest write of P_p, which must have one. Where each register has a buffer, k chooses one of them:
 * it may be any number. */
rmr_action sim_some_commit(const struct sim *sim, uint32_t p, uint32_t k);

/* An action that happens some time, and for which a process waits that cannot move now: a tick, or the expiry of a
 * lease for which no live process is responsible. RMR_STOP: there is none. */
rmr_action sim_awaited(const struct sim *sim);

/* Whether a new process can replace a dead one. */
bool sim_may_arrive(const struct sim *sim);

/* The ticks until a process can move that cannot now; 0: none waits for the clock, or it cannot advance that far. */
uint32_t sim_ticks_to_wake(const struct sim *sim);

/* The default action of the clock: a tick after every n actions, if no process would be late, and as many as
 * necessary where none is ready; else RMR_STOP. */
rmr_action sim_usual_tick(const struct sim *sim);

/* Does such an action, which must be possible. Returns the event. */
struct rmr_event sim_change(struct sim *sim, rmr_action change);

/* The largest value that any register of a group ("Token"), or a field of it ("Token.number"), has held since the
 * reset, 0 at least. False, with an error and the nearest valid name, if there is none. */
bool sim_largest(const struct sim *sim, const char *name, rmr_word *out, struct error *e);

/* Reports the first error of the algorithm, if there is one. Returns false. */
bool sim_refuse(const struct sim *sim, struct error *e);

#endif
