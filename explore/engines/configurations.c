/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/engines/configurations.h"

#include <stdlib.h>

#include "base/mem.h"
#include "explore/graph/steps.h"

uint64_t configuration_copies(const struct space *s)
{
  uint64_t copies = 0;
  for (uint32_t var = 0; var < s->automata.n_registers; var++) {
    const struct bit_field *valid = &s->layout.valid[var], *owned = &s->layout.owned[var];
    copies |= valid->mask << valid->shift | owned->mask << owned->shift;
  }
  return copies;
}

uint32_t configuration_steps(const struct space *s, const struct bitset *numbers, const struct configuration *from,
                             uint8_t *taken, struct transition *out, uint32_t *all)
{
  const uint32_t *ahead = numbers->measure->ahead, observed = s->spec.observer.process;
  struct actor a = actors_begin(ample_set(s, CONFIGURATION_SHAPE, &from->state));
  uint32_t n = 0;
  *all = 0;
  while (actors_next(s, CONFIGURATION_SHAPE, &from->state, &a))
    for (uint32_t move = a.first; move < a.end; move++) {
      taken[move] = 1;
      if (s->flags[move] & (MOVE_NONE | MOVE_SAME)) continue;
      const uint64_t add = s->add[move];
      out[n] = (struct transition){{from->state + add, from->number + numbers->add[move]}, move, a.p, ahead[move]};
      n += (a.p == observed) | (add != 0) | (s->keep[move] != UINT64_MAX) | (s->put[move] != 0);
      ++*all;
    }
  return n;
}

/* The process that has a move in a state. */
static uint32_t process_of(const struct space *s, const uint64_t *state, uint32_t move)
{
  struct actor a = actors_begin(ample_set(s, CONFIGURATION_SHAPE, state));
  while (actors_next(s, CONFIGURATION_SHAPE, state, &a))
    if (move >= a.first && move < a.end) break;
  return a.p;
}

void configuration_path(const struct space *s, uint64_t begin, const uint32_t *move, size_t n, struct visited *visited,
                        struct path *path)
{
  uint64_t *state = mem_new(n + 1, sizeof *state);
  state[0] = begin;
  for (size_t k = 0; k < n; k++) state[k + 1] = configuration_after(s, state[k], move[n - 1 - k]);
  bool full = !visited_create(visited, 1, s->budget);
  for (size_t k = 0; k <= n && !full; k++) {
    const uint64_t hash = visited_hash(&state[k], 1);
    visited_insert(visited, visited_part_of(hash), &state[k], hash, 1, &full);
  }
  for (size_t k = 0; k <= n && !full; k++) { /* only now that the visited set does not grow any more */
    const uint32_t id = visited_lookup(visited, &state[k], visited_hash(&state[k], 1), 1);
    if (k == 0)
      path_begin(visited, id, path);
    else
      path_append(path, process_of(s, &state[k - 1], move[n - k]), id);
  }
  path->loop = path->n;
  free(state);
}
