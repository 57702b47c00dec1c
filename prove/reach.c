/* SPDX-License-Identifier: GPL-3.0-or-later */
#define XXH_INLINE_ALL
#include "prove/reach.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/mem.h"
#include "prove/hidden.h"

enum { POLL_EVERY = 1 << 10 };

struct reaching {
  struct scene *scene;
  struct abstract_graph *out;
  bool exclusion;
  uint32_t at;    /* the state whose steps are made */
  uint8_t member; /* whose */
  enum reach_end end;
};

/* --- states ------------------------------------------------------------------------------------------------------- */

bool reach_are_inside(const struct scene *w, const int32_t *state)
{
  if (w->members != 2 || w->strangers) return false;
  const int32_t *a = &state[state_member(w, 0)], *b = &state[state_member(w, 1)];
  return a[STATE_SECTION] == RMR_CS && b[STATE_SECTION] == RMR_CS &&
         (!w->machine->algorithm.group || a[STATE_SESSION] != b[STATE_SESSION]);
}

static uint32_t hash_of(const struct abstract_graph *r, const int32_t *state)
{
  return (uint32_t)XXH3_64bits(state, r->length * sizeof *state);
}

static uint32_t number_in(uint64_t slot)
{
  return (uint32_t)slot - 1;
}

/* The slot of a state with this hash, or the empty one where it would go. */
static uint32_t find(const struct abstract_graph *r, const int32_t *state, uint32_t hash)
{
  const size_t size = r->length * sizeof *state;
  uint32_t at = hash & (r->n_slots - 1);
  for (; r->slot[at] != 0; at = (at + 1) & (r->n_slots - 1))
    if (r->slot[at] >> 32 == hash && memcmp(reach_state(r, number_in(r->slot[at])), state, size) == 0) return at;
  return at;
}

/* At most half of the slots are in use. */
static void grow_slots(struct abstract_graph *r)
{
  uint64_t *old = r->slot;
  const uint32_t n = r->n_slots;
  for (r->n_slots = 1; r->n_slots < 2 * r->capacity; r->n_slots *= 2)
    ;
  r->slot = mem_new(r->n_slots, sizeof *r->slot);
  for (uint32_t k = 0; k < n; k++) {
    uint32_t at = (uint32_t)(old[k] >> 32) & (r->n_slots - 1);
    while (old[k] != 0 && r->slot[at] != 0) at = (at + 1) & (r->n_slots - 1);
    if (old[k] != 0) r->slot[at] = old[k];
  }
  free(old);
}

static void grow(struct abstract_graph *r)
{
  r->capacity = 2 * r->capacity + 512;
  r->word = mem_grow(r->word, (size_t)r->capacity * r->length, sizeof *r->word);
  r->from = mem_grow(r->from, r->capacity, sizeof *r->from);
  r->by = mem_grow(r->by, r->capacity, sizeof *r->by);
  r->mover = mem_grow(r->mover, r->capacity, sizeof *r->mover);
  r->first = mem_grow(r->first, (size_t)r->capacity + 1, sizeof *r->first);
  grow_slots(r);
}

uint32_t reach_add_state(struct abstract_graph *r, const int32_t *state)
{
  if (r->n_states == r->capacity) grow(r);
  const uint32_t hash = hash_of(r, state), at = find(r, state, hash);
  if (r->slot[at] != 0) return number_in(r->slot[at]);
  const uint32_t number = r->n_states++;
  r->slot[at] = (uint64_t)hash << 32 | (number + 1);
  memcpy(r->word + (size_t)number * r->length, state, r->length * sizeof *r->word);
  r->from[number] = number;
  return number;
}

void reach_add_edge(struct abstract_graph *r, struct abstract_edge edge)
{
  if (r->n_edges == r->edge_capacity) {
    r->edge_capacity = 2 * r->edge_capacity + 256;
    r->edge = mem_grow(r->edge, r->edge_capacity, sizeof *r->edge);
  }
  r->edge[r->n_edges++] = edge;
}

