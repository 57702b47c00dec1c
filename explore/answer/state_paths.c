/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/mem.h"
#include "explore/answer/edges.h"
#include "explore/graph/region.h"

enum { AHEAD = 8 }; /* states of a level that are fetched in advance */

/* --- the fewest steps --------------------------------------------------------------------------------------------- */

/* Asked of every step that is found, and with mover 0 of the states where the search begins. */
typedef bool goal_fn(void *self, uint32_t id, uint32_t mover);

struct level {
  uint32_t *id;
  size_t n, capacity;
};

/* A breadth-first search. The value of a state is the number of the one before it, plus 1; its own where the search
 * begins. */
struct path_search {
  struct edge_scope bounds;
  struct grace_period *grace;
  struct visited_map before;
  struct level now, next; /* states to look at: so many steps from where the search begins, and one more */
  goal_fn *goal;
  void *self;
  uint32_t last, end, mover; /* the step that reached the goal; mover 0: it was reached at once */
  bool found;
};

static void bfs_reach(struct path_search *h, uint32_t id, uint32_t from)
{
  uint32_t *value = visited_map_at(&h->before, id);
  if (*value != 0) return;
  *value = from + 1;
  if (h->next.n == h->next.capacity) {
    uint32_t *more = budget_grow(h->bounds.visited->budget, h->next.id, &h->next.capacity, sizeof *more);
    if (more == NULL) return; /* the search ends soon, as the budget knows */
    h->next.id = more;
  }
  h->next.id[h->next.n++] = id;
}

static void bfs_check(struct path_search *h, uint32_t from, uint32_t to, uint32_t mover)
{
  if (h->found || !h->goal(h->self, to, mover)) return;
  h->found = true;
  h->last = from;
  h->end = to;
  h->mover = mover;
}

static void bfs_begin(struct path_search *h, uint32_t id)
{
  bfs_reach(h, id, id);
  bfs_check(h, id, id, 0);
}

static bool bfs_is_over(struct path_search *h)
{
  return budget_over(h->bounds.visited->budget) || grace_period_over(h->grace);
}

static void bfs_look(struct path_search *h, uint32_t from, struct edge *edge)
{
  const uint32_t n = edges_of(&h->bounds, from, edge);
  for (uint32_t k = 0; k < n && !h->found; k++) {
    bfs_check(h, from, edge[k].to, edge[k].mover);
    bfs_reach(h, edge[k].to, from);
  }
}

static void bfs_go(struct path_search *h)
{
  struct edge *edge = edges_new(h->bounds.space);
  while (!h->found && h->next.n != 0 && !bfs_is_over(h)) {
    const struct level level = h->next;
    h->next = h->now;
    h->next.n = 0;
    h->now = level;
    for (size_t k = 0; k < level.n && !h->found && ((k & 0xfff) != 0 || !bfs_is_over(h)); k++) {
      if (k + AHEAD < level.n) __builtin_prefetch(visited_state(h->bounds.visited, level.id[k + AHEAD]));
      bfs_look(h, level.id[k], edge);
    }
  }
  free(edge);
}

static uint32_t mover_between(const struct edge_scope *b, uint32_t from, uint32_t to, struct edge *edge)
{
  const uint32_t n = edges_of(b, from, edge);
  for (uint32_t k = 0; k < n; k++)
    if (edge[k].to == to) return edge[k].mover;
  return 0;
}

/* Appends the way that has been found. An empty path begins where it begins. */
static void bfs_write(const struct path_search *h, struct path *path)
{
  size_t n = 0;
  for (uint32_t at = h->last; *visited_map_at(&h->before, at) - 1 != at; at = *visited_map_at(&h->before, at) - 1) n++;
  uint32_t *way = mem_new(n + 1, sizeof *way);
  uint32_t at = h->last;
  for (size_t k = n + 1; k-- > 0; at = *visited_map_at(&h->before, at) - 1) way[k] = at;
  struct edge *edge = edges_new(h->bounds.space);
  if (path->state == NULL) path_begin(h->bounds.visited, way[0], path);
  for (size_t k = 0; k < n; k++) path_append(path, mover_between(&h->bounds, way[k], way[k + 1], edge), way[k + 1]);
  if (h->mover != 0) path_append(path, h->mover, h->end);
  free(edge);
  free(way);
}

