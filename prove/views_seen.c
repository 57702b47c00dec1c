/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/views_seen.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void views_forget(const struct scene *w, uint32_t member, uint32_t word, int32_t *state)
{
  memset(&state[state_member(w, member)], 0, state_member(w, 1) * sizeof *state);
  for (uint32_t k = 0; k < w->n_cells; k++) {
    const struct scene_group *g = &w->group[w->cell[k].group];
    const bool of_member = (g->row == DIMENSION_PROCESSES && scene_who(w, w->cell[k].row) == (int)member) ||
                           (g->column == DIMENSION_PROCESSES && scene_who(w, w->cell[k].column) == (int)member);
    if (of_member && state_cells(w) + k != word) state[state_cells(w) + k] = 0;
  }
}

uint32_t views_keep(struct views_seen *seen, struct scene *w, struct views_kinds *kinds, const struct views_one *view,
                    uint32_t member, uint32_t word, int32_t *room)
{
  struct kept_of_pair *of = &seen->of[view->pair];
  const size_t at = (size_t)view->number * w->n_cells + word - state_cells(w);
  if (at >= of->n) {
    const size_t more = 2 * at + 64;
    of->number = mem_grow(of->number, more, sizeof *of->number);
    memset(&of->number[of->n], 0, (more - of->n) * sizeof *of->number);
    of->n = more;
  }
  if (of->number[at] == 0) {
    memcpy(room, view->state, w->length * sizeof *room);
    views_forget(w, member, word, room);
    views_tidy(w, kinds, room);
    of->number[at] = (uint32_t)lookup_add(&seen->kept, room, w->length * sizeof *room) + 1;
  }
  return of->number[at];
}

bool views_was_made(const struct views_seen *seen, const struct views_read *read)
{
  return lookup_find(&seen->made, read, sizeof *read) != seen->made.n;
}

void views_is_made(struct views_seen *seen, const struct views_read *read)
{
  lookup_add(&seen->made, read, sizeof *read);
}

size_t views_seen_bytes(const struct views_seen *seen)
{
  return seen->made.n * (sizeof(struct views_read) + 48) + seen->kept.n * 256;
}

void views_seen_free(struct views_seen *seen, uint32_t n_pairs)
{
  for (uint32_t k = 0; seen->of != NULL && k < n_pairs; k++) free(seen->of[k].number);
  free(seen->of);
  lookup_free(&seen->kept);
  lookup_free(&seen->made);
}
