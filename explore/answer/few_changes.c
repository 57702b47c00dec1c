/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * few_changes.c: a path of the greatest weight with few context switches. The depth-first search has found for each
 * state the greatest cost from it on, so a path that never loses any of that is a longest one. From one step with a
 * weight to the next it takes the way with the fewest switches; that need not be the fewest for the whole path.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/answer/edges.h"

/* A state and the last process to move, with the number of context switches to it. */
struct node {
  uint32_t id, mover, before, changes;
};

/* Looks for the next step that counts, along steps that lose nothing: fewest changes of process first, then fewest
 * steps. */
struct turn_search {
  struct edge_scope bounds;
  const struct visited_map *most;
  struct node *node;
  uint32_t n;
  size_t capacity;
  uint32_t *queue[2]; /* nodes to look at: with as many changes as now, and with one more */
  uint32_t n_queue[2];
  size_t room[2];
  uint32_t *slot, n_slots; /* nodes by (id, mover) */
};

enum { MOST_NODES = 1 << 24 }; /* nodes; so far the next step that counts has been much nearer */

static uint32_t left_to_pay(const struct turn_search *s, uint32_t id)
{
  return *visited_map_at(s->most, id) & ~DEPTH_LEFT;
}

static uint32_t node_hash(uint32_t id, uint32_t mover)
{
  const uint64_t h = (id * UINT64_C(0x9e3779b97f4a7c15)) ^ (mover * UINT64_C(0xc2b2ae3d27d4eb4f));
  return (uint32_t)(h >> 29);
}

static struct budget *budget_of(const struct turn_search *s)
{
  return s->bounds.visited->budget;
}

static void turns_rehash(struct turn_search *s)
{
  budget_drop(budget_of(s), s->slot, s->n_slots, sizeof *s->slot);
  s->n_slots = s->n_slots * 2 + 1024;
  s->slot = budget_array(budget_of(s), s->n_slots, sizeof *s->slot);
  memset(s->slot, 0xff, s->n_slots * sizeof *s->slot);
  for (uint32_t k = 0; k < s->n; k++) {
    uint32_t at = node_hash(s->node[k].id, s->node[k].mover) % s->n_slots;
    while (s->slot[at] != UINT32_MAX) at = at + 1 < s->n_slots ? at + 1 : 0;
    s->slot[at] = k;
  }
}

static void turns_queue(struct turn_search *s, uint32_t which, uint32_t node)
{
  if (s->n_queue[which] == s->room[which]) {
    const size_t more = s->room[which] * 2 + 256;
    s->queue[which] = budget_array_resize(budget_of(s), s->queue[which], s->room[which], more, sizeof **s->queue);
    s->room[which] = more;
  }
  s->queue[which][s->n_queue[which]++] = node;
}

static void turns_reach(struct turn_search *s, uint32_t id, uint32_t mover, uint32_t before, uint32_t changes,
                        bool changed)
{
  if (s->n * 2 >= s->n_slots) turns_rehash(s);
  uint32_t at = node_hash(id, mover) % s->n_slots;
  for (; s->slot[at] != UINT32_MAX; at = at + 1 < s->n_slots ? at + 1 : 0) {
    const struct node *known = &s->node[s->slot[at]];
    if (known->id == id && known->mover == mover) {
      if (known->changes <= changes) return;
      break; /* it waits in the queue of those with one change more: this way is better */
    }
  }
  if (s->n == s->capacity) {
    const size_t more = s->capacity + s->capacity / 2 + 1024;
    s->node = budget_array_resize(budget_of(s), s->node, s->capacity, more, sizeof *s->node);
    s->capacity = more;
  }
  s->node[s->n] = (struct node){id, mover, before, changes};
  s->slot[at] = s->n;
  turns_queue(s, changed, s->n++);
}

/* The steps to a node, then one more. */
static void turns_write(const struct turn_search *s, uint32_t node, const struct edge *last, struct path *path)
{
  uint32_t n = 0;
  for (uint32_t at = node; s->node[at].before != at; at = s->node[at].before) n++;
  uint32_t *way = mem_new(n + 1, sizeof *way);
  uint32_t at = node;
  for (uint32_t k = n; k-- > 0; at = s->node[at].before) way[k] = at;
  for (uint32_t k = 0; k < n; k++) path_append(path, s->node[way[k]].mover, s->node[way[k]].id);
  if (last != NULL) path_append(path, last->mover, last->to);
  free(way);
}

/* Whether an edge is what is looked for, or may be gone along. weight: the next step that counts is looked for; else
 * the end of the observed process's passage. */
static bool is_wanted(const struct turn_search *s, uint32_t from, const struct edge *edge, bool weight)
{
  if (weight) return edge->weight != 0 && edge->weight + left_to_pay(s, edge->to) == left_to_pay(s, from);
  const struct space *space = s->bounds.space;
  return space_label_of(space, visited_state(s->bounds.visited, edge->to), space->spec.observer.process)->done;
}

