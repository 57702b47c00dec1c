/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * part.h: ways through a graph, for levels.c and ascent.c. All is asked of N >= 2: a branch that asks whether N is 1
 * goes to where it is not. Any other branch may go both ways.
 */
#ifndef PROVE_PART_H
#define PROVE_PART_H

#include "prove/reach.h"

/* A text without sessions, names, time, changes of the environment and graphs. */
bool part_is_plain(const struct machine *machine);

struct part {
  const struct flow *flow;
  uint8_t *barred; /* [node]: bits: PART_NEXT, PART_OTHER: no way goes there from it */
};

enum { PART_NEXT = 1, PART_OTHER = 2 };

/* Up to three nodes where a way ends; or NO_NODE. */
struct stops {
  uint32_t at[3];
};

/* The first node from here on that is more than a way to another one. */
uint32_t part_skip(const struct part *p, uint32_t node);

/* Whether the node gives the slot another value. */
bool part_changes(const struct node *n, uint8_t slot);

/* Adds all nodes that ways from a node reach, both included; or those that local computation reaches, and the access
 * that ends it. */
void part_spread(const struct part *p, uint32_t from, struct stops stops, bool *reached);
void part_spread_locally(const struct part *p, uint32_t from, uint32_t stop, bool *reached);

/* Those of some nodes that are on a cycle, which does not go through `stop`. */
void part_cycles(const struct part *p, const bool *among, uint32_t stop, bool *cyclic);

/* The most counted nodes on a way to `stop`, and their lines. False: there is no most. */
bool part_longest(const struct part *p, uint32_t from, uint32_t stop, const bool *counted, struct reach_paid *out);

#endif