static uint32_t number_of(struct reaching *r, const struct walked *walked)
{
  struct abstract_graph *out = r->out;
  const uint32_t known = out->n_states, number = reach_add_state(out, walked->state);
  if (number != known) return number;
  out->from[number] = r->at == UINT32_MAX ? number : r->at;
  out->by[number] = walked->line;
  out->mover[number] = r->member;
  return number;
}

static bool end_at(struct reaching *r, enum reach_end end, uint32_t state, const struct walked *walked)
{
  r->end = end;
  r->out->last = state;
  r->out->last_line = walked->line;
  r->out->last_mover = r->member;
  r->out->stuck = walked->stuck;
  return false;
}

static bool add_state(void *self, const struct walked *walked)
{
  struct reaching *r = self;
  struct abstract_graph *out = r->out;
  if (walked->stuck != NULL) return end_at(r, REACH_STUCK, r->at, walked);
  const uint32_t to = number_of(r, walked);
  if (r->exclusion && reach_are_inside(r->scene, walked->state)) return end_at(r, REACH_EXCLUSION, to, walked);
  if (walked->wrong_order) return end_at(r, REACH_ORDER, r->at, walked);
  if (r->at == UINT32_MAX) return true;
  reach_add_edge(out, (struct abstract_edge){to, (uint8_t)walked->weight, r->member, walked->section});
  return true;
}

size_t reach_bytes(const struct abstract_graph *r)
{
  const size_t each = r->length * sizeof *r->word + sizeof *r->from + sizeof *r->by + sizeof *r->mover +
                      sizeof *r->first + 4 * sizeof *r->slot;
  return r->capacity * each + r->edge_capacity * sizeof *r->edge;
}

static bool make_steps(struct reaching *r, int32_t *from)
{
  memcpy(from, reach_state(r->out, r->at), r->scene->length * sizeof *from); /* the table may move */
  for (r->member = 0; r->member < r->scene->members; r->member++)
    if (!visible_step(r->scene, from, r->member, add_state, r)) return false;
  return true;
}

enum reach_end reach_poll(const struct reach_limits *limits, uint32_t states, uint32_t waiting, size_t bytes)
{
  const struct reach_progress now = {limits->what, states, waiting, bytes};
  if (limits->tell != NULL) limits->tell(limits->listener, &now);
  if (reach_is_interrupted(limits)) return REACH_INTERRUPTED;
  return bytes > limits->memory ? REACH_MEMORY : REACH_ALL;
}

enum reach_end reach_all(struct scene *scene, bool exclusion, const struct reach_limits *limits,
                         struct abstract_graph *out)
{
  *out = (struct abstract_graph){.length = scene->length};
  struct reaching r = {.scene = scene, .out = out, .exclusion = exclusion, .at = UINT32_MAX};
  int32_t *from = mem_new(scene->length, sizeof *from);
  grow(out); /* a scene may have no state, such as one of a neighbour where there is no other process */
  bool more = abstract_begin(scene, add_state, &r);
  for (uint32_t k = 0; more && k < out->n_states; k++) {
    r.at = k;
    out->first[k] = (uint32_t)out->n_edges;
    more = make_steps(&r, from);
    if (!more || k % POLL_EVERY != 0) continue;
    r.end = out->n_edges > UINT32_MAX / 2 ? REACH_MEMORY
                                          : reach_poll(limits, out->n_states, out->n_states - k, reach_bytes(out));
    more = r.end == REACH_ALL;
  }
  if (r.end == REACH_ALL) out->first[out->n_states] = (uint32_t)out->n_edges;
  free(from);
  return r.end;
}

void reach_free(struct abstract_graph *r)
{
  free(r->word);
  free(r->slot);
  free(r->first);
  free(r->edge);
  free(r->from);
  free(r->by);
  free(r->mover);
  *r = (struct abstract_graph){0};
}
