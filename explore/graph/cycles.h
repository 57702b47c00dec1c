/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cycles.h: where a run can stay for ever, as far as the automata of the processes tell. P2 and P6 ask for a strongly
 * connected component of the state graph in which each process outside its remainder makes steps. In such a component
 *
 *   - the local states of each of those processes lie on a cycle of its own automaton, and it stays in one component
 *     of that automaton, its circle;
 *   - a register that no process writes in its circle keeps its value, so no process may now read a value there that
 *     leads it out of its circle.
 *
 * A state that fails either test is in no such component, and the search for one can leave it out. Where there are
 * faults or time, every state passes.
 */
#ifndef EXPLORE_GRAPH_CYCLES_H
#define EXPLORE_GRAPH_CYCLES_H

#include "explore/tables/space.h"

/* A local state in its circle. */
struct cycle {
  uint64_t writes; /* registers that are written in the circle: bit per register */
  uint64_t stays;  /* values that keep the process in the circle if its next access finds them: bit per number */
  uint32_t var;    /* the register of that access; CYCLES_ANY: no value need be looked at */
  bool on;         /* it lies on a cycle */
};

enum { CYCLES_ANY = 64 };

struct cycles {
  uint32_t n;
  struct cycle **recurs;  /* [1..n][local]: all steps of the automaton make circles */
  struct cycle **lingers; /* [1..n][local]: all but those that complete an entry */
};

size_t cycles_bytes(const struct space *space);
void cycles_create(struct cycles *cycles, const struct space *space);
void cycles_free(struct cycles *cycles, const struct space *space);

static inline const struct cycle *cycles_of(const struct cycles *c, const struct space *s, const uint64_t *state,
                                            uint32_t q, uint32_t p)
{
  const uint32_t local = space_local(s, state, q);
  return p == 0 || p == q ? &c->lingers[q][local] : &c->recurs[q][local];
}

/* Whether the state may be in a component in which each process outside its remainder makes steps, and P_p none that
 * complete an entry; p = 0: no process does. By the first test alone, which is quick; and by the second. */
static inline bool cycles_may_stay(const struct cycles *c, const struct space *s, const uint64_t *state, uint32_t p)
{
  for (uint32_t q = 1; q <= c->n; q++)
    if (!cycles_of(c, s, state, q, p)->on && space_label_of(s, state, q)->section != RMR_REMAINDER) return false;
  return true;
}

static inline bool cycles_keep(const struct cycles *c, const struct space *s, const uint64_t *state, uint32_t p)
{
  uint64_t written = 0;
  for (uint32_t q = 1; q <= c->n; q++) written |= cycles_of(c, s, state, q, p)->writes;
  for (uint32_t q = 1; q <= c->n; q++) {
    const struct cycle *at = cycles_of(c, s, state, q, p);
    if (at->var == CYCLES_ANY || (written >> at->var & 1) != 0) continue;
    if ((at->stays >> field_get(state, &s->layout.value[at->var]) & 1) == 0) return false;
  }
  return true;
}

#endif
