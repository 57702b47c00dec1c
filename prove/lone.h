/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lone.h: one process at one N as an automaton of its local states, with each access as a label: its register, the
 * value that it finds there, and the value that it leaves. Nothing is known of any register, so an access finds each
 * value that is ever written there. Code that knows the value of a register takes the steps that find it (match.h).
 *
 * So every run of N processes, looked at through one of them, is a path in its automaton.
 */
#ifndef PROVE_LONE_H
#define PROVE_LONE_H

#include <string.h>

#include "prove/reach.h"

enum { LONE_NO_CELL = -1, LONE_MOST_N = 64 };

/* A step: its access, and the state to which it leads. */
struct lone_edge {
  int32_t cell;          /* of struct lone_all; LONE_NO_CELL: it accesses nothing */
  int32_t before, after; /* packed; 0 where it does not read, or not write */
  bool reads, writes, home;
  uint8_t unused; /* 0: two steps are compared as bytes */
  uint32_t to;
};

_Static_assert(sizeof(struct lone_edge) == 5 * sizeof(int32_t), "a step has no padding");

static inline int lone_compare_edges(const void *a, const void *b)
{
  return memcmp(a, b, sizeof(struct lone_edge));
}

struct lone_state {
  uint32_t first; /* its steps in `edge`; the next state has where they end */
  uint32_t node;
  uint8_t section;
  bool initial;
};

struct lone {
  struct lone_state *state; /* [n_states + 1] */
  uint32_t n_states;
  struct lone_edge *edge;
  size_t n_edges;
};

/* A register that some process accesses. */
struct lone_cell {
  uint64_t accessed; /* P_p as bit p-1 */
  int32_t first;     /* its first value, packed; CELL_ANY: it is not known */
};

struct lone_all {
  uint32_t n;                    /* processes */
  struct lone lone[LONE_MOST_N]; /* P_p as p-1 */
  struct lookup cells;           /* by struct lone_name */
  struct lone_cell *cell;
  const struct machine *machine;
  enum memory memory;
  struct scene_group group[RMR_MAX_GROUPS];
  struct abstract_records *records;
};

/* Which register it is: the indices, packed. */
struct lone_name {
  int32_t group, row, column;
};

static inline struct lone_name lone_name(const struct lone_all *all, size_t cell)
{
  struct lone_name name;
  memcpy(&name, lookup_text(&all->cells, cell), sizeof name);
  return name;
}

static inline uint64_t lone_bit(uint32_t p)
{
  return UINT64_C(1) << p;
}

/* like: a scene of one N without members, that knows what is ever written. REACH_STUCK: there are no such automata. Of
 * numbers, sessions and nodes there are none: they have names that each process gives to what it knows. */
enum reach_end lone_create(struct lone_all *out, const struct scene *like, const struct reach_limits *limits);
/* lone_prune.c: leaves out steps that find what nobody can have left there, until there are none: a value that no step
 * leaves in that register, and that it does not hold at first, or not any more, as the process has written it. */
void lone_prune(struct lone_all *all);

void lone_free(struct lone_all *all);

#endif
