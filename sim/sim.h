/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sim.h: the state of a simulated system, and how it is set up. sim/step.h has the one primitive that changes it.
 *
 * The whole state is one flat block without pointers: processes and their local states, registers, cache bits, the
 * ready set, the lists of waiters. It can be copied, compared and replayed. `struct sim` holds the layout of the block
 * and pointers into it.
 *
 * Caches. Per register v and process p one bit `valid` (does P_p hold a valid copy of v?) and one bit `ever` (has it
 * held one at all?, which tells a cold miss from an invalidated one), side by side so that one step touches one place.
 *
 * Waiting. A wait condition whose evaluation failed on values that are all validly cached will fail again in the same
 * way until one of them is written. Such a process is parked: taken off the ready list and put on the waiter list of
 * each register that it read in the evaluation. A write to v sets free all waiters of v, in the order in which they
 * parked. So does sim_unpark (state.h) for one process, whose reads are then made like any others.
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
void sim_state_copy(struct sim *to, const struct sim *from); /* without a detour; the same system */
/* Whether whatever is done now has the effect that it would have in a saved state: all is as it was there but for
 * counts of what has been, and orders in which processes are listed. Where time passes that is never said. */
bool sim_state_alike(const struct sim *sim, const void *saved);

const struct rmr_view *sim_view(const struct sim *sim);
const struct system *sim_system(const struct sim *sim);

/* Whether the action is nobody's step (a change of the algorithm's, a crash, an expiry, ticks) and can happen now; and
 * the first that can, of all but ticks, RMR_STOP if none can. */
bool sim_may_change(const struct sim *sim, rmr_action action);
rmr_action sim_first_change(const struct sim *sim);

/* Whether it is the expiry of a lease that happens some time if it stays possible: nobody alive is responsible. */
bool sim_will_expire(const struct sim *sim, rmr_action action);

/* Something that happens some time, and for which somebody waits who cannot move now: a tick, or the expiry of a lease
 * that nobody alive is responsible for. RMR_STOP: there is nothing. */
rmr_action sim_awaited(const struct sim *sim);

/* Whether a new process can take somebody's place. */
bool sim_may_arrive(const struct sim *sim);

/* After how many ticks somebody can move who cannot now; 0: nobody waits for the clock, or it cannot come so far. */
uint32_t sim_ticks_to_wake(const struct sim *sim);

/* What happens to the clock that nobody drives: a tick after every n actions, if nobody would be late, and as many as
 * it takes where nobody is ready; else RMR_STOP. */
rmr_action sim_usual_tick(const struct sim *sim);

/* Does such an action, which must be possible. Returns what happened. */
struct rmr_event sim_change(struct sim *sim, rmr_action change);

/* The largest value that any register of a group ("Token"), or a field of it ("Token.number"), has held since the
 * reset, 0 at least. False, with an error and the nearest right name, if there is no such thing. */
bool sim_largest(const struct sim *sim, const char *name, rmr_word *out, struct error *e);

/* What is said of the first thing that the algorithm did wrong, where it did. Returns false. */
bool sim_refuse(const struct sim *sim, struct error *e);

#endif
