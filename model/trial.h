/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trial.h: tries out the step function of a plug-in when it is loaded. All results of this program about an algorithm
 * rest on two conditions that a compiler does not check:
 *
 *   It is a function: its result depends on the local state, the reply, and the rest of struct rmr_in, and on nothing
 *   else. A static variable, or a state that points to itself, breaks that. Then an exploration identifies states that
 *   differ, and "holds" is unfounded. So each step of some random runs is called again, twice, in the opposite order,
 *   on copies of the local state at other addresses.
 *
 *   Every line of its table has code. A line without code is never executed, whatever the figure says.
 *
 * A trial is no proof. The explorer calls every step of its tables again (explore/tables/grow_again.c), and `rmr check`
 * does so at length.
 */
#ifndef MODEL_TRIAL_H
#define MODEL_TRIAL_H

#include "model/system.h"

/* False: *e names the line and the process. */
bool algorithm_try(const struct rmr_algorithm *algorithm, const void *parameters, const char *directory,
                   struct error *e);

/* Reports a step function with two results for the same input, with P_p at this line. Returns false. */
bool trial_refuse(const struct rmr_algorithm *algorithm, uint32_t n, uint32_t p, uint16_t line, struct error *e);

#endif
