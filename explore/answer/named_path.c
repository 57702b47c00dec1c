/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/answer/named_path.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/engines/grace_period.h"
#include "explore/graph/region.h"
#include "explore/graph/steps.h"

/* A run, as it grows. */
struct run_of {
  struct space plain; /* the space, in which each state stands for itself */
  const struct symmetry *symmetry;
  const struct visited *visited;
  const struct path *path;
  uint64_t *state; /* [(n + 1) * words] */
  uint16_t *mover; /* [n] */
  size_t n;
};

static struct space_shape shape_of(const struct run_of *r)
{
  return (struct space_shape){.words = r->plain.words};
}

static const uint64_t *state_at(const struct run_of *r, size_t k)
{
  return r->state + k * r->plain.words;
}

static bool is_like(const struct run_of *r, const uint64_t *state, const uint64_t *orbit)
{
  uint64_t canonical[PACKING_MAX_WORDS];
  memcpy(canonical, state, r->plain.words * sizeof *canonical);
  canonical_state(r->symmetry, canonical, NULL);
  return space_same(shape_of(r), canonical, orbit);
}

/* The heaviest step of P_p from a state into an orbit. False: there is none. */
static bool step_into(const struct run_of *r, const uint64_t *from, uint32_t p, const uint64_t *orbit,
                      struct successor *out)
{
  bool found = false;
  struct actor a = actors_begin((struct actors){p, p});
  while (actors_next(&r->plain, shape_of(r), from, &a))
    for (uint32_t move = a.first; move < a.end; move++) {
      struct successor to;
      if (!space_step(&r->plain, shape_of(r), from, p, move, &to) || !is_like(r, to.state, orbit)) continue;
      if (found && to.weight <= out->weight) continue;
      *out = to;
      found = true;
    }
  return found;
}

static void append(struct run_of *r, uint32_t mover, const uint64_t *state)
{
  const uint32_t words = r->plain.words;
  r->mover = mem_another(r->mover, r->n, sizeof *r->mover);
  r->state = mem_another(r->state, r->n + 1, words * sizeof *r->state);
  r->mover[r->n++] = (uint16_t)mover;
  memcpy(r->state + r->n * words, state, words * sizeof *state);
}

/* One step of the path: if possible, of the process that moved last. */
static void follow(struct run_of *r, size_t k)
{
  const struct symmetry *y = r->symmetry;
  const uint64_t *from = visited_state(r->visited, r->path->state[k]),
                 *orbit = visited_state(r->visited, r->path->state[k + 1]);
  const uint32_t mover = r->path->process[k], last = r->n != 0 ? r->mover[r->n - 1] : mover;
  struct successor wanted, to;
  bool found = step_into(r, from, mover, orbit, &wanted);
  uint32_t p = last;
  for (uint32_t tried = 0; found && tried <= y->n; tried++) {
    p = tried == 0 ? last : tried;
    if (y->block[p] == y->block[mover] && step_into(r, state_at(r, r->n), p, orbit, &to) && to.weight == wanted.weight)
      break;
    found = tried < y->n;
  }
  assert(found);
  if (found) append(r, p, to.state);
}

static void follow_from(struct run_of *r, size_t begin)
{
  for (size_t k = begin; k < r->path->n; k++) follow(r, k);
}

/* Goes round until it comes to a state from which it has gone round before; says where that is. */
static size_t close_loop(struct run_of *r)
{
  const size_t once = r->path->n - r->path->loop;
  for (;;) {
    for (size_t k = r->n; k >= r->path->loop + once;) {
      k -= once;
      if (space_same(shape_of(r), state_at(r, k), state_at(r, r->n))) return k;
    }
    follow_from(r, r->path->loop);
  }
}

/* --- fair loops --------------------------------------------------------------------------------------------------- */

enum { HUNT_POLL = 1 << 10 };

/* A breadth-first search through the states of a fair component under their own names. */
struct hunt {
  const struct run_of *r;
  const struct region *region;
  const struct depth *depth;
  struct visited seen;
  uint64_t *state; /* [n * words] */
  uint32_t *before;
  uint16_t *mover;
  size_t n;
  uint32_t wanted; /* the process that is to move; 0: the state `back` is to be reached */
  const uint64_t *back;
  bool full, found;
};

static void hunt_reach(struct hunt *h, const uint64_t *state, uint32_t before, uint32_t mover, bool goal)
{
  const uint32_t words = h->r->plain.words;
  const uint64_t hash = visited_hash(state, words);
  if (!visited_insert(&h->seen, visited_part_of(hash), state, hash, words, &h->full) && !goal) return;
  h->state = mem_another(h->state, h->n, words * sizeof *h->state);
  h->before = mem_another(h->before, h->n, sizeof *h->before);
  h->mover = mem_another(h->mover, h->n, sizeof *h->mover);
  memcpy(h->state + h->n * words, state, words * sizeof *state);
  h->before[h->n] = before;
  h->mover[h->n++] = (uint16_t)mover;
  h->found |= goal;
}

static bool is_member(const struct hunt *h, const uint64_t *state)
{
  const uint32_t words = h->r->plain.words;
  uint64_t canonical[PACKING_MAX_WORDS];
  memcpy(canonical, state, words * sizeof *canonical);
  canonical_state(h->r->symmetry, canonical, NULL);
  const uint32_t id = visited_lookup(h->r->visited, canonical, visited_hash(canonical, words), words);
  return id != VISITED_NONE && visited_marks_has(&h->depth->members, id);
}

