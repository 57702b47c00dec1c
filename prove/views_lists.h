/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_lists.h: the views of a pair that have been found (views.c), and those that have been handled in lists, by the
 * views of their members alone. So three views that may show three processes are found along what they share.
 */
#ifndef PROVE_VIEWS_LISTS_H
#define PROVE_VIEWS_LISTS_H

#include "base/lookup.h"

#define NO_VIEW UINT32_MAX

/* A view as an edge between those of its two members alone. Views that have been handled are in lists. */
struct view {
  uint32_t end[2], node[2];
  bool comes[2]; /* the member's next step may be the one with which it comes (views_queue.h), if anybody asks */
  struct aim {
    bool known;
    int32_t row, column; /* the indices of the register that the member accesses next, packed */
  } aim[2];
  uint32_t next[2], next_same; /* another one with the same end; with the same two ends */
};

/* The views of a pair. */
struct views_of_pair {
  struct lookup states, ends;
  struct view *view; /* [states.n] */
  uint32_t handled;  /* so many of them */
  uint32_t *head[2]; /* [view of a member alone]: the first with this end */
  size_t n_heads[2];
  uint32_t *same; /* [number in `ends`]: the first with these two */
  size_t n_same;
};

void views_enlist(struct views_of_pair *of, uint32_t view);

/* The first one whose member has that end; and the first one with these two. */
uint32_t views_first_with(struct views_of_pair *of, uint32_t member, uint32_t end);
uint32_t views_first_between(struct views_of_pair *of, uint32_t first, uint32_t second);

void views_lists_free(struct views_of_pair *of);

#endif
