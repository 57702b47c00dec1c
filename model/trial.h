/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trial.h: a step function that is not ours is tried out when it is loaded. All that this program says of an algorithm
 * rests on two things that a compiler does not see to:
 *
 *   It is a function: what it does next depends on the local state, the reply, and what else struct rmr_in tells, and
 *   on nothing else. A static variable, or a state that points to itself, breaks that; and then an exploration takes
 *   states for one that are not, and "holds" means nothing. So each step of some runs at random is asked again, twice,
 *   in the opposite order, from copies of the local state at other addresses.
 *
 *   Every line of its table has code. One that has none is never executed, whatever the figure says.
 *
 * A trial is no proof. The explorer asks everything again that it has put into its tables
 * (explore/tables/grow_again.c), and `rmr check` does so at length.
 */
#ifndef MODEL_TRIAL_H
#define MODEL_TRIAL_H

#include "model/system.h"

/* False: *e names the line and the process. */
bool algorithm_try(const struct rmr_algorithm *algorithm, const void *parameters, const char *directory,
                   struct error *e);

/* What is said of a step function that has answered one question in two ways: P_p was at this line. Returns false. */
bool trial_refuse(const struct rmr_algorithm *algorithm, uint32_t n, uint32_t p, uint16_t line, struct error *e);

#endif
