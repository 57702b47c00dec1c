/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * match_role.h: one side of a match (match.h) as one automaton: whichever process of the side is inside, as far as the
 * registers of the match can tell. States of all its processes that behave alike are one.
 */
#ifndef PROVE_MATCH_ROLE_H
#define PROVE_MATCH_ROLE_H

#include "prove/lone.h"

#define ROLE_OUT UINT32_MAX /* no process of the side is inside */

/* The registers of a match have numbers. Those of all its processes come first. One that an array of processes has for
 * a process is that one's *own*, and has a place among its own ones. */
enum { MATCH_NO_CELL = -1, MATCH_MOST_CELLS = 24, MATCH_MOST_OWN = 8 };

static inline int32_t match_own(uint32_t process, uint32_t place)
{
  return (int32_t)(MATCH_MOST_CELLS + process * MATCH_MOST_OWN + place);
}

static inline uint32_t match_owner(int32_t cell)
{
  return ((uint32_t)cell - MATCH_MOST_CELLS) / MATCH_MOST_OWN;
}

static inline uint32_t match_place(int32_t cell)
{
  return ((uint32_t)cell - MATCH_MOST_CELLS) % MATCH_MOST_OWN;
}

/* For each process a flag for each of its local states. NULL: a process that is in no such set. */
struct match_region {
  bool *has[LONE_MOST_N];
};

struct role_state {
  uint32_t first; /* its steps in `edge`; the next state has where they end */
  uint32_t node;
  uint32_t process; /* 0, if none has registers of its own: a state is one of several processes then */
  uint8_t section;
  bool won, initial;
  bool entered; /* a process may come inside so */
};

struct role {
  struct role_state *state; /* [n_states + 1] */
  uint32_t n_states;
  struct lone_edge *edge; /* to: a state of the role, or ROLE_OUT; cell: of the match, or MATCH_NO_CELL */
  bool may_be_out;
};

/* The side `inside`, whose processes are those of `side`; cell: for each register its number in the match; owns: some
 * are a process's own. */
void role_create(struct role *out, const struct lone_all *all, uint64_t side, const struct match_region *inside,
                 const struct match_region *won, const int32_t *cell, bool owns);
void role_free(struct role *role);

#endif
