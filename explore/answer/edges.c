/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/answer/edges.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

uint32_t edges_of(const struct bounds *b, uint32_t id, struct edge *arc)
{
  const struct space *s = b->space;
  const struct shape shape = {.words = s->words};
  const uint64_t *from = visited_state(b->store, id);
  const struct movers movers = space_movers(s, shape, from);
  uint32_t n = 0;
  for (uint32_t p = movers.first; p <= movers.last; p++) {
    const struct row *row = space_row(s, shape, from, p);
    if (row->first == SPACE_DONE) continue;
    const uint32_t first = space_moves(s, shape, from, row);
    for (uint32_t choice = 0; choice < s->choices; choice++) {
      struct successor to;
      if (!space_step(s, shape, from, p, first + choice, &to) || region_leaves_out(b->region, &to) ||
          !region_has(s, b->region, to.state))
        continue;
      const uint32_t number = visited_lookup(b->store, to.state, visited_hash(to.state, s->words), s->words);
      if (number == VISITED_NONE || (b->members != NULL && *note_of(b->members, number) != DEPTH_MEMBER)) continue;
      arc[n++] = (struct edge){number, p, region_weight(b->region, p, &to)};
    }
  }
  return n;
}

struct edge *edges_new(const struct space *space)
{
  return mem_new((size_t)space->n * space->choices, sizeof(struct edge));
}

void path_free(struct path *path)
{
  free(path->state);
  free(path->process);
  *path = (struct path){0};
}

void path_begin(const struct visited *store, uint32_t id, struct path *path)
{
  *path = (struct path){.state = mem_new(1, sizeof *path->state)};
  path->state[0] = id;
  memcpy(path->begin, visited_state(store, id), store->words * sizeof *path->begin);
}

void path_append(struct path *path, uint32_t process, uint32_t to)
{
  if ((path->n & (path->n - 1)) == 0) { /* room doubles */
    path->state = mem_grow(path->state, path->n * 2 + 2, sizeof *path->state);
    path->process = mem_grow(path->process, path->n * 2 + 2, sizeof *path->process);
  }
  path->process[path->n++] = (uint16_t)process;
  path->state[path->n] = to;
}
