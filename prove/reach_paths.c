/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * reach_paths.c: paths through the reachable states of a scene: the most that one counts, by which lines it does so,
 * and a loop that counts, which shows that there is no bound.
 */
#include "prove/reach.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* --- the most that a path counts ---------------------------------------------------------------------------------- */

/* Tarjan's algorithm (explore/engines/depth.h), without recursion: a state's value is final when its component is
 * left. */
struct longest {
  const struct scene *scene;
  const struct abstract_graph *reach;
  enum reach_path path;
  uint32_t *index, *low, *next, *stack, *open; /* [state] */
  uint64_t *most;
  uint32_t n_stack, n_open, n_index;
  const struct abstract_edge *cycle; /* it counts, and a path leads back to where it comes from */
  uint32_t cycle_from;
};

#define LEFT UINT32_MAX

static int32_t section_of(const struct longest *l, uint32_t state, uint32_t member)
{
  return reach_words(l->reach, state)[state_member(l->scene, member) + STATE_SECTION];
}

static bool is_own(const struct longest *l, const struct abstract_edge *e)
{
  return e->member == (uint32_t)l->scene->observed;
}

/* Whether a member conflicts with the observed one. */
static bool conflicts(const struct longest *l, uint32_t state, uint32_t member)
{
  const int32_t *words = reach_words(l->reach, state);
  return !l->scene->machine->algorithm.group ||
         words[state_member(l->scene, member) + STATE_SESSION] !=
           words[state_member(l->scene, (uint32_t)l->scene->observed) + STATE_SESSION];
}

static uint64_t counts(const struct longest *l, uint32_t from, const struct abstract_edge *e)
{
  const bool waits = section_of(l, from, (uint32_t)l->scene->observed) == RMR_WAITING;
  switch (l->path) {
  case REACH_EXIT: return is_own(l, e) && e->section == RMR_EXIT;
  case REACH_BYPASS:
    /* A third process, beside a view (views.h), is no member. */
    return waits && e->member < l->scene->members && !is_own(l, e) && section_of(l, from, e->member) != RMR_CS &&
           section_of(l, e->to, e->member) == RMR_CS && conflicts(l, from, e->member);
  default: return e->weight;
  }
}

/* A path ends with the step that completes the passage, or one that is no part of an exit. A member that leaves the
 * waiting room for its doorway comes back in the same passage, so that ends no path. */
static bool ends(const struct longest *l, const struct abstract_edge *e)
{
  if (!is_own(l, e)) return false;
  const uint32_t p = e->member;
  if (l->path == REACH_EXIT && e->section != RMR_EXIT) return true;
  return section_of(l, e->to, p) == RMR_REMAINDER;
}

static void note_cycle(struct longest *l, uint32_t from, const struct abstract_edge *e)
{
  l->cycle = e;
  l->cycle_from = from;
}

static void enter(struct longest *l, uint32_t state)
{
  l->index[state] = l->low[state] = ++l->n_index;
  l->next[state] = l->reach->first[state];
  l->stack[l->n_stack++] = state;
  l->open[l->n_open++] = state;
}

static void follow(struct longest *l, uint32_t state, const struct abstract_edge *e)
{
  const uint64_t weight = counts(l, state, e);
  if (ends(l, e)) {
    if (weight > l->most[state]) l->most[state] = weight;
  } else if (l->index[e->to] == 0) {
    enter(l, e->to);
  } else if (l->index[e->to] == LEFT) {
    if (weight + l->most[e->to] > l->most[state]) l->most[state] = weight + l->most[e->to];
  } else {
    if (l->index[e->to] < l->low[state]) l->low[state] = l->index[e->to];
    if (weight != 0) note_cycle(l, state, e);
  }
}

