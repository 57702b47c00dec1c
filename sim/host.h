/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * host.h: the services of the host that an adversary calls (rmr/adversary.h): the cost of a step, the schedules that
 * its options name, adversaries to which it hands over, imagined worlds, and changes that can happen. An adversary that
 * asks for something that is missing gets 0 or NULL.
 */
#ifndef SIM_HOST_H
#define SIM_HOST_H

#include "sim/scheduler.h"

/* Gives the scheduler's adversary its host. */
void host_begin(struct scheduler *scheduler, uint64_t seed);

#endif
