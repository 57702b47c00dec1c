/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sessions.h: the session of a passage. A rule holds for all processes: each its own session, all the same one, one
 * listed for each, or any of 1..K. Under the last rule every passage has a choice: a simulation draws it from the seed,
 * the process and the passage, never from the schedule; an exploration tries all.
 */
#ifndef MODEL_SESSIONS_H
#define MODEL_SESSIONS_H

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

enum { SYSTEM_MAX_N = 4096, SESSIONS_MAX = 65535 };

enum session_rule { SESSIONS_DISTINCT, SESSIONS_SAME, SESSIONS_LIST, SESSIONS_ANY };

struct sessions {
  enum session_rule rule;
  uint32_t any;    /* SESSIONS_ANY: 1..any */
  uint32_t n_list; /* SESSIONS_LIST: list[p-1] is the session of P_p */
  uint32_t list[SYSTEM_MAX_N];
};

/* "distinct", "same", "any:3", "1,1,2" */
bool sessions_parse(const char *text, struct sessions *out, struct error *e);

/* The same text again. */
void sessions_print(const struct sessions *sessions, FILE *out);

/* The session of the k-th passage (from 1) of P_p. */
uint32_t session_of(const struct sessions *sessions, uint64_t seed, uint32_t p, uint32_t k);

/* The largest number in use. */
uint32_t session_largest(const struct sessions *sessions, uint32_t n);

#endif
