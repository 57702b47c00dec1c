/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * asking.h: what `rmr explore` and `rmr search` ask in the same words: whose passage, which cost, how much memory.
 */
#ifndef CLI_ASKING_H
#define CLI_ASKING_H

#include <argp.h>

#include "base/ranks.h"
#include "cli/answer.h"

/* A number of bytes, with K, M or G; a usage error if it is none. */
uint64_t parse_bytes(const char *option, const char *text, struct argp_state *state);

/* A process, or all, which is 0. */
bool parse_observe(const char *text, uint32_t n, uint32_t *observed, struct error *e);

/* Enters the cost that is asked for beside RMRs; COST_NONE: none. */
bool parse_cost(const char *text, const struct rmr_algorithm *algorithm, struct question *question, struct error *e);

/* What is taken where nobody says how much; threads by one of these ranks, NULL: by a process that is alone. */
uint64_t usual_bytes(void);
uint32_t usual_threads(const struct ranks *ranks);

#endif
