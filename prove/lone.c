/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/lone.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prove/abstract_way.h"

enum { MOST_LOCAL_STATES = 1 << 16, MOST_STEPS = 1 << 22 };

/* The states of one process while they are found. A state without registers is the words of its member. */
struct finding {
  struct lone_all *all;
  struct lone *lone;
  struct scene scene;
  uint32_t p;
  struct lookup states;
  int32_t *whole; /* [scene.length]: a state; its registers are all alike, as they are all forgotten */
  bool beginning, stuck;
};

/* --- registers ---------------------------------------------------------------------------------------------------- */

/* The first value of a register, if that is one value. */
static int32_t first_of(struct finding *f, uint32_t group, int32_t row, int32_t column)
{
  struct walk w = {.choices = {.most_ways = 2}};
  const struct cell at = {.group = group, .row = row, .column = column, .owner = NO_MEMBER};
  if (f->scene.machine->tree->group[group].arbitrary) return CELL_ANY;
  memcpy(f->scene.state, f->whole, f->scene.length * sizeof *f->whole);
  way_begin(&w, &f->scene, f->scene.state, 0);
  const struct abstract a = way_fit(&w, group, way_first_value(&w, &at));
  return w.choices.stuck == NULL && w.choices.n == 0 ? abstract_pack(a) : CELL_ANY;
}

static int32_t cell_of(struct finding *f, uint32_t group, const struct step_access *a)
{
  const struct lone_name key = {(int32_t)group, a->row, a->column};
  struct lone_all *all = f->all;
  size_t number;
  if (lookup_is_new(&all->cells, &key, sizeof key, &number)) {
    all->cell = mem_another(all->cell, number, sizeof *all->cell);
    all->cell[number] = (struct lone_cell){.first = first_of(f, group, a->row, a->column)};
  }
  return (int32_t)number;
}

/* --- states and steps --------------------------------------------------------------------------------------------- */

static uint32_t state_of(struct finding *f, const int32_t *state)
{
  size_t number;
  if (!lookup_is_new(&f->states, state, state_member(&f->scene, 1) * sizeof *state, &number)) return (uint32_t)number;
  f->lone->state = mem_another(f->lone->state, number + 1, sizeof *f->lone->state); /* and one at the end */
  f->lone->state[number] = (struct lone_state){
    .node = (uint32_t)state[STATE_NODE], .section = (uint8_t)state[STATE_SECTION], .initial = f->beginning};
  f->lone->n_states++;
  return (uint32_t)number;
}

static bool take_first(void *self, const struct walked *walked)
{
  struct finding *f = self;
  f->stuck |= walked->stuck != NULL;
  if (f->stuck) return false;
  memcpy(f->whole, walked->state, f->scene.length * sizeof *f->whole);
  state_of(f, walked->state);
  return true;
}

static bool take_step(void *self, const struct walked *walked)
{
  struct finding *f = self;
  struct lone *l = f->lone;
  const struct step_access *a = &walked->access;
  f->stuck |= walked->stuck != NULL;
  if (f->stuck) return false;
  const struct node *n = &f->scene.machine->graph.node[f->whole[STATE_NODE]];
  l->edge = mem_another(l->edge, l->n_edges, sizeof *l->edge);
  struct lone_edge edge = {.to = state_of(f, walked->state), .cell = LONE_NO_CELL};
  if (a->any) {
    edge.cell = cell_of(f, n->group, a);
    edge.reads = n->access != RMR_WRITE;
    edge.writes = a->writes;
    edge.home = a->home;
    if (edge.reads) edge.before = a->before;
    if (edge.writes) edge.after = a->after;
  }
  l->edge[l->n_edges++] = edge;
  return true;
}

/* All of its steps. */
static enum reach_end find_all(struct finding *f, const struct reach_limits *limits)
{
  struct lone *l = f->lone;
  f->beginning = true;
  abstract_begin(&f->scene, take_first, f);
  f->beginning = false;
  for (uint32_t k = 0; k < l->n_states && !f->stuck; k++) {
    memcpy(f->whole, lookup_text(&f->states, k), state_member(&f->scene, 1) * sizeof *f->whole);
    l->state[k].first = (uint32_t)l->n_edges;
    abstract_step(&f->scene, f->whole, 0, take_step, f);
    if (reach_is_interrupted(limits)) return REACH_INTERRUPTED;
    if (l->n_states > MOST_LOCAL_STATES || l->n_edges > MOST_STEPS) return REACH_MEMORY;
  }
  if (l->n_states != 0) l->state[l->n_states].first = (uint32_t)l->n_edges;
  return f->stuck || l->n_states == 0 ? REACH_STUCK : REACH_ALL;
}

static enum reach_end find_one(struct finding *f, const struct scene *like, const struct reach_limits *limits)
{
  struct error e = {0};
  enum reach_end end = REACH_STUCK;
  f->scene = *like;
  f->scene.members = 1;
  f->scene.identity[0] = f->p + 1;
  f->scene.observed = NO_MEMBER;
  f->scene.grew = NULL;
  f->scene.forgotten = UINT32_MAX;
  const bool ok = scene_create(&f->scene, &e);
  if (ok && !f->scene.ranks && !f->scene.nodes) {
    f->whole = mem_new(f->scene.length, sizeof *f->whole);
    memcpy(f->all->group, f->scene.group, sizeof f->all->group);
    end = find_all(f, limits);
  }
  free(f->whole);
  f->whole = NULL;
  lookup_free(&f->states);
  scene_free(&f->scene);
  return end;
}

enum reach_end lone_create(struct lone_all *out, const struct scene *like, const struct reach_limits *limits)
{
  enum reach_end end = REACH_ALL;
  struct finding f = {.all = out};
  *out = (struct lone_all){.n = like->n, .machine = like->machine, .memory = like->memory, .records = like->records};
  for (f.p = 0; f.p < like->n && end == REACH_ALL; f.p++) {
    f.lone = &out->lone[f.p];
    end = find_one(&f, like, limits);
  }
  if (end == REACH_ALL) lone_prune(out);
  return end;
}

void lone_free(struct lone_all *all)
{
  for (uint32_t p = 0; p < all->n; p++) {
    free(all->lone[p].state);
    free(all->lone[p].edge);
  }
  free(all->cell);
  lookup_free(&all->cells);
  *all = (struct lone_all){.n = 0};
}
