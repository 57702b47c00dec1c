/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_targets.c: which steps of three processes a search for views needs (views_closing.h).
 */
#include "prove/views_closing.h"

/* Whether a member of a pair may access a register [i] of the other one. */
static bool may_meet(const struct scene *w, const struct aim *aim, uint32_t node, uint32_t other)
{
  const struct node *n = &w->machine->graph.node[node];
  const struct scene_group *g = &w->group[n->group];
  if (!rmr_kind_accesses(n->access)) return false;
  if (!aim->known) return true;
  return (g->row == DIMENSION_PROCESSES && scene_who(w, aim->row) == (int)other) ||
         (g->column == DIMENSION_PROCESSES && scene_who(w, aim->column) == (int)other);
}

void views_aim(struct scene *w, const int32_t *state, struct view *view)
{
  for (uint32_t m = 0; m < 2; m++) {
    struct aim *aim = &view->aim[m];
    aim->known = abstract_target(w, state, m, &aim->row, &aim->column);
    aim->meets = may_meet(w, aim, view->node[m], 1 - m);
  }
}

/* Whether only pairs with the process know the register. */
static bool is_of_pairs(const struct scene *w, const struct scene_group *g)
{
  return !w->whole && scene_of_processes(g);
}

bool views_may_matter(const struct closing *c, const struct views_triple *t, const struct view *v, uint32_t as,
                      uint32_t member)
{
  const struct node *n = &t->scene.machine->graph.node[v->node[as]];
  if (v->comes[as]) return true;
  if (!rmr_kind_accesses(n->access)) return false;
  if (is_of_pairs(&t->scene, &t->scene.group[n->group])) return true;
  if (!rmr_kind_writes(n->access)) return false;
  if (t->scene.group[n->group].row == DIMENSION_NODES) return true; /* its name is not the one that others know */
  const struct aim *aim = &v->aim[as];
  const struct scene *others = views_scene_of(c, t, views_pairs_with[member].without);
  return !aim->known ||
         scene_cell(others, n->group, abstract_unpack(aim->row), abstract_unpack(aim->column)) != NO_CELL;
}

uint32_t views_targets(const struct closing *c, const struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE],
                       uint32_t member)
{
  const struct view *v[2];
  const uint8_t *as = views_pairs_with[member].as, *in = views_pairs_with[member].in;
  for (uint32_t k = 0; k < 2; k++) v[k] = views_view_of(c, t, view, in[k]);
  if (!views_may_matter(c, t, v[0], as[0], member)) return 0;
  const struct node *n = &t->scene.machine->graph.node[v[0]->node[as[0]]];
  const struct scene_group *g = &t->scene.group[n->group];
  const uint32_t others = 1u << views_pairs_with[member].without;
  if (!rmr_kind_accesses(n->access) || !is_of_pairs(&t->scene, g)) return others;
  const bool meets[] = {v[0]->aim[as[0]].meets, v[1]->aim[as[1]].meets};
  const bool seen = v[0]->comes[as[0]] || (rmr_kind_writes(n->access) && (meets[0] || meets[1]));
  return (seen ? others : 0) | (meets[0] ? 1u << in[1] : 0) | (meets[1] ? 1u << in[0] : 0);
}

bool views_may_leave(const struct closing *c, const struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE],
                     uint32_t member)
{
  const uint8_t *as = views_pairs_with[member].as, *in = views_pairs_with[member].in;
  const struct view *v = views_view_of(c, t, view, in[0]);
  const struct node *n = &t->scene.machine->graph.node[v->node[as[0]]];
  const struct scene_group *g = &t->scene.group[n->group];
  if (!rmr_kind_accesses(n->access) || !scene_of_processes(g)) return false;
  for (uint32_t k = 0; k < 2; k++) {
    const struct scene *w = views_scene_of(c, t, in[k]);
    const struct aim *aim = &views_view_of(c, t, view, in[k])->aim[as[k]];
    const bool own = aim->known && (g->row != DIMENSION_PROCESSES || scene_who(w, aim->row) == as[k]) &&
                     (g->column != DIMENSION_PROCESSES || scene_who(w, aim->column) == as[k]);
    if (own || (aim->known && g->column != DIMENSION_PROCESSES && scene_who(w, aim->row) == 1 - as[k])) return false;
  }
  return true;
}

bool views_may_come(const struct closing *c, const struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE],
                    uint32_t member)
{
  const uint32_t in = views_pairs_with[member].in[0];
  return views_view_of(c, t, view, in)->comes[views_pairs_with[member].as[0]];
}

static uint32_t keep(struct closing *c, const struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE], uint32_t p,
                     const struct views_reading *r)
{
  struct scene *w = views_scene_of(c, t, p);
  const struct views_one one = {t->pair[p], view[p], &c->of[t->pair[p]].states};
  const uint32_t member = views_members_of_pair[p][1] == r->owner;
  return views_keep(&c->seen, w, &c->kinds, &one, member, (uint32_t)t->shown[p][r->word], c->rest);
}

bool views_is_reading(struct closing *c, const struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE],
                      uint32_t member, struct views_reading *r)
{
  const uint8_t *as = views_pairs_with[member].as, *in = views_pairs_with[member].in,
                without = views_pairs_with[member].without;
  for (uint32_t k = 0; k < 2 && c->seen.of != NULL; k++) {
    const struct scene *w = views_scene_of(c, t, in[k]);
    const struct view *v = views_view_of(c, t, view, in[k]);
    const struct node *n = &w->machine->graph.node[v->node[as[k]]];
    const struct scene_group *g = &w->group[n->group];
    const struct aim *aim = &v->aim[as[k]];
    const bool reads = n->access == RMR_READ && g->row == DIMENSION_PROCESSES && g->column == DIMENSION_NONE;
    if (!reads || !aim->known || !aim->meets) continue;
    const int cell = scene_cell(w, n->group, abstract_unpack(aim->row), abstract_unpack(aim->column));
    if (cell == NO_CELL) continue;
    r->owner = views_members_of_pair[in[k]][1 - as[k]];
    r->word = (uint32_t)t->lens[in[k]].word[state_cells(w) + (uint32_t)cell];
    r->key = (struct views_read){(uint32_t)(t - c->scenes.triple),
                                 in[1 - k],
                                 view[in[1 - k]],
                                 member,
                                 {keep(c, t, view, in[k], r), keep(c, t, view, without, r)}};
    return true;
  }
  return false;
}
