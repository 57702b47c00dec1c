/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_lists.h: the views of a pair that have been found (views.c), and those that have been handled in lists, by the
 * views of their members alone. So three views that may show three processes are found along what they share.
 */
#ifndef PROVE_VIEWS_LISTS_H
#define PROVE_VIEWS_LISTS_H

#include "base/lookup.h"

#define NO_VIEW UINT32_MAX

enum views_concern { CONCERNS_NOBODY, CONCERNS_OWNER, CONCERNS_READERS };

/* A view as an edge between those of its two members alone. Views that have been handled are in lists. */
struct view {
  uint32_t end[2], node[2];
  bool comes[2]; /* the member's next step may be the one with which it comes (views_queue.h), if anybody asks */
  struct aim {
    bool known, meets;   /* meets: it may be the other one's */
    uint8_t concerns;    /* the next step, other pairs: enum views_concern */
    int32_t row, column; /* the indices of the register that the member accesses next, packed */
    int32_t read; /* if the member reads the register of the other one with its next step, its cell; else NO_CELL */
  } aim[2];
  uint64_t places[2]; /* those that a member's words name (views_places.h) */
  uint32_t next;      /* another one with the same two ends */
};

/* All views with the same two ends. */
struct views_edge {
  uint32_t first;   /* of the views */
  uint32_t next[2]; /* another edge with the same end */
};

/* The views of a pair. */
struct views_of_pair {
  struct lookup states, ends;
  struct view *view;       /* [states.n] */
  uint32_t handled;        /* so many of them */
  bool meet;               /* whether a member of any accesses a register of the other one next */
  struct views_edge *edge; /* [ends.n] */
  uint32_t *head[2];       /* [view of a member alone]: the first edge with this end */
  size_t n_heads[2];
};

void views_enlist(struct views_of_pair *of, uint32_t view);

/* The first edge where the member has that end; and the first view with these two ends. NO_VIEW: there is none. */
uint32_t views_first_edge(const struct views_of_pair *of, uint32_t member, uint32_t end);
uint32_t views_first_between(const struct views_of_pair *of, uint32_t first, uint32_t second);

void views_lists_free(struct views_of_pair *of);

#endif
