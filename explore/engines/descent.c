/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/engines/descent.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/engines/threads.h"
#include "explore/graph/region.h"
#include "explore/graph/steps.h"

/* A value of a state has 31 bits for the number of a visit, a frame 32 for that of a step. From one look at them to the
 * next there are few more. */
#define MOST_VISITS  (DEPTH_LEFT - (UINT32_C(1) << 17))
#define MOST_PENDING (UINT32_MAX / 2)

/* Visits between two checks of memory and interrupt. */
enum { VISIT_POLL = 1 << 12 };

/* Where the states are not all, the most that is known to be paid is looked at from time to time; the search ends when
 * it has not grown for so many visits, a second or two. */
enum { GAIN_POLL = 1 << 18, VISITS_WITHOUT_GAIN = 1 << 21 };

void descent_count(struct depth *out, uint32_t id, uint32_t best)
{
  if (out->from != VISITED_NONE && best <= out->most) return;
  out->most = best;
  out->from = id;
}

/* The bit of a process, or of the clock. Fairness asks whether these move; other events that happen by themselves need
 * not be fair. */
static uint32_t mover_bit(const struct descent *d, uint32_t mover)
{
  if (mover >= 1 && mover <= d->space->n) return UINT32_C(1) << (mover - 1);
  return mover != 0 && mover == d->space->env.tick ? DEPTH_TICKS : 0;
}

static void found_cycle(struct descent *d, uint32_t from, uint32_t to, uint32_t mover)
{
  if (d->out->positive_cycle) return;
  d->out->positive_cycle = d->over = true;
  d->out->cycle_from = from;
  d->out->cycle_to = to;
  d->out->cycle_mover = mover;
}

/* --- going down --------------------------------------------------------------------------------------------------- */

/* The most that is known to be paid: on the way to a state of the path that is being gone down, and from it on. */
static uint64_t known_to_be_paid(const struct descent *d)
{
  uint64_t paid = 0, most = 0;
  for (size_t k = 0; k < d->n_frames; k++) {
    paid = d->frame[k].cut ? 0 : paid + d->frame[k].weight;
    if (paid + d->frame[k].best > most) most = paid + d->frame[k].best;
  }
  return most;
}

static bool gains_nothing(struct descent *d)
{
  const uint64_t known = known_to_be_paid(d);
  if (known > d->known) {
    d->known = known;
    d->gained = d->index;
  }
  return d->index - d->gained >= VISITS_WITHOUT_GAIN;
}

void descent_poll(struct descent *d)
{
  const struct explore_limits *limits = d->limits;
  d->out->out_of_memory |= budget_over(d->space->budget) || budget_taken(d->space->budget) > limits->memory;
  d->over |= d->out->out_of_memory;
  d->over |= d->index >= MOST_VISITS || d->n_pending >= MOST_PENDING;
  d->over |= d->region->partial && d->index % GAIN_POLL == 0 && gains_nothing(d);
  d->had_enough = d->enough != 0 && d->index >= d->enough;
  d->over |= d->had_enough;
  d->over |= d->at_once ? limits_interrupted(limits) : grace_period_over(&d->grace);
  if (d->done != NULL) atomic_fetch_add_explicit(d->done, VISIT_POLL, memory_order_relaxed);
  if (limits->tell == NULL) return;
  const struct explore_progress now = {.what = d->region->kind == REGION_ALL ? "worst case" : "properties",
                                       .states = d->done != NULL ? atomic_load(d->done) : d->index,
                                       .all = d->region->kind == REGION_ALL ? visited_states(d->visited) : 0,
                                       .frontier = d->n_frames,
                                       .in_depth = true,
                                       .bytes = budget_taken(d->space->budget),
                                       .best = d->out->most,
                                       .costs = d->region->kind == REGION_ALL};
  limits->tell(limits->listener, &now);
}

/* A state keeps the greatest of what its steps lead to: of costs the most that is paid from it on, of ways the best. */
static inline void learn(struct descent_frame *f, uint32_t what)
{
  if (what > f->best) f->best = what;
}

/* A step from the frame on top to a state of the region. True: the state has not been visited yet. */
static bool meet(struct descent *d, struct descent_frame *f, struct descent_step step)
{
  const uint32_t value = *visited_map_at(&d->out->value, step.to);
  if (value == 0) return true;
  if (value & DEPTH_LEFT) {
    learn(f, step.cut ? 0 : step.weight + (value & ~DEPTH_LEFT));
  } else { /* on the way down: both are in one component */
    if (value < f->low) f->low = value;
    f->movers |= mover_bit(d, step.mover);
    if (step.weight != 0) found_cycle(d, f->id, step.to, step.mover);
  }
  return false;
}

