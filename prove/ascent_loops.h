/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ascent_loops.h: where a text climbs through the levels of a tree (ascent.h) and goes down again. There may be several
 * ways up to the next level, as where one loop asks how far a process is, and another one goes on from there. Then a
 * level may begin in several ways. All ways up lead to the top, and there is one way down.
 */
#ifndef PROVE_ASCENT_LOOPS_H
#define PROVE_ASCENT_LOOPS_H

#include "prove/ascent.h"
#include "prove/ascent_terms.h"
#include "prove/part.h"

/* The parts of a passage: at a level on the way up, and on the way down; at the top, and between two passages. */
enum { PART_UP, PART_DOWN, PART_TOP, PART_OUTSIDE, N_PARTS, PART_NONE = N_PARTS };

/* A step to the next level, and the question whether there is one: the level begins there, or the loop ends. */
struct ascent_loop {
  uint32_t more, guard;
  uint32_t body, behind;
};

/* The values of the slots where a node is reached. */
struct held {
  struct ascent_term slot[MOST_SLOTS];
};

struct ascending {
  struct part graph;
  const struct machine *machine;
  struct ascent *out;
  struct ascent_terms terms;
  uint32_t bottom, top; /* where the level is set to the lowest one, and to the highest one */
  struct ascent_loop up[ASCENT_MOST_WAYS], down;
  uint32_t n_up;
  uint8_t level;   /* the slot */
  uint8_t *part;   /* [node] */
  struct held *at; /* [node] */
  const char *why;
};

static inline bool ascent_fails(struct ascending *c, const char *why)
{
  c->why = why;
  return false;
}

static inline const struct node *ascent_node(const struct ascending *c, uint32_t k)
{
  return &c->graph.flow->node[k];
}

/* The term of a value where the node is reached. */
struct ascent_term ascent_value(const struct ascending *c, const struct node *n, const struct value *v);

/* False: no local is a level, and `why` is NULL. */
bool ascent_find_level(struct ascending *c);

/* The loops, and which part of a passage each node is in. False: `why` says why not. */
bool ascent_find_parts(struct ascending *c);

/* Whether the node is a step to another level. */
bool ascent_changes_level(const struct ascending *c, uint32_t node);

#endif
