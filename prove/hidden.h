/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * hidden.h: the steps of a scene without those that no member sees. A step is *hidden* if it reads only values that
 * others may have written at any time, or that its own process alone writes, changes no cell, costs nothing, and stays
 * in its section. Nothing that another member does changes how it can come out, and it changes nothing for them. So
 * whatever run there is, there is one in which it comes as soon as it is pending. A *visible step* is one that is not
 * hidden, with all that is hidden behind it, up to where the member has a visible step before it.
 *
 * A scan over the others then has no state for each line and each place where it looks at a process that is no member.
 */
#ifndef PROVE_HIDDEN_H
#define PROVE_HIDDEN_H

#include "base/lookup.h"
#include "prove/abstract_step.h"

/* The words of a state without copies and orders, as a member sees them: its own come first; then those of others that
 * may hold a number or a session; then other values of others, which are another member's or in registers that the
 * member does not write alone; then nodes and sections of other members. */
struct seen_words {
  uint32_t *word; /* NULL: not asked yet */
  uint32_t n_own, n_names;
};

/* The states behind hidden steps are found once for all scenes that differ only in what they observe. It depends on the
 * member's local state, on the registers that it alone writes, and on which numbers and sessions are known: of the
 * other words of a state these are kept. Zeroed: nothing is known yet. */
struct hidden {
  struct lookup from;           /* states behind a step that is visible, each with the member that made it */
  struct lookup states;         /* behind hidden steps from there, where the member has a visible one before it */
  struct hidden_behind *behind; /* [from] */
  uint32_t *to;                 /* numbers of states */
  size_t n_to;
  struct seen_words seen[MOST_MEMBERS];
  int32_t *way; /* the ways of the step that is being made */
  size_t n_ways, room_ways;
};

void hidden_free(struct hidden *hidden);

/* As abstract_step; where scene->hidden is NULL it is the same. Initial states have no hidden steps before them. */
bool visible_step(struct scene *scene, const int32_t *state, uint32_t member, abstract_fn *visit, void *self);

#endif
