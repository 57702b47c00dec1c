/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cycles.h: where a run can stay for ever, as far as the automata of the processes tell. P2 and P6 ask for a strongly
 * connected component of the state graph in which each process outside its remainder makes steps. In such a component
 * the local states of each of those processes lie on a cycle of its own automaton, and it stays in one component of
 * that automaton, its circle. It goes round there, from its local state back to it, by one of a few ways. Each asks for
 * values that it finds in registers, and writes registers.
 *
 * A register that no process writes keeps its value. So a process cannot take a way on which it would find another
 * value there. Then fewer registers may be written, and so on. A state in which a process outside its remainder has no
 * way left is in no such component, and the search for one can leave it out. Where there are faults or time, every
 * state passes.
 */
#ifndef EXPLORE_GRAPH_CYCLES_H
#define EXPLORE_GRAPH_CYCLES_H

#include "explore/tables/space.h"

/* A way round, from a local state back to it. */
struct cycle_way {
  uint64_t finds;  /* values that it asks for, of registers: bits as in struct cycles. Less is asked for where there is
                      no bit */
  uint64_t writes; /* bit per register, if its value changes */
};

enum { CYCLE_MOST_WAYS = 16 };

/* A local state in its circle. Of two ways of which one asks for no more and writes no less, it is enough. */
struct cycle {
  const struct cycle_way *way;
  uint32_t n; /* 0: it lies on no cycle */
};

struct cycles {
  uint32_t n;
  uint32_t n_registers;
  uint64_t *values;       /* [register]: a bit for each of its values; 0: they have none */
  uint32_t *first_value;  /* [register]: the bit of value number 0 */
  struct cycle_way **way; /* [2 * (p - 1) + 0 or 1]: of recurs, and of lingers, CYCLE_MOST_WAYS for each local state */
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
 * complete an entry; p = 0: no process does. By its local states alone, which is quick; and by values, too. */
static inline bool cycles_may_stay(const struct cycles *c, const struct space *s, const uint64_t *state, uint32_t p)
{
  for (uint32_t q = 1; q <= c->n; q++)
    if (cycles_of(c, s, state, q, p)->n == 0 && space_label_of(s, state, q)->section != RMR_REMAINDER) return false;
  return true;
}

/* The values that registers can have when only some of them are written. */
static inline uint64_t cycles_values(const struct cycles *c, const struct space *s, const uint64_t *state,
                                     uint64_t written)
{
  uint64_t values = UINT64_MAX;
  for (uint32_t var = 0; var < c->n_registers; var++)
    if (c->values[var] != 0 && (written >> var & 1) == 0)
      values &= ~c->values[var] | UINT64_C(1) << (c->first_value[var] + field_get(state, &s->layout.value[var]));
  return values;
}

static inline bool cycles_keep(const struct cycles *c, const struct space *s, const uint64_t *state, uint32_t p)
{
  uint64_t before, written = UINT64_MAX;
  do {
    const uint64_t values = cycles_values(c, s, state, written);
    before = written;
    written = 0;
    for (uint32_t q = 1; q <= c->n; q++) {
      const struct cycle *at = cycles_of(c, s, state, q, p);
      bool stays = false;
      for (uint32_t k = 0; k < at->n; k++) {
        if ((at->way[k].finds & ~values) != 0) continue;
        stays = true;
        written |= at->way[k].writes;
      }
      if (!stays && space_label_of(s, state, q)->section != RMR_REMAINDER) return false;
    }
  } while (written != before);
  return true;
}

#endif
