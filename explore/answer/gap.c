/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * gap.c: see gap.h. One breadth-first search from the initial states finds every step that completes an entry, each
 * with the fewest steps to it. A second one begins behind all of those at once, and goes by ticks: first to all that
 * can be reached within the same tick, then one tick further. The first entry that it meets is as soon as any.
 */
#include "explore/answer/gap.h"

#include <stdlib.h>

#include "base/mem.h"
#include "explore/answer/edges.h"

/* States in the order in which they were found. */
struct row_of_states {
  uint32_t *id;
  size_t n, capacity;
};

/* The value of a state is the number of the one before it, plus 1; its own where the search begins. */
struct gap_search {
  struct edge_scope bounds;
  struct grace_period grace;
  struct visited_map before, entered; /* of the first search; of the second */
  struct row_of_states all;           /* of the first */
  struct row_of_states entry, from;   /* the states in which entries end, and those in which they begin */
  struct row_of_states now, next;     /* of the second: after so many ticks, and after one more */
  uint32_t last, mover, end;          /* the entry that was met */
  bool found;
};

static bool add_state(struct gap_search *s, struct row_of_states *row, uint32_t id)
{
  if (row->n == row->capacity) {
    uint32_t *more = budget_grow(s->bounds.visited->budget, row->id, &row->capacity, sizeof *more);
    if (more == NULL) return false; /* the search ends soon, as the budget knows */
    row->id = more;
  }
  row->id[row->n++] = id;
  return true;
}

static bool is_over(struct gap_search *s, size_t k)
{
  return (k & 0xfff) == 0 && (budget_over(s->bounds.visited->budget) || grace_period_over(&s->grace));
}

static bool is_entry(const struct gap_search *s, uint32_t from, const struct edge *edge)
{
  const struct space *space = s->bounds.space;
  return edge->mover <= space->n &&
         space_label_of(space, visited_state(s->bounds.visited, from), edge->mover)->section != RMR_CS &&
         space_label_of(space, visited_state(s->bounds.visited, edge->to), edge->mover)->section == RMR_CS;
}

/* --- all entries -------------------------------------------------------------------------------------------------- */

static bool begin_at(void *self, const uint64_t *state)
{
  struct gap_search *s = self;
  const uint32_t words = s->bounds.space->words;
  const uint32_t id = visited_lookup(s->bounds.visited, state, visited_hash(state, words), words);
  if (id == VISITED_NONE || *visited_map_at(&s->before, id) != 0) return true;
  *visited_map_at(&s->before, id) = id + 1;
  return add_state(s, &s->all, id);
}

static void find_entries(struct gap_search *s, struct edge *edge)
{
  space_initial(s->bounds.space, begin_at, s);
  for (size_t k = 0; k < s->all.n && !is_over(s, k); k++) {
    const uint32_t from = s->all.id[k], n = edges_of(&s->bounds, from, edge);
    for (uint32_t i = 0; i < n; i++) {
      uint32_t *before = visited_map_at(&s->before, edge[i].to), *entered = visited_map_at(&s->entered, edge[i].to);
      if (*before == 0 && add_state(s, &s->all, edge[i].to)) *before = from + 1;
      if (!is_entry(s, from, &edge[i]) || *entered != 0) continue;
      if (add_state(s, &s->entry, edge[i].to) && add_state(s, &s->from, from)) *entered = edge[i].to + 1;
    }
  }
}

/* --- the next one ------------------------------------------------------------------------------------------------- */

/* From one of the states to what follows it by ticks, or without. */
static void look(struct gap_search *s, uint32_t from, bool ticks, struct edge *edge)
{
  const uint32_t n = edges_of(&s->bounds, from, edge);
  for (uint32_t i = 0; i < n && !s->found; i++) {
    if ((edge[i].mover == s->bounds.space->env.tick) != ticks) continue;
    uint32_t *entered = visited_map_at(&s->entered, edge[i].to);
    s->found = is_entry(s, from, &edge[i]);
    if (s->found) s->last = from, s->mover = edge[i].mover, s->end = edge[i].to;
    if (*entered == 0 && add_state(s, ticks ? &s->next : &s->now, edge[i].to)) *entered = from + 1;
  }
}

