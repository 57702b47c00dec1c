/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_lens.c: lenses, from a state to one that shows some of its members (views_scene.h).
 */
#include <stdlib.h>

#include "base/mem.h"
#include "prove/views_queue.h"

/* Where the points of a scene are among the places of one with more members. */
static uint32_t points_of(const struct scene *from, const struct scene *to, const uint8_t *members, int32_t *point)
{
  uint32_t n = 0;
  point[n++] = 0;
  if (to->ring.first_apart) point[n++] = RING_FIRST;
  for (uint32_t k = 0; k < to->members; k++) point[n++] = ring_member(from->ring, members[k]);
  if (to->ring.last_apart) point[n++] = ring_last(from->ring);
  point[n++] = ring_end(from->ring);
  return n;
}

/* Where identities are alike: members are themselves, all others one. */
static void make_alike_places(struct lens *l, const uint8_t *members)
{
  const struct ring from = l->from->ring, to = l->to->ring;
  for (int32_t k = 0; k <= ring_end(from); k++)
    l->place[k] = k == 0 ? 0 : k == ring_end(from) ? ring_end(to) : views_others(to);
  for (uint32_t k = 0; k < l->to->members; k++) l->place[ring_member(from, members[k])] = ring_member(to, k);
}

static void make_places(struct lens *l, const uint8_t *members)
{
  if (l->from->alike) {
    make_alike_places(l, members);
    return;
  }
  int32_t point[MOST_MEMBERS + 4];
  const uint32_t n = points_of(l->from, l->to, members, point);
  for (int32_t k = 0; k <= ring_end(l->from->ring); k++) {
    uint32_t below = 0;
    while (below + 1 < n && point[below + 1] <= k) below++;
    l->place[k] = 2 * (int32_t)below + (point[below] != k);
  }
}

static int32_t index_in(const struct lens *l, enum dimension_kind kind, int32_t word, const uint8_t *members)
{
  if (kind != DIMENSION_PROCESSES || l->from->n != 0) return word;
  return abstract_pack(scene_identity(l->from, members[scene_who(l->to, word)]));
}

static void make_member_words(struct lens *l, const uint8_t *members, uint32_t member)
{
  const struct scene *from = l->from, *to = l->to;
  const uint32_t n_slots = to->machine->graph.n_slots, behind = STATE_SLOTS + n_slots;
  int32_t *word = &l->word[state_member(to, member)];
  const uint32_t start = state_member(from, members[member]);
  for (uint32_t k = 0; k < behind; k++) word[k] = (int32_t)(start + k);
  for (uint32_t a = 0; a < to->machine->graph.n_arrays; a++) {
    const struct scene_array *of = &to->array[a];
    for (uint32_t k = 0; k < of->n; k++)
      word[behind + of->first + k] =
        (int32_t)(start + behind + from->array[a].first + (of->of_processes ? members[k] : k));
  }
}

void lens_make(struct lens *l, struct scene *from, struct scene *to, const uint8_t *members)
{
  l->from = from;
  l->to = to;
  l->word = mem_new(to->length, sizeof *l->word);
  for (uint32_t k = 0; k < to->length; k++) l->word[k] = NO_WORD;
  for (uint32_t k = 0; k < to->members; k++) make_member_words(l, members, k);
  for (uint32_t k = 0; k < to->n_cells; k++) {
    const struct cell *c = &to->cell[k];
    if (to->group[c->group].row == DIMENSION_NODES) continue; /* a node has another name there */
    const int32_t row = index_in(l, to->group[c->group].row, c->row, members);
    const int32_t column = index_in(l, to->group[c->group].column, c->column, members);
    const int at = scene_cell(from, c->group, abstract_unpack(row), abstract_unpack(column));
    if (at != NO_CELL) l->word[state_cells(to) + k] = (int32_t)state_cells(from) + at;
  }
  for (uint32_t a = 0; to->queue && a < to->members; a++)
    for (uint32_t b = a + 1; b < to->members; b++)
      l->word[queue_word(to, a, b)] = (int32_t)queue_word(from, members[a], members[b]);
  if (from->n == 0) make_places(l, members);
}

void lens_free(struct lens *l)
{
  free(l->word);
}