/* All states of the component get the greatest value of any. */
static void leave_component(struct longest *l, uint32_t root)
{
  uint64_t most = 0;
  uint32_t first = l->n_open;
  while (l->open[--first] != root)
    if (l->most[l->open[first]] > most) most = l->most[l->open[first]];
  if (l->most[root] > most) most = l->most[root];
  while (l->n_open > first) {
    const uint32_t state = l->open[--l->n_open];
    l->index[state] = LEFT;
    l->most[state] = most;
  }
}

static void leave_state(struct longest *l, uint32_t state)
{
  l->n_stack--;
  const bool root = l->low[state] == l->index[state];
  if (root) leave_component(l, state);
  if (l->n_stack == 0) return;
  const uint32_t up = l->stack[l->n_stack - 1];
  const struct abstract_edge *by = &l->reach->edge[l->next[up] - 1];
  const uint64_t weight = counts(l, up, by);
  if (root) {
    if (weight + l->most[state] > l->most[up]) l->most[up] = weight + l->most[state];
    return;
  }
  if (l->low[state] < l->low[up]) l->low[up] = l->low[state];
  if (l->most[state] > l->most[up]) l->most[up] = l->most[state];
  if (weight != 0) note_cycle(l, up, by);
}

static void descend(struct longest *l, uint32_t from)
{
  enter(l, from);
  while (l->n_stack != 0 && l->cycle == NULL) {
    const uint32_t state = l->stack[l->n_stack - 1];
    if (l->next[state] == l->reach->first[state + 1])
      leave_state(l, state);
    else
      follow(l, state, &l->reach->edge[l->next[state]++]);
  }
}

static void give(uint64_t *most, uint64_t **potential)
{
  if (potential != NULL)
    *potential = most;
  else
    free(most);
}

/* Fills most[], up to a cycle that counts; and returns the greatest of it. */
static uint64_t find_most(struct longest *l)
{
  const uint32_t n = l->reach->n_states;
  uint64_t most = 0;
  uint32_t *room = mem_new(5 * (size_t)n + 1, sizeof *room);
  l->index = room, l->low = room + n, l->next = room + 2 * (size_t)n, l->stack = room + 3 * (size_t)n;
  l->open = room + 4 * (size_t)n;
  l->most = mem_new((size_t)n + 1, sizeof *l->most);
  for (uint32_t k = 0; k < n && l->cycle == NULL; k++) {
    if (l->index[k] == 0) descend(l, k);
    if (l->most[k] > most) most = l->most[k];
  }
  free(room);
  return l->cycle != NULL ? REACH_NO_BOUND : most;
}

uint64_t reach_most(const struct scene *scene, const struct abstract_graph *reach, enum reach_path path,
                    uint64_t **potential)
{
  struct longest l = {.scene = scene, .reach = reach, .path = path};
  const uint64_t most = find_most(&l);
  give(l.most, potential);
  return most;
}

/* --- by which lines ----------------------------------------------------------------------------------------------- */

/* The line at which the member that makes a step is before it. */
static uint16_t line_of(const struct longest *l, uint32_t from, const struct abstract_edge *e)
{
  const int32_t node = reach_words(l->reach, from)[state_member(l->scene, e->member) + STATE_NODE];
  return l->scene->machine->graph.node[node].line;
}

/* An edge by which a path still counts the most. */
struct tight {
  uint32_t before; /* the state from which it leads */
  const struct abstract_edge *edge;
};

/* Breadth first from a state that counts the most, along edges by which nothing of it is lost: to the end of a path. */
static struct tight find_tight(const struct longest *l, uint32_t start, struct tight *to, uint32_t *queue)
{
  uint32_t n = 1;
  queue[0] = start;
  for (uint32_t k = 0; k < n; k++) {
    const uint32_t state = queue[k];
    for (uint32_t s = l->reach->first[state]; s < l->reach->first[state + 1]; s++) {
      const struct abstract_edge *e = &l->reach->edge[s];
      const bool last = ends(l, e) || l->most[e->to] == 0;
      if (counts(l, state, e) + (last ? 0 : l->most[e->to]) != l->most[state]) continue;
      if (last) return (struct tight){state, e};
      if (e->to == start || to[e->to].edge != NULL) continue;
      to[e->to] = (struct tight){state, e};
      queue[n++] = e->to;
    }
  }
  return (struct tight){start, NULL};
}

