/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * abstract_way.h: one way of a step while it is made: its values, and the states that it leads to. For abstract_step.c
 * and abstract_begin.c.
 */
#ifndef PROVE_ABSTRACT_WAY_H
#define PROVE_ABSTRACT_WAY_H

#include "prove/abstract_step.h"

/* The numbers, sessions and nodes of a state. */
struct way_names {
  struct known_numbers numbers;
  int32_t sessions, nodes;
};

struct walk {
  struct scene *scene;
  const struct flow *flow;
  int32_t *state, *slot; /* slot: the member's slots, and behind them its elements of local arrays */
  uint32_t member;
  struct choices choices;
  struct computing computing;
  int32_t sessions;             /* known: 1 .. */
  int32_t nodes;                /* known: 1 .. */
  struct way_names names;       /* of the state from which all ways of the step begin */
  uint8_t named[UINT8_MAX + 1]; /* the name that way_normalise() gave to each node; 0: the state has it no more */
  bool beginning;               /* it is no step, but the way to the first access */
  bool impossible;              /* no process ever writes what this way needs */
  bool quiet;                   /* no conflicting process is active (quiet.h) */
  bool begins;                  /* it was not before this step */
  bool counts;                  /* it is a step of the observed member then */
  bool keeps;                   /* its access leaves the register as it was */
  bool finds_last;              /* it reads what a member wrote last, which nobody else writes (by_value.h) */
  uint32_t weight;
  uint32_t nodes_gone;    /* in all ways of the step so far */
  bool sees, always_sees; /* as in struct walked */
  struct step_access access;
};

/* From now on this member moves. */
static inline void way_move(struct walk *w, uint32_t member)
{
  w->member = member;
  w->slot = &w->state[state_member(w->scene, member) + STATE_SLOTS];
  w->computing.list = w->scene->list[member];
}

static inline void way_stop(struct walk *w, const char *why)
{
  if (w->choices.stuck == NULL) w->choices.stuck = why;
}

/* Whether anything becomes known of what it writes. */
static inline bool way_tells(const struct walk *w)
{
  return w->scene->grew != NULL && w->choices.stuck == NULL && !w->impossible;
}

static inline int32_t *way_slot(const struct walk *w, uint8_t slot)
{
  return &w->slot[slot];
}

/* The word that has the bit of the cell among those of copies. */
static inline int32_t *way_copies(const struct walk *w, int cell, int32_t *bit)
{
  *bit = state_copy_bit((uint32_t)cell);
  return &w->state[state_copy(w->scene, (uint32_t)cell)];
}

/* Whose an identity is, for a member, as the moving one: its own, another member's, or that of none. Any other value is
 * its own. */
enum account { ACCOUNT_OWN, ACCOUNT_PARTNER, ACCOUNT_OTHER };
enum account account_of_member(const struct scene *scene, uint32_t member, struct abstract identity);
static inline enum account way_account(const struct walk *w, struct abstract identity)
{
  return account_of_member(w->scene, w->member, identity);
}

/* The value of an expression of the moving member. */
struct abstract way_value(struct walk *w, const struct value *v);

/* A known session or another one; `none`: or none. */
struct abstract way_session(struct walk *w, bool none);

/* A value as a node. In the beginning there is node 0, and the one of each process. */
struct abstract way_node(struct walk *w, struct abstract a);

/* Whether it is not 0. */
bool way_is_true(struct walk *w, struct abstract a);

/* A number as it is, if it is not too large. */
struct abstract way_plain(struct walk *w, rmr_word value);

/* Anything that is ever written there, or to a register of the group. A process that writes its own identity is no
 * member where others wrote last. */
enum writers { WRITTEN_BY_OTHERS, WRITTEN_BY_ANYBODY };
struct abstract way_anything_in(struct walk *w, const struct written *of, enum writers by);
struct abstract way_anything(struct walk *w, uint32_t group, enum writers by);

/* An element of a local array, of which nothing is remembered. Whether such ones may be records. */
struct abstract way_any_element(struct walk *w, uint32_t array);
bool way_has_records(const struct walk *w, uint32_t array);

/* The first value of a register, before it is made to fit. */
struct abstract way_first_value(struct walk *w, const struct cell *cell);

/* The processes that may have written a register of the group without a cell: its owner, which is no member; or any. */
enum writers way_writers(const struct walk *w, uint32_t group);

/* A value as a register of the group holds it. */
struct abstract way_fit(struct walk *w, uint32_t group, struct abstract a);

/* In views: the slots that may be numbers at the node are. */
void way_see_numbers(struct walk *w, uint32_t node);

/* The parts of a record that are still read. */
struct abstract way_trimmed(const struct walk *w, struct abstract a, uint64_t mask);

/* The value that an update with this argument leaves in a register of the group. */
struct abstract way_updated(struct walk *w, uint32_t group, struct abstract before, struct abstract argument);

/* A value as an unbounded number. */
struct abstract way_number(struct walk *w, struct abstract a);

/* A value that a holder has, by the numbers of the values that are ever written: as it is, or the parts of a record. */
struct way_parts {
  uint32_t n, number[MOST_PARTS];
  struct abstract is[MOST_PARTS];
};
struct way_parts way_parts(const struct scene *scene, uint32_t holder, struct abstract a);

/* The value is known to be written from now on: there, or to the registers of a group or a local array. */
void way_note(struct walk *w, struct written *of, struct abstract a);
void way_note_in(struct walk *w, uint32_t holder, struct abstract a);

/* A process writes a register of the group that does not name it. */
void way_note_foreign(struct walk *w, uint32_t group);

/* The word of an element of a local array; NULL: nothing is remembered of it, or there is none. Clears an array. */
int32_t *way_element(struct walk *w, uint8_t slot, struct abstract index, uint32_t *array);
void way_clear_array(struct walk *w, uint8_t slot);

/* Begins a way of a step of a member, from the state in `state`; makes its local computation, up to the next access;
 * and leaves the member there. */
void way_begin(struct walk *w, struct scene *scene, int32_t *state, uint32_t member);
const struct node *way_go_on(struct walk *w, uint32_t next);
void way_arrive(struct walk *w, const struct node *at, uint8_t section);

/* Finds the numbers, sessions and nodes of the state: whether sessions and nodes come in the order of their names. And
 * gives them the names that all states like this one have. Both need the scene and the state of the way only. */
bool way_gather(struct walk *w);
void way_normalise(struct walk *w);

#endif
