/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/views_lists.h"

#include <stdlib.h>

#include "base/mem.h"

static uint32_t *slot_of(uint32_t **list, size_t *n, size_t at)
{
  if (at >= *n) {
    const size_t more = 2 * at + 16;
    *list = mem_grow(*list, more, sizeof **list);
    for (size_t k = *n; k < more; k++) (*list)[k] = NO_VIEW;
    *n = more;
  }
  return &(*list)[at];
}

void views_enlist(struct views_of_pair *of, uint32_t view)
{
  struct view *v = &of->view[view];
  for (uint32_t m = 0; m < 2; m++) {
    uint32_t *head = slot_of(&of->head[m], &of->n_heads[m], v->end[m]);
    v->next[m] = *head;
    *head = view;
  }
  uint32_t *same = slot_of(&of->same, &of->n_same, lookup_add(&of->ends, v->end, sizeof v->end));
  v->next_same = *same;
  *same = view;
}

uint32_t views_first_with(struct views_of_pair *of, uint32_t member, uint32_t end)
{
  return end < of->n_heads[member] ? of->head[member][end] : NO_VIEW;
}

uint32_t views_first_between(struct views_of_pair *of, uint32_t first, uint32_t second)
{
  const uint32_t end[2] = {first, second};
  const size_t at = lookup_find(&of->ends, end, sizeof end);
  return at < of->n_same ? of->same[at] : NO_VIEW;
}

void views_lists_free(struct views_of_pair *of)
{
  lookup_free(&of->states);
  lookup_free(&of->ends);
  free(of->view);
  free(of->head[0]);
  free(of->head[1]);
  free(of->same);
}
