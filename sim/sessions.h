/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sessions.h: which session the k-th passage of P_p asks for.
 */
#ifndef SIM_SESSIONS_H
#define SIM_SESSIONS_H

#include "sim/sim.h"

/* k counts passages from 1. Depends on nothing but its arguments, so a schedule cannot change what is asked for. */
uint32_t session_of(const struct sim_sessions *sessions, uint64_t seed, uint32_t p, uint32_t k);

#endif