static void hunt_from(struct hunt *h, uint32_t place)
{
  const struct space *s = &h->r->plain;
  uint64_t from[PACKING_MAX_WORDS];
  memcpy(from, h->state + (size_t)place * s->words, s->words * sizeof *from);
  struct actor a = actors_begin((struct actors){1, s->n});
  while (actors_next(s, shape_of(h->r), from, &a))
    for (uint32_t move = a.first; move < a.end && !h->found; move++) {
      struct successor to;
      if (!space_step(s, shape_of(h->r), from, a.p, move, &to) || region_leaves_out(s, h->region, a.p, &to) ||
          !region_has(s, h->region, to.state) || !is_member(h, to.state))
        continue;
      const bool goal = h->wanted != 0 ? a.p == h->wanted : space_same(shape_of(h->r), to.state, h->back);
      hunt_reach(h, to.state, place, a.p, goal);
    }
}

/* Appends the way to the last state that was reached. */
static void hunt_write(const struct hunt *h, struct run_of *r)
{
  size_t n = 0;
  for (size_t k = h->n - 1; k != 0; k = h->before[k]) n++;
  uint32_t *way = mem_new(n + 1, sizeof *way);
  for (size_t k = h->n - 1, at = n; k != 0; k = h->before[k]) way[--at] = (uint32_t)k;
  for (size_t k = 0; k < n; k++) append(r, h->mover[way[k]], h->state + (size_t)way[k] * r->plain.words);
  free(way);
}

/* Goes on until P_wanted has made a step, or, for 0, to the state `back`. */
static bool hunt(struct run_of *r, const struct region *region, const struct depth *depth, struct grace_period *grace,
                 uint32_t wanted, const uint64_t *back)
{
  struct hunt h = {.r = r, .region = region, .depth = depth, .wanted = wanted, .back = back};
  h.full = !visited_create(&h.seen, r->plain.words, r->plain.budget);
  if (!h.full) hunt_reach(&h, state_at(r, r->n), 0, 0, false);
  for (uint32_t k = 0; k < h.n && !h.found && !h.full; k++) {
    h.full |= k % HUNT_POLL == 0 && (budget_over(r->plain.budget) || grace_period_over(grace));
    hunt_from(&h, k);
  }
  if (h.found) hunt_write(&h, r);
  visited_free(&h.seen);
  free(h.state);
  free(h.before);
  free(h.mover);
  return h.found;
}

static bool has_moved(const struct run_of *r, size_t since, uint32_t p)
{
  for (size_t k = since; k < r->n; k++)
    if (r->mover[k] == p) return true;
  return false;
}

/* From the state where the run is: all that must move do, and it comes back. */
static bool go_round_fairly(struct run_of *r, const struct region *region, const struct depth *depth,
                            struct grace_period *grace)
{
  const struct space *s = &r->plain;
  const size_t loop = r->n;
  uint64_t begin[PACKING_MAX_WORDS];
  memcpy(begin, state_at(r, loop), s->words * sizeof *begin);
  for (uint32_t p = 1; p <= s->n; p++) {
    const bool moves = space_label_of(s, begin, p)->section != RMR_REMAINDER;
    if (moves && !has_moved(r, loop, p) && !hunt(r, region, depth, grace, p, NULL)) return false;
  }
  return space_same(shape_of(r), state_at(r, r->n), begin) || hunt(r, region, depth, grace, 0, begin);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static bool write_path(const struct run_of *r, size_t loop, struct visited *own, struct path *out)
{
  const uint32_t words = r->plain.words;
  bool full = !visited_create(own, words, r->plain.budget);
  for (size_t k = 0; k <= r->n && !full; k++) {
    const uint64_t hash = visited_hash(state_at(r, k), words);
    visited_insert(own, visited_part_of(hash), state_at(r, k), hash, words, &full);
  }
  for (size_t k = 0; k <= r->n && !full; k++) { /* only now that the visited set does not grow any more */
    const uint32_t id = visited_lookup(own, state_at(r, k), visited_hash(state_at(r, k), words), words);
    if (k == 0)
      path_begin(own, id, out);
    else
      path_append(out, r->mover[k - 1], id);
  }
  out->loop = loop;
  return !full;
}

static struct run_of run_new(const struct space *space, const struct visited *visited, const struct path *path)
{
  struct run_of r = {.plain = *space, .symmetry = space->symmetry, .visited = visited, .path = path};
  r.plain.symmetry = NULL;
  r.state = mem_new(space->words, sizeof *r.state);
  memcpy(r.state, path->begin, space->words * sizeof *r.state);
  follow_from(&r, 0);
  return r;
}

static void run_free(struct run_of *r)
{
  free(r->state);
  free(r->mover);
}

bool named_path(const struct space *space, const struct visited *visited, const struct path *path, struct visited *own,
                struct path *out)
{
  struct run_of r = run_new(space, visited, path);
  const size_t loop = path->loop < path->n ? close_loop(&r) : r.n;
  *out = (struct path){0};
  const bool ok = write_path(&r, loop, own, out);
  run_free(&r);
  return ok;
}

static bool is_state(void *self, uint32_t id)
{
  const uint32_t *wanted = self;
  return id == *wanted;
}

bool named_fair_path(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
                     const struct region *region, const struct depth *depth, struct visited *own, struct path *out)
{
  struct path there;
  struct grace_period grace;
  uint32_t member = depth->member;
  grace_period_begin(&grace, limits);
  *own = (struct visited){0};
  *out = (struct path){.cut = true};
  bool ok = path_to(space, visited, limits, is_state, &member, &there);
  if (ok) {
    struct run_of r = run_new(space, visited, &there);
    const size_t loop = r.n;
    ok = go_round_fairly(&r, region, depth, &grace) && write_path(&r, loop, own, out);
    run_free(&r);
  }
  path_free(&there);
  return ok;
}