/* The costs of the lines on a path that counts the most. */
static void find_lines(const struct longest *l, uint64_t most, uint16_t *by_line)
{
  uint32_t start = 0;
  while (l->most[start] != most) start++;
  struct tight *to = mem_new(l->reach->n_states, sizeof *to);
  uint32_t *queue = mem_new(l->reach->n_states, sizeof *queue);
  memset(by_line, 0, RMR_MAX_LINES * sizeof *by_line);
  for (struct tight at = find_tight(l, start, to, queue); at.edge != NULL; at = to[at.before])
    by_line[line_of(l, at.before, at.edge)] += at.edge->weight;
  free(queue);
  free(to);
}

/* --- a loop that counts ------------------------------------------------------------------------------------------- */

/* Breadth first from where the step leads to where it comes from. */
static void find_way(const struct longest *l, struct tight *to, uint32_t *queue)
{
  const uint32_t start = l->cycle->to;
  uint32_t n = 1;
  queue[0] = start;
  for (uint32_t k = 0; to[l->cycle_from].edge == NULL && k < n; k++)
    for (uint32_t s = l->reach->first[queue[k]]; s < l->reach->first[queue[k] + 1]; s++) {
      const struct abstract_edge *e = &l->reach->edge[s];
      if (ends(l, e) || e->to == start || to[e->to].edge != NULL) continue;
      to[e->to] = (struct tight){queue[k], e};
      queue[n++] = e->to;
    }
}

bool reach_find_loop(const struct scene *scene, const struct abstract_graph *reach, enum reach_path path,
                     struct reach_loop *out)
{
  struct longest l = {.scene = scene, .reach = reach, .path = path};
  *out = (struct reach_loop){.n = 0};
  find_most(&l);
  free(l.most);
  if (l.cycle == NULL) return false;
  struct tight *to = mem_new(reach->n_states, sizeof *to);
  uint32_t *queue = mem_new(reach->n_states, sizeof *queue);
  if (l.cycle->to != l.cycle_from) find_way(&l, to, queue);
  size_t length = 1;
  for (uint32_t at = l.cycle_from; at != l.cycle->to; at = to[at].before) length++;
  out->n = length;
  out->step = mem_new(length, sizeof *out->step);
  for (uint32_t at = l.cycle_from; at != l.cycle->to; at = to[at].before)
    out->step[--length] = (struct reach_step){to[at].before, to[at].edge, line_of(&l, to[at].before, to[at].edge)};
  out->step[0] = (struct reach_step){l.cycle_from, l.cycle, line_of(&l, l.cycle_from, l.cycle)};
  free(queue);
  free(to);
  return true;
}

/* --- costs -------------------------------------------------------------------------------------------------------- */

void reach_add_paid(struct reach_paid *to, const struct reach_paid *more, uint64_t times)
{
  const bool bounded = to->most != REACH_NO_BOUND && more->most != REACH_NO_BOUND;
  to->most = bounded ? to->most + times * more->most : REACH_NO_BOUND;
  for (uint32_t k = 0; k < RMR_MAX_LINES; k++) to->by_line[k] = (uint16_t)(to->by_line[k] + times * more->by_line[k]);
}

void reach_pay(const struct scene *scene, const struct abstract_graph *reach, uint64_t **potential,
               struct reach_paid *to)
{
  struct longest l = {.scene = scene, .reach = reach, .path = REACH_PASSAGE};
  const uint64_t most = reach_most(scene, reach, REACH_PASSAGE, &l.most);
  if (most > to->most) {
    to->most = most;
    if (most != REACH_NO_BOUND) find_lines(&l, most, to->by_line);
  }
  give(l.most, potential);
}