/* All steps out of a state that count for the region; the slots of their ends are fetched on the way. */
INNER uint32_t edges_of(struct space_shape shape, struct descent *d, const uint64_t *from)
{
  const struct space *s = d->space;
  struct actor a = actors_begin(ample_set(s, shape, from));
  uint32_t n = 0;
  d->beyond = false;
  while (actors_next(s, shape, from, &a))
    for (uint32_t move = a.first; move < a.end; move++) {
      struct descent_edge *edge = &d->edge[n];
      if (!space_step(s, shape, from, a.p, move, &edge->to)) {
        d->beyond |= (edge->to.flags & MOVE_CAPPED) != 0;
        continue;
      }
      if (region_leaves_out(s, d->region, shape.harmless ? 0 : a.p, &edge->to)) continue;
      edge->mover = a.p;
      edge->to.weight = (uint8_t)region_weight(d->region, a.p, &edge->to);
      edge->inside = region_has(s, d->region, edge->to.state);
      n++;
      if (!edge->inside) continue;
      edge->hash = visited_hash(edge->to.state, shape.words);
      visited_prefetch(&d->visited->part[visited_part_of(edge->hash)], edge->hash, shape.words);
      visited_map_prefetch(&d->out->value, edge->hash);
    }
  return n;
}

/* Room for a visit: a frame, an open state, and a pending step for each edge. False: there is none. */
static bool make_room(struct descent *d)
{
  struct budget *b = d->space->budget;
  void *frame = d->frame, *pending = d->pending, *open = d->open;
  if (d->n_frames == d->frame_capacity) frame = budget_grow(b, frame, &d->frame_capacity, sizeof *d->frame);
  if (frame != NULL) d->frame = frame;
  if (d->n_open == d->open_capacity) open = budget_grow(b, open, &d->open_capacity, sizeof *d->open);
  if (open != NULL) d->open = open;
  while (pending != NULL && d->n_pending + d->n_edges > d->pending_capacity) {
    pending = budget_grow(b, pending, &d->pending_capacity, sizeof *d->pending);
    if (pending != NULL) d->pending = pending;
  }
  d->out->out_of_memory |= frame == NULL || pending == NULL || open == NULL;
  return !d->out->out_of_memory;
}

static struct descent_frame *push_frame(struct descent *d, struct descent_step by)
{
  d->open[d->n_open++] = by.to;
  *visited_map_at(&d->out->value, by.to) = ++d->index;
  if (d->index % VISIT_POLL == 0) descent_poll(d);
  d->frame[d->n_frames] = (struct descent_frame){.id = by.to,
                                                 .index = d->index,
                                                 .low = d->index,
                                                 .first_pending = (uint32_t)d->n_pending,
                                                 .mover = by.mover,
                                                 .weight = by.weight,
                                                 .cut = by.cut};
  return &d->frame[d->n_frames++];
}

/* Where not all can be looked at, steps that count are gone along first: those that come last. */
static void costly_last(struct descent *d, size_t first)
{
  size_t last = d->n_pending;
  for (size_t k = first; k < last;) {
    const struct descent_step p = d->pending[k];
    if (p.weight == 0) {
      k++;
      continue;
    }
    d->pending[k] = d->pending[--last];
    d->pending[last] = p;
  }
}

/* A step that leads to the state itself: a cycle. */
static void go_round(struct descent *d, struct descent_frame *f, const struct descent_edge *edge)
{
  f->movers |= mover_bit(d, edge->mover);
  if (edge->to.weight != 0) found_cycle(d, f->id, f->id, edge->mover);
}

/* A step that leads out of the region: its weight, or a way out. The death of the region's process is no way out. */
static void go_out(struct descent *d, struct descent_frame *f, const struct descent_edge *edge)
{
  if (!d->region->ways)
    learn(f, edge->to.weight);
  else if (!space_label_of(d->space, edge->to.state, d->region->process)->dead)
    learn(f, REGION_WAY_OUT);
}

/* A step to another state of the region, which will be visited unless it has been. States in which the region keeps
 * nobody are not visited at all: they belong to no class of depth_classes.c, so that several threads could come. */
