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
    memcpy(room, lookup_text(view->states, view->number), w->length * sizeof *room);
    views_forget(w, member, word, room);
    views_tidy(w, kinds, room);
    of->number[at] = (uint32_t)lookup_add(&seen->kept, room, w->length * sizeof *room) + 1;
  }
  return of->number[at];
}

static size_t first_slot(const struct views_seen *seen, struct views_made made)
{
  const uint64_t mixed = (made.step ^ made.kept * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
  return (size_t)(mixed >> 32) & (seen->room - 1);
}

/* Its slot, or the empty one where it belongs. No step is 0. */
static struct views_made *slot_of(const struct views_seen *seen, struct views_made made)
{
  size_t at = first_slot(seen, made);
  while (seen->made[at].step != 0 && (seen->made[at].step != made.step || seen->made[at].kept != made.kept))
    at = (at + 1) & (seen->room - 1);
  return &seen->made[at];
}

static struct views_made made_of(const struct views_read *r)
{
  const uint64_t who = (uint64_t)r->triple << 4 | r->pair << 2 | r->member;
  return (struct views_made){(who + 1) << 32 | r->view, (uint64_t)r->kept[0] << 32 | r->kept[1]};
}

bool views_was_made(const struct views_seen *seen, const struct views_read *read)
{
  return seen->room != 0 && slot_of(seen, made_of(read))->step != 0;
}

void views_prefetch_made(const struct views_seen *seen, const struct views_read *read)
{
  if (seen->room != 0) __builtin_prefetch(&seen->made[first_slot(seen, made_of(read))]);
}

/* Twice the room; at most half of the slots are in use. */
static void grow(struct views_seen *seen)
{
  struct views_made *old = seen->made;
  const size_t n = seen->room;
  seen->room = n == 0 ? 1024 : 2 * n;
  seen->made = mem_new(seen->room, sizeof *seen->made);
  for (size_t k = 0; k < n; k++)
    if (old[k].step != 0) *slot_of(seen, old[k]) = old[k];
  free(old);
}

void views_is_made(struct views_seen *seen, const struct views_read *read)
{
  if (seen->n_made >= seen->room / 2) grow(seen);
  *slot_of(seen, made_of(read)) = made_of(read);
  seen->n_made++;
}

size_t views_seen_bytes(const struct views_seen *seen)
{
  return seen->room * sizeof *seen->made + seen->kept.n * 256;
}

void views_seen_free(struct views_seen *seen, uint32_t n_pairs)
{
  for (uint32_t k = 0; seen->of != NULL && k < n_pairs; k++) free(seen->of[k].number);
  free(seen->of);
  lookup_free(&seen->kept);
  free(seen->made);
}
