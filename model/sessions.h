/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sessions.h: which session the k-th passage of P_p asks for.
 */
#ifndef MODEL_SESSIONS_H
#define MODEL_SESSIONS_H

#include "sim/sim.h"

/* By the rule alone. k counts passages from 1. Depends on nothing but its arguments, so no scheduler can change what is asked for. */
uint32_t session_of(const struct sessions *sessions, uint64_t seed, uint32_t p, uint32_t k);

/* In this setup: what it gives for the passage, else by the rule. */
uint32_t session_asked(const struct system_spec *setup, uint32_t p, uint32_t k);

/* The largest session that any of n processes can ask for. */
uint32_t session_largest(const struct sessions *sessions, uint32_t n);

#endif
