/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/depth.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* A note has 31 bits for the number of a visit, a frame 32 for that of a step. From one look at them to the next there are few more. */
#define MOST_VISITS  (DEPTH_LEFT - (UINT32_C(1) << 17))
#define MOST_PENDING (UINT32_MAX / 2)

/* A step to a state that has not been visited yet. */
struct pending {
  uint32_t to;
  uint16_t mover, weight;
};

/* A state on the path that is being gone down. */
struct frame {
  uint32_t id, index, low, best, movers;
  uint32_t first_pending; /* in dive.pending, up to the next frame's */
  uint16_t mover, weight; /* the step by which it was reached */
};

/* A step out of the state that is being visited. */
struct edge {
  struct successor to;
  uint64_t hash;
  uint32_t mover;
};

struct dive {
  const struct space *space;
  const struct visited *store;
  const struct region *region;
  const struct explore_means *means;
  struct depth *out;
  struct edge *edge; /* [n * choices] */
  struct frame *frame;
  size_t n_frames, frame_capacity;
  struct pending *pending;
  size_t n_pending, pending_capacity;
  uint32_t *open; /* states whose component is not known yet */
  size_t n_open, open_capacity;
  uint32_t index;
  bool over;
};

static void count_most(struct dive *d, uint32_t id, uint32_t best)
{
  if (d->out->from != VISITED_NONE && best <= d->out->most) return;
  d->out->most = best;
  d->out->from = id;
}

static void found_cycle(struct dive *d, uint32_t from, uint32_t to, uint32_t mover)
{
  if (d->out->endless) return;
  d->out->endless = d->over = true;
  d->out->cycle_from = from;
  d->out->cycle_to = to;
  d->out->cycle_mover = mover;
}

/* --- going down --------------------------------------------------------------------------------------------------------------- */

static size_t bytes_taken(const struct dive *d)
{
  return visited_bytes(d->store) + visited_slots(d->store) * sizeof(uint32_t) + d->frame_capacity * sizeof *d->frame +
         d->pending_capacity * sizeof *d->pending + d->open_capacity * sizeof *d->open;
}

static void tell(struct dive *d)
{
  const struct explore_means *means = d->means;
  d->over |= bytes_taken(d) > means->memory;
  d->over |= d->index >= MOST_VISITS || d->n_pending >= MOST_PENDING;
  d->over |= means->interrupt != NULL && atomic_load(means->interrupt);
  if (means->tell == NULL) return;
  const struct explore_progress now = {.what = d->region->kind == REGION_ALL ? "worst case" : "properties",
                                       .states = d->index,
                                       .frontier = d->n_frames,
                                       .in_depth = true,
                                       .bytes = bytes_taken(d),
                                       .best = d->out->most,
                                       .costs = d->region->kind == REGION_ALL};
  means->tell(means->listener, &now);
}

/* A step from the frame on top to a state of the region. True: the state has not been visited yet. */
static bool meet(struct dive *d, struct frame *f, uint32_t to, uint32_t mover, uint32_t weight)
{
  const uint32_t note = *note_of(&d->out->notes, to);
  if (note == 0) return true;
  if (note & DEPTH_LEFT) {
    const uint32_t best = weight + (note & ~DEPTH_LEFT);
    if (best > f->best) f->best = best;
  } else { /* on the way down: both are in one component */
    if (note < f->low) f->low = note;
    f->movers |= UINT32_C(1) << (mover - 1);
    if (weight != 0) found_cycle(d, f->id, to, mover);
  }
  return false;
}

/* All steps out of a state that count for the region; the places of their ends are fetched on the way. */
INNER uint32_t edges_of(struct shape shape, struct dive *d, const uint64_t *from)
{
  const struct space *s = d->space;
  const struct movers movers = space_movers(s, shape, from);
  uint32_t n = 0;
  for (uint32_t p = movers.first; p <= movers.last; p++) {
    const struct row *row = space_row(s, shape, from, p);
    if (row->first == SPACE_DONE) continue;
    const uint32_t first = space_moves(s, shape, from, row);
    for (uint32_t choice = 0; choice < s->choices; choice++) {
      struct edge *edge = &d->edge[n];
      if (!space_step(s, shape, from, p, first + choice, &edge->to) || region_leaves_out(d->region, &edge->to))
        continue;
      edge->mover = p;
      edge->to.weight = (uint8_t)region_weight(d->region, p, &edge->to);
      edge->hash = visited_hash(edge->to.state, shape.words);
      visited_prefetch(&d->store->part[visited_part(edge->hash)], edge->hash, shape.words);
      note_prefetch(&d->out->notes, edge->hash);
      n++;
    }
  }
  return n;
}

static void push_pending(struct dive *d, uint32_t to, uint32_t mover, uint32_t weight)
{
  if (d->n_pending == d->pending_capacity) {
    d->pending_capacity = d->pending_capacity * 2 + 1024;
    d->pending = mem_grow(d->pending, d->pending_capacity, sizeof *d->pending);
  }
  d->pending[d->n_pending++] = (struct pending){to, (uint16_t)mover, (uint16_t)weight};
}

static struct frame *push_frame(struct dive *d, uint32_t id, uint32_t mover, uint32_t weight)
{
  if (d->n_frames == d->frame_capacity) {
    d->frame_capacity = d->frame_capacity * 2 + 1024;
    d->frame = mem_grow(d->frame, d->frame_capacity, sizeof *d->frame);
  }
  if (d->n_open == d->open_capacity) {
    d->open_capacity = d->open_capacity * 2 + 1024;
    d->open = mem_grow(d->open, d->open_capacity, sizeof *d->open);
  }
  d->open[d->n_open++] = id;
  *note_of(&d->out->notes, id) = ++d->index;
  if ((d->index & 0xffff) == 0) tell(d);
  d->frame[d->n_frames] = (struct frame){.id = id,
                                         .index = d->index,
                                         .low = d->index,
                                         .first_pending = (uint32_t)d->n_pending,
                                         .mover = (uint16_t)mover,
                                         .weight = (uint16_t)weight};
  return &d->frame[d->n_frames++];
}