/* Steps within a tick are followed to their end before the next tick. */
static uint64_t find_next(struct gap_search *s, struct edge *edge)
{
  for (size_t k = 0; k < s->entry.n; k++)
    if (!add_state(s, &s->now, s->entry.id[k])) return GAP_NONE;
  for (uint64_t ticks = 0; s->now.n != 0; ticks++) {
    for (size_t k = 0; k < s->now.n && !s->found && !is_over(s, k); k++) look(s, s->now.id[k], false, edge);
    if (s->found) return ticks;
    for (size_t k = 0; k < s->now.n && !is_over(s, k); k++) look(s, s->now.id[k], true, edge);
    if (is_over(s, 0)) return GAP_NONE;
    const struct row_of_states done = s->now;
    s->now = s->next;
    s->next = done;
    s->next.n = 0;
  }
  return GAP_NONE;
}

/* --- the way there ------------------------------------------------------------------------------------------------ */

/* The mover of a step from one state to the other; of several the first, or the first that completes an entry. */
static uint32_t mover_of(const struct gap_search *s, uint32_t from, uint32_t to, bool entry, struct edge *edge)
{
  const uint32_t n = edges_of(&s->bounds, from, edge);
  for (uint32_t i = 0; i < n; i++)
    if (edge[i].to == to && (!entry || is_entry(s, from, &edge[i]))) return edge[i].mover;
  return 0;
}

/* Appends the way from where the search began to the state. */
static void append_way(const struct gap_search *s, const struct visited_map *before, uint32_t to, struct edge *edge,
                       struct path *path)
{
  size_t n = 0;
  for (uint32_t at = to; *visited_map_at(before, at) - 1 != at; at = *visited_map_at(before, at) - 1) n++;
  uint32_t *way = mem_new(n + 1, sizeof *way), at = to;
  for (size_t k = n + 1; k-- > 0; at = *visited_map_at(before, at) - 1) way[k] = at;
  if (path->state == NULL) path_begin(s->bounds.visited, way[0], path);
  for (size_t k = 0; k < n; k++) path_append(path, mover_of(s, way[k], way[k + 1], false, edge), way[k + 1]);
  free(way);
}

static void write_path(const struct gap_search *s, struct edge *edge, struct path *path)
{
  uint32_t first = s->last;
  size_t k = 0;
  while (*visited_map_at(&s->entered, first) - 1 != first) first = *visited_map_at(&s->entered, first) - 1;
  while (s->entry.id[k] != first) k++;
  append_way(s, &s->before, s->from.id[k], edge, path);
  path_append(path, mover_of(s, s->from.id[k], first, true, edge), first);
  append_way(s, &s->entered, s->last, edge, path);
  path_append(path, s->mover, s->end);
  path->loop = path->n;
}

static void drop_states(struct gap_search *s, struct row_of_states *row)
{
  budget_give(s->bounds.visited->budget, row->id, row->capacity * sizeof *row->id);
}

void gap_search(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
                struct gap *out)
{
  static const struct region everywhere = {.kind = REGION_ALL};
  struct gap_search s = {.bounds = {.space = space, .visited = visited, .region = &everywhere}};
  *out = (struct gap){.least = GAP_NONE};
  grace_period_begin(&s.grace, limits);
  if (visited_map_create(&s.before, visited) && visited_map_create(&s.entered, visited)) {
    struct edge *edge = edges_new(space);
    find_entries(&s, edge);
    out->least = find_next(&s, edge);
    if (s.found) write_path(&s, edge, &out->path);
    out->complete = !is_over(&s, 0);
    free(edge);
  }
  visited_map_free(&s.before);
  visited_map_free(&s.entered);
  struct row_of_states *const rows[] = {&s.all, &s.entry, &s.from, &s.now, &s.next};
  for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) drop_states(&s, rows[k]);
}
