/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/answer/edges.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/graph/reduction.h"

uint32_t edges_of(const struct edge_scope *b, uint32_t id, struct edge *edge)
{
  const struct space *s = b->space;
  const struct space_shape shape = {.words = s->words};
  const uint64_t *from = visited_state(b->visited, id);
  const struct movers movers = space_movers(s, shape, from);
  uint32_t n = 0;
  for (uint32_t p = movers.first; p <= movers.last; p++) {
    const struct space_row *row = space_row_of(s, shape, from, p);
    if (row->first == SPACE_DONE) continue;
    const uint32_t first = space_moves(s, shape, from, row);
    for (uint32_t choice = 0; choice < s->choices; choice++) {
      struct successor to;
      if (!space_step(s, shape, from, p, first + choice, &to) || region_leaves_out(s, b->region, p, &to) ||
          (b->in_passage && region_cuts(s, b->region, p)) || !region_has(s, b->region, to.state))
        continue;
      const uint32_t number = visited_lookup(b->visited, to.state, visited_hash(to.state, s->words), s->words);
      if (number == VISITED_NONE || (b->members != NULL && !visited_marks_has(b->members, number))) continue;
      edge[n++] = (struct edge){number, p, region_weight(b->region, p, &to)};
    }
  }
  return n;
}

struct edge *edges_new(const struct space *space)
{
  return mem_new((size_t)space->n_actors * space->choices, sizeof(struct edge));
}