INNER void go_on(struct space_shape shape, struct descent *d, struct descent_frame *f, const struct descent_edge *edge)
{
  const uint32_t to = visited_lookup(d->visited, edge->to.state, edge->hash, shape.words);
  const bool cut = !shape.harmless && region_cuts(d->space, d->region, edge->mover);
  const struct descent_step step = {to, (uint16_t)edge->mover, edge->to.weight, cut};
  if (to == VISITED_NONE)
    d->beyond = true; /* the search for the states was cut short before it */
  else if (meet(d, f, step) && region_keeps(d->space, d->region, edge->to.state))
    d->pending[d->n_pending++] = step;
}

INNER void visit(struct space_shape shape, struct descent *d, struct descent_step by)
{
  struct descent_frame *f = push_frame(d, by);
  uint64_t from[PACKING_MAX_WORDS];
  memcpy(from, visited_state(d->visited, by.to), shape.words * sizeof *from);
  const uint32_t n = edges_of(shape, d, from);
  for (uint32_t k = 0; k < n; k++) {
    const struct descent_edge *edge = &d->edge[k];
    if (space_same(shape, from, edge->to.state))
      go_round(d, f, edge);
    else if (!edge->inside)
      go_out(d, f, edge);
    else
      go_on(shape, d, f, edge);
  }
  if (d->region->ways) learn(f, d->beyond ? REGION_WAY_OUT : region_rest(d->space, from));
  if (d->grace.hurried || d->region->partial) costly_last(d, f->first_pending);
}

/* --- coming back -------------------------------------------------------------------------------------------------- */

/* Whether the commit by an actor leads from a state of the component to another one of it: then it can happen again and
 * again there. */
static bool commits_inside(const struct descent *d, const struct descent_frame *root, uint32_t id, uint32_t actor)
{
  const struct space *s = d->space;
  const uint64_t *from = visited_state(d->visited, id);
  const struct space_shape shape = {.words = s->words};
  const struct space_row *row = space_row_of(s, shape, from, actor);
  struct successor to;
  if (!s->env.commits || row->first == SPACE_DONE) return false;
  if (!space_step(s, shape, from, actor, space_moves(s, shape, from, row), &to)) return false;
  const uint32_t at = visited_lookup(d->visited, to.state, visited_hash(to.state, s->words), s->words);
  const uint32_t value = at != VISITED_NONE ? *visited_map_at(&d->out->value, at) : 0;
  return value != 0 && (value & DEPTH_LEFT) == 0 && value >= root->index;
}

/* Whether nothing that must happen leads out of the component, which consists of the open states from the root on:
 * there is a state in which the lease cannot run out, or there is no write to commit; or the commit stays inside. */
static bool is_spared(const struct descent *d, const struct descent_frame *root, uint32_t actor)
{
  for (size_t k = d->n_open; k-- > 0;) {
    if (!space_must_happen(d->space, visited_state(d->visited, d->open[k]), actor)) return true;
    if (commits_inside(d, root, d->open[k], actor)) return true;
    if (d->open[k] == root->id) break;
  }
  return false;
}

/* Whether all processes can stay in the component for ever: each one outside its remainder makes steps in it, no
 * lease has to run out, and time advances. */
static bool is_fair(struct descent *d, const struct descent_frame *root)
{
  if (d->space->symmetry != NULL) return threads_are_fair(d, root);
  for (uint32_t actor = d->space->n + 1; d->space->env.any && actor <= d->space->n_actors; actor++)
    if (!is_spared(d, root, actor)) return false;
  if (d->space->env.tick != 0 && (root->movers & DEPTH_TICKS) == 0) return false;
  const uint64_t *state = visited_state(d->visited, root->id);
  bool somebody_wants = false;
  for (uint32_t p = 1; p <= d->space->n; p++) {
    const uint8_t section = space_label_of(d->space, state, p)->section;
    if (section != RMR_REMAINDER && (root->movers >> (p - 1) & 1) == 0) return false;
    somebody_wants |= rmr_section_is_entry(section);
  }
  return somebody_wants;
}