static bool look_from(struct turn_search *s, uint32_t node, bool weight, struct edge *edge, struct path *path)
{
  const struct node from = s->node[node];
  const uint32_t n = edges_of(&s->bounds, from.id, edge);
  for (uint32_t turn = 0; turn < 2; turn++) /* first the process that moved last */
    for (uint32_t k = 0; k < n; k++) {
      const bool changed = from.mover != 0 && edge[k].mover != from.mover;
      if (changed != (turn == 1)) continue;
      if (is_wanted(s, from.id, &edge[k], weight)) {
        turns_write(s, node, &edge[k], path);
        return true;
      }
      if (edge[k].weight == 0 && edge[k].to != from.id && left_to_pay(s, edge[k].to) == left_to_pay(s, from.id))
        turns_reach(s, edge[k].to, edge[k].mover, node, from.changes + changed, changed);
    }
  return false;
}

/* There is no time, or no room for more nodes. */
static bool turns_are_over(const struct turn_search *s, struct grace_period *grace)
{
  return s->n >= MOST_NODES || budget_over(budget_of(s)) || grace_period_over(grace);
}

static void turns_free(struct turn_search *s)
{
  budget_drop(budget_of(s), s->node, s->capacity, sizeof *s->node);
  budget_drop(budget_of(s), s->slot, s->n_slots, sizeof *s->slot);
  for (uint32_t k = 0; k < 2; k++) budget_drop(budget_of(s), s->queue[k], s->room[k], sizeof **s->queue);
}

static bool seek(const struct edge_scope *bounds, struct grace_period *grace, const struct visited_map *most,
                 bool weight, struct path *path)
{
  struct turn_search s = {.bounds = *bounds, .most = most};
  struct edge *edge = edges_new(bounds->space);
  turns_reach(&s, path_end(path), path->n != 0 ? path->process[path->n - 1] : 0, 0, 0, false);
  bool found = false;
  while (!found && s.n_queue[0] != 0 && !turns_are_over(&s, grace)) {
    for (uint32_t k = 0; k < s.n_queue[0] && !found && ((k & 0xfff) != 0 || !turns_are_over(&s, grace)); k++)
      found = look_from(&s, s.queue[0][k], weight, edge, path);
    uint32_t *const done = s.queue[0];
    const size_t room = s.room[0];
    s.queue[0] = s.queue[1], s.n_queue[0] = s.n_queue[1], s.room[0] = s.room[1];
    s.queue[1] = done, s.n_queue[1] = 0, s.room[1] = room;
  }
  free(edge);
  turns_free(&s);
  return found;
}

struct initial_goal {
  const struct space *space;
  const struct visited *visited;
  const struct visited_map *most;
  uint32_t wanted, id;
};

static bool can_pay_all(void *self, const uint64_t *state)
{
  struct initial_goal *goal = self;
  const uint32_t words = goal->space->words;
  const uint32_t id = visited_lookup(goal->visited, state, visited_hash(state, words), words);
  if (id == VISITED_NONE || *visited_map_at(goal->most, id) != (DEPTH_LEFT | goal->wanted)) return true;
  goal->id = id;
  return false;
}

static bool is_state(void *self, uint32_t id)
{
  const uint32_t *wanted = self;
  return id == *wanted;
}

/* Where the path begins that the search in depth has found: at an initial state, or where it was cut short. */
static bool begin_longest(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
                          bool in_all, const struct depth *depth, struct path *out)
{
  struct initial_goal goal = {space, visited, &depth->value, (uint32_t)depth->most, VISITED_NONE};
  uint32_t from = depth->from;
  *out = (struct path){0};
  if (depth->begin.state != NULL) {
    path_copy(&depth->begin, out);
    return true;
  }
  if (depth->from == VISITED_NONE) return false;
  if (in_all) space_initial(space, can_pay_all, &goal);
  if (goal.id == VISITED_NONE) return path_to(space, visited, limits, is_state, &from, out);
  path_begin(visited, goal.id, out);
  return true;
}

/* The cost that can still be paid behind the end of a path, as far as is known. */
static uint32_t unpaid_at(const struct depth *depth, const struct path *path)
{
  const uint32_t value = *visited_map_at(&depth->value, path_end(path));
  return value & DEPTH_LEFT ? value & ~DEPTH_LEFT : 0;
}

bool path_longest(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
                  const struct region *region, const struct depth *depth, struct path *out, uint64_t *unpaid)
{
  const struct edge_scope bounds = {.space = space, .visited = visited, .region = region, .in_passage = true};
  struct grace_period grace;
  grace_period_begin(&grace, limits);
  *unpaid = 0;
  if (!begin_longest(space, visited, limits, region->kind == REGION_ALL, depth, out)) return false;
  while ((*unpaid = unpaid_at(depth, out)) != 0)
    if (!seek(&bounds, &grace, &depth->value, true, out)) break;
  if (*unpaid == 0 && region->kind == REGION_ALL && (*visited_map_at(&depth->value, path_end(out)) & DEPTH_LEFT))
    seek(&bounds, &grace, &depth->value, false, out);
  out->loop = out->n;
  return true;
}