static void bfs_free(struct path_search *h)
{
  struct budget *b = h->bounds.visited->budget;
  visited_map_free(&h->before);
  budget_give(b, h->now.id, h->now.capacity * sizeof *h->now.id);
  budget_give(b, h->next.id, h->next.capacity * sizeof *h->next.id);
}

static bool bfs_from_initial(void *self, const uint64_t *state)
{
  struct path_search *h = self;
  const uint32_t words = h->bounds.space->words;
  const uint32_t id = visited_lookup(h->bounds.visited, state, visited_hash(state, words), words);
  if (id != VISITED_NONE) bfs_begin(h, id);
  return !h->found;
}

/* Goes on from the end of the path, or, if it is empty, from the initial states. */
static bool search(const struct edge_scope *bounds, struct grace_period *grace, goal_fn *goal, void *self,
                   struct path *path)
{
  struct path_search h = {.bounds = *bounds, .grace = grace, .goal = goal, .self = self};
  path->cut = true;
  if (!visited_map_create(&h.before, bounds->visited)) return false;
  h.bounds.beside = &h.before;
  if (path->state == NULL)
    space_initial(bounds->space, bfs_from_initial, &h);
  else
    bfs_begin(&h, path_end(path));
  bfs_go(&h);
  path->cut = !h.found && bfs_is_over(&h); /* before it gives its memory back */
  if (h.found) bfs_write(&h, path);
  bfs_free(&h);
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

bool path_to(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
             bool holds(void *self, uint32_t id), void *self, struct path *out)
{
  const struct edge_scope bounds = {.space = space, .visited = visited, .region = &everywhere};
  struct state_goal goal = {holds, self};
  struct grace_period grace;
  grace_period_begin(&grace, limits);
  *out = (struct path){0};
  if (!search(&bounds, &grace, state_holds, &goal, out)) return false;
  out->loop = out->n;
  return true;
}

/* --- lassos ------------------------------------------------------------------------------------------------------- */

bool path_positive_cycle(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
                         const struct region *region, const struct depth *depth, struct path *out)
{
  const struct edge_scope all = {.space = space, .visited = visited, .region = &everywhere},
                          inside = {.space = space, .visited = visited, .region = region};
  uint32_t from = depth->cycle_from;
  struct grace_period grace;
  grace_period_begin(&grace, limits);
  *out = (struct path){0};
  if (!search(&all, &grace, is_state, &from, out)) {
    if (depth->begin.state == NULL) return false;
    path_copy(&depth->begin, out); /* not the fewest steps, but there */
  }
  out->loop = out->n;
  path_append(out, depth->cycle_mover, depth->cycle_to);
  return depth->cycle_to == from || search(&inside, &grace, is_state, &from, out);
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

/* Something that happens if it stays possible, a lease that runs out or a commit: a loop passes a state in which it is
 * not, or a commit. */
struct spare {
  const struct space *space;
  const struct visited *visited;
  uint32_t actor;
};

static bool is_spare(void *self, uint32_t id, uint32_t mover)
{
  const struct spare *s = self;
  return mover == s->actor || !space_must_happen(s->space, visited_state(s->visited, id), s->actor);
}

static bool is_spared_between(struct spare *s, const struct path *path, size_t begin)
{
  for (size_t k = begin; k <= path->n; k++)
    if (is_spare(s, path->state[k], k < path->n ? path->process[k] : 0)) return true;
  return false;
}

bool path_fair(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
               const struct region *region, const struct depth *depth, struct path *out)
{
  const struct edge_scope all = {.space = space, .visited = visited, .region = &everywhere},
                          inside = {.space = space, .visited = visited, .region = region, .members = &depth->members};
  uint32_t member = depth->member;
  struct grace_period grace;
  grace_period_begin(&grace, limits);
  *out = (struct path){0};
  if (!search(&all, &grace, is_state, &member, out)) return false;
  out->loop = out->n;
  for (uint32_t p = 1; p <= space->n_actors; p++) {
    const bool moves = p <= space->n ? depth->movers >> (p - 1) & 1 : p == space->env.tick;
    if (moves && !moves_between(out, out->loop, p) && !search(&inside, &grace, is_step_of, &p, out)) return false;
  }
  for (uint32_t actor = space->n + 1; space->env.any && actor <= space->n_actors; actor++) {
    struct spare spare = {space, visited, actor};
    if (!is_spared_between(&spare, out, out->loop) && !search(&inside, &grace, is_spare, &spare, out)) return false;
  }
  return path_end(out) == member || search(&inside, &grace, is_state, &member, out);
}
