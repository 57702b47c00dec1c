/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_view_set.h: the views of two processes that a certificate has, those of one class (check_shows.h), and which of
 * them show a process alike. For check_views.c.
 */
#ifndef PROVE_CHECK_VIEW_SET_H
#define PROVE_CHECK_VIEW_SET_H

#include "prove/certificate_read.h"

#define NO_VIEW UINT32_MAX

/* Views, or states, in lists, by number of what they have in common. */
struct view_lists {
  uint32_t *first, *next; /* [number], [view] */
};

/* A state is a view with the words of paths, and has a potential. */
struct view_set {
  struct lookup states;
  uint64_t *potential;
  struct lookup views;            /* without the words of paths, */
  uint32_t n, length;             /* so many, */
  int32_t *words;                 /* and these: [n][length] */
  struct view_lists of_view;      /* the states of each view */
  uint32_t *end[2];               /* [view]: the shown state of either process, by its number in a table */
  struct lookup between;          /* each two of these that a view has */
  struct view_lists begins, both; /* views with this first end, and with both ends */
};

/* Takes the states that were read last. The words of paths are those from `first` on, n_more of them. */
void view_set_take(struct view_set *set, struct certificate_reading *r, uint32_t first, uint32_t n_more);

/* Adds to the tables the states that the views show of either process. */
void view_set_find_ends(struct view_set *set, const struct shows alone[2], struct lookup *const ends[2]);

/* Once the table of the first ends is complete, with so many. */
void view_set_find_lists(struct view_set *set, size_t n_ends);

void view_set_free(struct view_set *set);

static inline const int32_t *view_set_at(const struct view_set *set, uint32_t view)
{
  return set->words + (size_t)view * set->length;
}

/* The first of the views with both ends, or NO_VIEW. */
static inline uint32_t view_set_between(const struct view_set *set, uint32_t first, uint32_t second)
{
  const uint32_t ends[2] = {first, second};
  const size_t at = lookup_find(&set->between, ends, sizeof ends);
  return at == set->between.n ? NO_VIEW : set->both.first[at];
}

#endif
