/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_graph.h: all views that were found (views.h), and the steps between them. So a run of any number of processes,
 * looked at through two of them, is a path here: a step of one of the two, or of a third one that writes a register of
 * the view, is an edge. A fact about all paths holds of all runs (views_paths.h).
 */
#ifndef PROVE_VIEWS_GRAPH_H
#define PROVE_VIEWS_GRAPH_H

#include "prove/views_scene.h"

/* The mover of a step: a member of the pair, 0 or 1, or a third process. */
enum { VIEWS_THIRD = 2 };

/* Whose register a step accesses, by the indices of processes that are not the mover's. */
enum views_account {
  VIEWS_OF_NONE,    /* the mover's own, or in no array of the processes */
  VIEWS_OF_PARTNER, /* the other one's of the pair */
  VIEWS_OF_THIRD,   /* a third process's alone */
  VIEWS_OF_SEVERAL, /* several others', or it is not known whose */
};

struct views_step {
  uint32_t from, to;
  int16_t cell; /* of the scene of the pair; NO_CELL: it has none */
  uint8_t mover, account;
  bool accesses, writes, home;
  uint8_t unused; /* 0: a step is a key */
  /* For each node of `to`, in the order of their names: its name in `from`, in four bits; 0: it has none there. */
  uint64_t nodes;
};

/* The steps between the views of a pair. */
struct views_steps {
  struct lookup all;
  uint32_t n_views, n_first; /* of initial states: these come first */
  int32_t *words;            /* [view * length of the scene] */
  struct views_step *step;   /* [all.n], by the view from which they lead */
  uint32_t *first;           /* [view]: its steps; one more at the end */
};

struct views_graph {
  struct views_scenes scenes;
  struct views_steps *steps; /* [pair]; NULL: nothing was found */
};

void views_keep_step(struct views_steps *steps, uint32_t from, uint32_t to, uint32_t mover,
                     const struct step_access *access, int cell, enum views_account account, uint64_t nodes);
/* When all are found; states: the views. */
void views_finish_steps(struct views_steps *steps, const struct lookup *states, uint32_t length);
void views_steps_free(struct views_steps *steps);
void views_graph_free(struct views_graph *graph);

#endif