INNER void visit(struct shape shape, struct dive *d, uint32_t id, uint32_t mover, uint32_t weight)
{
  struct frame *f = push_frame(d, id, mover, weight);
  uint64_t from[PACKING_MAX_WORDS];
  memcpy(from, visited_state(d->store, id), shape.words * sizeof *from);
  const uint32_t n = edges_of(shape, d, from);
  for (uint32_t k = 0; k < n; k++) {
    const struct edge *edge = &d->edge[k];
    if (space_same(shape, from, edge->to.state)) {
      f->movers |= UINT32_C(1) << (edge->mover - 1);
      if (edge->to.weight != 0) found_cycle(d, id, id, edge->mover);
      continue;
    }
    if (!region_has(d->space, d->region, edge->to.state)) {
      if (edge->to.weight > f->best) f->best = edge->to.weight;
      continue;
    }
    const uint32_t to = visited_lookup(d->store, edge->to.state, edge->hash, shape.words);
    if (to == VISITED_NONE) continue; /* the search was cut short before it */
    if (meet(d, f, to, edge->mover, edge->to.weight)) push_pending(d, to, edge->mover, edge->to.weight);
  }
}

/* --- coming back -------------------------------------------------------------------------------------------------------------- */

/* Whether everybody can stay in the component for ever: who is not in its remainder makes steps in it. */
static bool is_fair(const struct dive *d, const struct frame *root)
{
  const uint64_t *state = visited_state(d->store, root->id);
  bool somebody_wants = false;
  for (uint32_t p = 1; p <= d->space->n; p++) {
    const uint8_t section = space_mark(d->space, state, p)->section;
    if (section != RMR_REMAINDER && (root->movers >> (p - 1) & 1) == 0) return false;
    somebody_wants |= section == RMR_DOORWAY || section == RMR_WAITING;
  }
  return somebody_wants;
}

/* The frame on top is the root of a component, which consists of the open states from it on. */
static void leave_component(struct dive *d, const struct frame *root)
{
  const enum region_kind kind = d->region->kind;
  const bool fair = (kind == REGION_ENTRY || kind == REGION_STUCK) && is_fair(d, root);
  if (fair) {
    d->out->fair = d->over = true;
    d->out->member = root->id;
    d->out->movers = root->movers;
  }
  uint32_t id;
  do {
    id = d->open[--d->n_open];
    *note_of(&d->out->notes, id) = fair ? DEPTH_MEMBER : DEPTH_LEFT | root->best;
  } while (id != root->id);
  count_most(d, root->id, root->best);
}

static void leave(struct dive *d)
{
  const struct frame f = d->frame[--d->n_frames];
  const bool root = f.low == f.index;
  if (root) leave_component(d, &f);
  if (d->n_frames == 0) return;
  struct frame *up = &d->frame[d->n_frames - 1];
  const uint32_t best = f.best + (root ? f.weight : 0);
  if (best > up->best) up->best = best;
  if (root) return;
  if (f.low < up->low) up->low = f.low;
  up->movers |= f.movers | UINT32_C(1) << (f.mover - 1);
  if (f.weight != 0) found_cycle(d, up->id, f.id, f.mover);
}

INNER void dive_from(struct shape shape, struct dive *d, uint32_t id)
{
  visit(shape, d, id, 1, 0);
  while (d->n_frames != 0 && !d->over) {
    struct frame *f = &d->frame[d->n_frames - 1];
    if (d->n_pending == f->first_pending) {
      leave(d);
      continue;
    }
    const struct pending next = d->pending[--d->n_pending];
    if (meet(d, f, next.to, next.mover, next.weight)) visit(shape, d, next.to, next.mover, next.weight);
  }
}

static void dive_in(struct dive *d, uint32_t id)
{
  if (d->over || *note_of(&d->out->notes, id) != 0) return;
  WITH_SHAPE(d->space, dive_from, d, id);
}

/* --- where to begin ------------------------------------------------------------------------------------------------------------ */

static bool dive_at_initial(void *self, const uint64_t *state)
{
  struct dive *d = self;
  const uint32_t words = d->space->words;
  const uint32_t id = visited_lookup(d->store, state, visited_hash(state, words), words);
  if (id != VISITED_NONE) dive_in(d, id);
  return !d->over;
}

static void dive_everywhere(struct dive *d)
{
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    for (uint64_t k = 0; k < d->store->part[p].capacity && !d->over; k++) {
      const uint64_t *state = d->store->part[p].slot + k * d->space->words;
      if (state[0] != 0 && region_has(d->space, d->region, state)) dive_in(d, visited_id(p, k));
    }
}

void depth_search(const struct space *space, const struct visited *store, const struct region *region,
                  const struct explore_means *means, struct depth *out)
{
  *out = (struct depth){.from = VISITED_NONE};
  if (!notes_create(&out->notes, store)) return;
  struct dive d = {.space = space, .store = store, .region = region, .means = means, .out = out};
  d.edge = mem_new((size_t)space->n * space->choices, sizeof *d.edge);
  if (region->kind == REGION_ALL)
    space_initial(space, dive_at_initial, &d);
  else
    dive_everywhere(&d);
  out->complete = !d.over || out->endless || out->fair;
  free(d.edge);
  free(d.frame);
  free(d.pending);
  free(d.open);
}

void depth_free(struct depth *descent)
{
  notes_free(&descent->notes);
}
