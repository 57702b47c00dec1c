/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/check_view_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static struct view_lists lists_new(size_t n_numbers, size_t n_views)
{
  struct view_lists l = {mem_new(n_numbers + 1, sizeof *l.first), mem_new(n_views + 1, sizeof *l.next)};
  memset(l.first, 0xff, (n_numbers + 1) * sizeof *l.first);
  return l;
}

static void lists_free(struct view_lists *l)
{
  free(l->first);
  free(l->next);
}

static void enlist(struct view_lists *l, size_t number, uint32_t view)
{
  l->next[view] = l->first[number];
  l->first[number] = view;
}

/* A key of a table may lie anywhere, and a view is looked at as words. */
void view_set_take(struct view_set *set, struct certificate_reading *r, uint32_t first, uint32_t n_more)
{
  *set = (struct view_set){.states = r->states, .potential = r->potential, .length = r->scene.length};
  r->states = (struct lookup){0};
  r->potential = NULL;
  const uint32_t n = (uint32_t)set->states.n, length = set->length;
  set->of_view = lists_new(n, n);
  set->words = mem_new((size_t)n * length, sizeof *set->words);
  for (uint32_t k = 0; k < n; k++) {
    int32_t *view = set->words + set->views.n * length;
    memcpy(view, lookup_text(&set->states, k), length * sizeof *view);
    memset(view + first, 0, n_more * sizeof *view);
    enlist(&set->of_view, lookup_add(&set->views, view, length * sizeof *view), k);
  }
  set->n = (uint32_t)set->views.n;
}

void view_set_find_ends(struct view_set *set, const struct shows alone[2], struct lookup *const ends[2])
{
  const uint32_t length = alone[0].to->length;
  int32_t *shown = mem_new(length, sizeof *shown);
  for (uint32_t m = 0; m < 2; m++) {
    set->end[m] = mem_new(set->n + 1, sizeof *set->end[m]);
    for (uint32_t k = 0; k < set->n; k++) {
      shows_make(&alone[m], view_set_at(set, k), shown);
      set->end[m][k] = (uint32_t)lookup_add(ends[m], shown, length * sizeof *shown);
    }
  }
  free(shown);
}

void view_set_find_lists(struct view_set *set, size_t n_ends)
{
  set->begins = lists_new(n_ends, set->n);
  set->both = lists_new(set->n, set->n);
  for (uint32_t k = 0; k < set->n; k++) {
    const uint32_t ends[2] = {set->end[0][k], set->end[1][k]};
    enlist(&set->begins, ends[0], k);
    enlist(&set->both, lookup_add(&set->between, ends, sizeof ends), k);
  }
}

void view_set_free(struct view_set *set)
{
  lists_free(&set->of_view);
  lists_free(&set->begins);
  lists_free(&set->both);
  for (uint32_t m = 0; m < 2; m++) free(set->end[m]);
  free(set->words);
  free(set->potential);
  lookup_free(&set->states);
  lookup_free(&set->views);
  lookup_free(&set->between);
}
