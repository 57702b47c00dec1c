/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/views_lists.h"

#include <stdlib.h>

#include "base/mem.h"

static uint32_t *head_of(struct views_of_pair *of, uint32_t member, uint32_t end)
{
  size_t *n = &of->n_heads[member];
  if (end >= *n) {
    const size_t more = 2 * (size_t)end + 16;
    of->head[member] = mem_grow(of->head[member], more, sizeof **of->head);
    for (size_t k = *n; k < more; k++) of->head[member][k] = NO_VIEW;
    *n = more;
  }
  return &of->head[member][end];
}

static uint32_t edge_of(struct views_of_pair *of, const struct view *v)
{
  size_t number;
  if (!lookup_is_new(&of->ends, v->end, sizeof v->end, &number)) return (uint32_t)number;
  of->edge = mem_another(of->edge, number, sizeof *of->edge);
  of->edge[number].first = NO_VIEW;
  for (uint32_t m = 0; m < 2; m++) {
    uint32_t *head = head_of(of, m, v->end[m]);
    of->edge[number].next[m] = *head;
    *head = (uint32_t)number;
  }
  return (uint32_t)number;
}

void views_enlist(struct views_of_pair *of, uint32_t view)
{
  const uint32_t number = edge_of(of, &of->view[view]);
  struct views_edge *edge = &of->edge[number];
  of->view[view].next = edge->first;
  edge->first = view;
}

uint32_t views_first_edge(const struct views_of_pair *of, uint32_t member, uint32_t end)
{
  return end < of->n_heads[member] ? of->head[member][end] : NO_VIEW;
}

uint32_t views_first_between(const struct views_of_pair *of, uint32_t first, uint32_t second)
{
  const uint32_t end[2] = {first, second};
  const size_t at = lookup_find(&of->ends, end, sizeof end);
  return at < of->ends.n ? of->edge[at].first : NO_VIEW;
}

void views_lists_free(struct views_of_pair *of)
{
  lookup_free(&of->states);
  lookup_free(&of->ends);
  free(of->view);
  free(of->head[0]);
  free(of->head[1]);
  free(of->edge);
}