/* The frame on top is the root of a component, which consists of the open states from it on. */
static void leave_component(struct descent *d, const struct descent_frame *root)
{
  const enum region_kind kind = d->region->kind;
  const bool fair = !d->region->ways && (kind == REGION_ENTRY || kind == REGION_STUCK) && is_fair(d, root);
  if (fair) {
    d->out->fair = d->over = true;
    d->out->member = root->id;
    d->out->movers = root->movers;
  }
  uint32_t id;
  do {
    id = d->open[--d->n_open];
    *visited_map_at(&d->out->value, id) = fair ? DEPTH_MEMBER : DEPTH_LEFT | root->best;
  } while (id != root->id);
  if (!d->region->ways)
    descent_count(d->out, root->id, root->best);
  else if (root->best < d->out->way)
    d->out->way = root->best;
}

static void leave(struct descent *d)
{
  const struct descent_frame f = d->frame[--d->n_frames];
  const bool root = f.low == f.index;
  if (root) leave_component(d, &f);
  if (d->n_frames == 0) return;
  struct descent_frame *up = &d->frame[d->n_frames - 1];
  learn(up, f.cut ? 0 : f.best + (root ? f.weight : 0));
  if (root) return;
  if (f.low < up->low) up->low = f.low;
  up->movers |= f.movers | mover_bit(d, f.mover);
  if (f.weight != 0) found_cycle(d, up->id, f.id, f.mover);
}

INNER void go_down(struct space_shape shape, struct descent *d, uint32_t id)
{
  d->over |= !make_room(d);
  if (!d->over) visit(shape, d, (struct descent_step){.to = id, .mover = 1});
  while (d->n_frames != 0 && !d->over) {
    struct descent_frame *f = &d->frame[d->n_frames - 1];
    if (d->n_pending == f->first_pending) {
      leave(d);
      continue;
    }
    const struct descent_step next = d->pending[--d->n_pending];
    if (!meet(d, f, next)) continue;
    if (make_room(d))
      visit(shape, d, next);
    else
      d->over = true;
  }
}

void descent_from(struct descent *d, uint32_t id)
{
  if (d->over || *visited_map_at(&d->out->value, id) != 0) return;
  WITH_SHAPE(d->space, go_down, d, id);
}

void descent_forget_path(struct descent *d)
{
  while (d->n_open != 0) *visited_map_at(&d->out->value, d->open[--d->n_open]) = 0;
  d->n_frames = d->n_pending = 0;
  d->had_enough = d->over = false;
}

bool descent_find_edge(struct descent *d, uint32_t id, uint32_t best, struct descent_step *out)
{
  const struct space_shape shape = {.words = d->space->words};
  const uint32_t n = edges_of(shape, d, visited_state(d->visited, id));
  for (uint32_t k = 0; k < n; k++) {
    const struct descent_edge *edge = &d->edge[k];
    if (!edge->inside) continue;
    const uint32_t to = visited_lookup(d->visited, edge->to.state, edge->hash, shape.words);
    const uint32_t value = to != VISITED_NONE ? *visited_map_at(&d->out->value, to) : 0;
    if ((value & DEPTH_LEFT) == 0 || edge->to.weight + (value & ~DEPTH_LEFT) != best) continue;
    if (region_cuts(d->space, d->region, edge->mover)) continue;
    *out = (struct descent_step){.to = to, .mover = (uint16_t)edge->mover, .weight = edge->to.weight};
    return true;
  }
  return false;
}

/* --- beginning and end -------------------------------------------------------------------------------------------- */

bool descent_create(struct descent *d, const struct space *space, const struct visited *visited,
                    const struct region *region, const struct explore_limits *limits, struct depth *out)
{
  struct budget *b = space->budget;
  *d = (struct descent){.space = space,
                        .visited = visited,
                        .region = region,
                        .limits = limits,
                        .out = out,
                        .at_once = region->kind != REGION_ALL};
  grace_period_begin(&d->grace, limits);
  d->n_edges = space->n_actors * space->choices;
  d->edge = mem_new(d->n_edges, sizeof *d->edge);
  d->pending = budget_grow(b, NULL, &d->pending_capacity, sizeof *d->pending);
  d->frame = budget_grow(b, NULL, &d->frame_capacity, sizeof *d->frame);
  d->open = budget_grow(b, NULL, &d->open_capacity, sizeof *d->open);
  return d->pending != NULL && d->frame != NULL && d->open != NULL;
}

void descent_free(struct descent *d)
{
  struct budget *b = d->space->budget;
  free(d->edge);
  budget_give(b, d->frame, d->frame_capacity * sizeof *d->frame);
  budget_give(b, d->pending, d->pending_capacity * sizeof *d->pending);
  budget_give(b, d->open, d->open_capacity * sizeof *d->open);
}
