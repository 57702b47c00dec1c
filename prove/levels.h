/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * levels.h: proofs for every N of a passage through N-1 levels, as in Peterson's filter lock: P1, the steps of an exit,
 * and the remote references, a polynomial in N-1. At a level a process says that it is there, writes its name
 * to the level's register, and looks at the places of all others until nobody is in its way, or until another name is
 * there.
 *
 * No states are searched, as the levels are no places (abstract.h). It is a matter of the graph: how a level is left,
 * what it costs in its accesses, and how often another process changes its place before it writes to the register of
 * this level. docs/every-n-trees.md, Lemmas 8c to 8e, has the argument, and its conditions on a text.
 */
#ifndef PROVE_LEVELS_H
#define PROVE_LEVELS_H

#include "prove/part.h"
#include "prove/prove.h"

/* The nodes that make the levels. */
struct levels {
  struct part graph;
  const struct machine *machine;
  uint32_t turn, places;  /* groups: a register of each level; the place of each process */
  uint8_t level, other;   /* slots: at which level it is; at whose place it looks */
  uint32_t begin, more;   /* the first level; the next one */
  uint32_t guard;         /* whether there is one */
  uint32_t entry, behind; /* of a level; behind all of them */
  uint32_t claim, look;   /* a write of the own name to the level's register; a read of it, where it waits */
  uint32_t see;           /* a read of another's place, where it waits */
  uint32_t again, next;   /* the first other one; the next one */
  bool *body, *outside;   /* [node]: of a level; of what is not */
  bool *waits;            /* [node]: of a level, and on a cycle */
  const char *why;
};

/* Whether it is a text with levels, as all that is proved of them needs. False: why says what is missing, or it has
 * none, and why is NULL. To be freed in any case. */
bool levels_find(struct levels *out, const struct machine *machine);
void levels_free(struct levels *levels);

/* levels_steps.c: whether every step has an outcome. */
bool levels_have_outcomes(struct levels *levels);

/* levels_hold.c: whether P1 holds at every N. levels_pay.c: fills the cost. False: why says why not. */
bool levels_exclude(struct levels *levels);
bool levels_cost(struct levels *levels, enum memory memory, struct prove_cost *cost);

/* levels_pay.c: the most own steps of an exit; REACH_NO_BOUND: there is no most, and why says so. */
uint64_t levels_exit(struct levels *levels);

/* --- for the files of levels.h ------------------------------------------------------------------------------------ */

bool levels_fail(struct levels *levels, const char *why);

static inline const struct node *levels_node(const struct levels *l, uint32_t k)
{
  return &l->graph.flow->node[k];
}

static inline bool levels_is_level(const struct levels *l, const struct value *v)
{
  return v->n == 1 && v->code->kind == EXPR_LOCAL && v->code->slot == l->level;
}

/* Whether the node is an access to a register of the group. */
static inline bool levels_accesses(const struct node *n, uint32_t group)
{
  return n->kind == NODE_ACCESS && rmr_kind_accesses(n->access) && n->group == group;
}

/* Whether the node gives its slot the value 1. An access with the operand 1 gives it what it has found. */
bool levels_sets_one(const struct node *n);

/* The way of the branch if the slot and the own name differ; 0: it does not ask that. */
uint8_t levels_differs(const struct node *n, uint8_t slot);

/* Whether each level is a value of the type, as levels.c can tell. */
bool levels_hold_in(const struct type *type);

/* The question whether there is one more of the others; NO_NODE: there is none, or several. */
uint32_t levels_end(const struct levels *levels);

/* Whether some way leads from behind the node to another one, before it is at one of these. */
bool levels_lead(const struct levels *levels, uint32_t from, uint32_t to, struct stops stops);

#endif
