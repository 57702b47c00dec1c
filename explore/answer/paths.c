/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/mem.h"
#include "explore/answer/edges.h"

/* --- the fewest steps ------------------------------------------------------------------------------------------------------------ */

/* Asked of every step that is found, and with mover 0 of the states where the search begins. */
typedef bool goal_fn(void *self, uint32_t id, uint32_t mover);

/* A search in breadth. The note of a state is the number of the one before it, plus 1; its own where the search begins. */
struct hunt {
  struct bounds bounds;
  struct notes before;
  uint32_t *queue;
  size_t head, tail, capacity;
  goal_fn *goal;
  void *self;
  uint32_t last, end, mover; /* the step that reached the goal; mover 0: it was reached at once */
  bool found;
};

static void hunt_reach(struct hunt *h, uint32_t id, uint32_t from)
{
  uint32_t *note = note_of(&h->before, id);
  if (*note != 0) return;
  *note = from + 1;
  if (h->tail == h->capacity) {
    h->capacity = h->capacity * 2 + 1024;
    h->queue = mem_grow(h->queue, h->capacity, sizeof *h->queue);
  }
  h->queue[h->tail++] = id;
}

static void hunt_check(struct hunt *h, uint32_t from, uint32_t to, uint32_t mover)
{
  if (h->found || !h->goal(h->self, to, mover)) return;
  h->found = true;
  h->last = from;
  h->end = to;
  h->mover = mover;
}

static void hunt_begin(struct hunt *h, uint32_t id)
{
  hunt_reach(h, id, id);
  hunt_check(h, id, id, 0);
}

static void hunt_go(struct hunt *h)
{
  struct edge *arc = edges_new(h->bounds.space);
  while (!h->found && h->head < h->tail) {
    const uint32_t from = h->queue[h->head++], n = edges_of(&h->bounds, from, arc);
    for (uint32_t k = 0; k < n && !h->found; k++) {
      hunt_check(h, from, arc[k].to, arc[k].mover);
      hunt_reach(h, arc[k].to, from);
    }
  }
  free(arc);
}

static uint32_t mover_between(const struct bounds *b, uint32_t from, uint32_t to, struct edge *arc)
{
  const uint32_t n = edges_of(b, from, arc);
  for (uint32_t k = 0; k < n; k++)
    if (arc[k].to == to) return arc[k].mover;
  return 0;
}

/* Appends the way that has been found. An empty path begins where it begins. */
static void hunt_write(const struct hunt *h, struct path *path)
{
  size_t n = 0;
  for (uint32_t at = h->last; *note_of(&h->before, at) - 1 != at; at = *note_of(&h->before, at) - 1) n++;
  uint32_t *way = mem_new(n + 1, sizeof *way);
  uint32_t at = h->last;
  for (size_t k = n + 1; k-- > 0; at = *note_of(&h->before, at) - 1) way[k] = at;
  struct edge *arc = edges_new(h->bounds.space);
  if (path->state == NULL) path_begin(h->bounds.store, way[0], path);
  for (size_t k = 0; k < n; k++) path_append(path, mover_between(&h->bounds, way[k], way[k + 1], arc), way[k + 1]);
  if (h->mover != 0) path_append(path, h->mover, h->end);
  free(arc);
  free(way);
}

static void hunt_free(struct hunt *h)
{
  notes_free(&h->before);
  free(h->queue);
}

static bool hunt_from_initial(void *self, const uint64_t *state)
{
  struct hunt *h = self;
  const uint32_t words = h->bounds.space->words;
  const uint32_t id = visited_lookup(h->bounds.store, state, visited_hash(state, words), words);
  if (id != VISITED_NONE) hunt_begin(h, id);
  return !h->found;
}

/* Goes on from the end of the path, or, if it is empty, from the initial states. */
static bool hunt(const struct bounds *bounds, goal_fn *goal, void *self, struct path *path)
{
  struct hunt h = {.bounds = *bounds, .goal = goal, .self = self};
  if (!notes_create(&h.before, bounds->store)) return false;
  if (path->state == NULL)
    space_initial(bounds->space, hunt_from_initial, &h);
  else
    hunt_begin(&h, path_end(path));
  hunt_go(&h);
  if (h.found) hunt_write(&h, path);
  hunt_free(&h);
  return h.found;
}

static const struct region everywhere = {.kind = REGION_ALL};

static bool is_state(void *self, uint32_t id, uint32_t mover)
{
  const uint32_t *wanted = self;
  (void)mover;
  return id == *wanted;
}

struct state_goal {
  bool (*holds)(void *self, uint32_t id);
  void *self;
};

static bool state_holds(void *self, uint32_t id, uint32_t mover)
{
  const struct state_goal *goal = self;
  (void)mover;
  return goal->holds(goal->self, id);
}

bool path_to(const struct space *space, const struct visited *store, bool holds(void *self, uint32_t id), void *self,
             struct path *out)
{
  const struct bounds bounds = {space, store, &everywhere, NULL};
  struct state_goal goal = {holds, self};
  *out = (struct path){0};
  if (!hunt(&bounds, state_holds, &goal, out)) return false;
  out->loop = out->n;
  return true;
}

/* --- lassos ------------------------------------------------------------------------------------------------------------------------ */

bool path_endless(const struct space *space, const struct visited *store, const struct region *region,
                  const struct depth *descent, struct path *out)
{
  const struct bounds all = {space, store, &everywhere, NULL}, inside = {space, store, region, NULL};
  uint32_t from = descent->cycle_from;
  *out = (struct path){0};
  if (!hunt(&all, is_state, &from, out)) return false;
  out->loop = out->n;
  path_append(out, descent->cycle_mover, descent->cycle_to);
  return descent->cycle_to == from || hunt(&inside, is_state, &from, out);
}

static bool is_step_of(void *self, uint32_t id, uint32_t mover)
{
  const uint32_t *wanted = self;
  (void)id;
  return mover == *wanted;
}

static bool moves_between(const struct path *path, size_t begin, uint32_t p)
{
  for (size_t k = begin; k < path->n; k++)
    if (path->process[k] == p) return true;
  return false;
}

bool path_fair(const struct space *space, const struct visited *store, const struct region *region,
               const struct depth *descent, struct path *out)
{
  const struct bounds all = {space, store, &everywhere, NULL}, inside = {space, store, region, &descent->notes};
  uint32_t member = descent->member;
  *out = (struct path){0};
  if (!hunt(&all, is_state, &member, out)) return false;
  out->loop = out->n;
  for (uint32_t p = 1; p <= space->n; p++)
    if ((descent->movers >> (p - 1) & 1) && !moves_between(out, out->loop, p) && !hunt(&inside, is_step_of, &p, out))
      return false;
  return path_end(out) == member || hunt(&inside, is_state, &member, out);
}
