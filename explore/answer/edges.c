/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/answer/edges.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/graph/steps.h"

/* All steps that the region allows; the slots of their ends are fetched on the way. */
static uint32_t steps_of(const struct edge_scope *b, const uint64_t *from, struct edge *edge)
{
  const struct space *s = b->space;
  const struct space_shape shape = {.words = s->words};
  struct actor a = actors_begin(ample_set(s, shape, from));
  uint32_t n = 0;
  while (actors_next(s, shape, from, &a))
    for (uint32_t move = a.first; move < a.end; move++) {
      struct successor to;
      if (!space_step(s, shape, from, a.p, move, &to) || region_leaves_out(s, b->region, a.p, &to) ||
          (b->in_passage && region_cuts(s, b->region, a.p)) || !region_has(s, b->region, to.state))
        continue;
      struct edge *e = &edge[n++];
      e->mover = a.p;
      e->weight = region_weight(b->region, a.p, &to);
      e->hash = visited_hash(to.state, s->words);
      memcpy(e->state, to.state, s->words * sizeof *to.state);
      visited_prefetch(&b->visited->part[visited_part_of(e->hash)], e->hash, s->words);
      if (b->beside != NULL) visited_map_prefetch(b->beside, e->hash);
    }
  return n;
}

uint32_t edges_of(const struct edge_scope *b, uint32_t id, struct edge *edge)
{
  const uint32_t words = b->space->words, n = steps_of(b, visited_state(b->visited, id), edge);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < n; k++) {
    const struct edge *e = &edge[k];
    const uint32_t to = visited_lookup(b->visited, e->state, e->hash, words);
    if (to == VISITED_NONE || (b->members != NULL && !visited_marks_has(b->members, to))) continue;
    edge[kept].to = to;
    edge[kept].mover = e->mover;
    edge[kept++].weight = e->weight;
  }
  return kept;
}

struct edge *edges_new(const struct space *space)
{
  return mem_new((size_t)space->n_actors * space->choices, sizeof(struct edge));
}
