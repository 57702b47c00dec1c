/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * draw.h: philosophers and forks as pictures, in the language of Graphviz. Where everybody sits is fixed here, so that
 * two pictures of a graph can be laid side by side; Graphviz only draws. With many philosophers the numbers at the
 * forks would cover each other, and are left out.
 * A *system*: forks are lines, with the rank of each or, where there are no ranks, its place in the order of each of
 * the two. A first fork is an arrow from the philosopher whose first one it is; one that is first for both has two
 * heads.
 *
 * A *snapshot*: the activity of each philosopher, and the owner of each fork, between two steps of a run.
 */
#ifndef MODEL_ARBITRATION_DRAW_H
#define MODEL_ARBITRATION_DRAW_H

#include <stdio.h>

#include "model/arbitration/orders.h"

/* A system, and what stands out in it. */
struct picture {
  const char *title;
  const uint32_t *rank; /* of the forks, by number; NULL: places are shown */
  const uint32_t *path; /* philosophers one after the other, NULL: none */
  uint32_t n_path;
  bool closed; /* the path is a cycle of danger: red. Else it is a blocking path: blue */
};

void draw_forks(const struct graph *graph, const struct orders *orders, const struct picture *picture, FILE *out);

enum draw_doing { DRAW_THINKS, DRAW_HUNGRY, DRAW_EATS, DRAW_LEAVES, DRAW_DOINGS };

/* Which of the two philosophers a fork has, a or b. */
enum { DRAW_NEITHER, DRAW_A, DRAW_B, DRAW_BOTH };

struct draw_between {
  uint8_t owner; /* DRAW_BOTH: forks have no owners here          */
  uint8_t ready; /* the one that waits for it                     */
  uint8_t arrow; /* the one with an arrow towards the other, which eats after it */
};

struct snapshot {
  const char *title;
  const enum draw_doing *doing;       /* [philosopher] */
  const struct draw_between *between; /* [fork]        */
};

void draw_snapshot(const struct graph *graph, const struct snapshot *snapshot, FILE *out);

#endif
