/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_targets.c: which steps of three processes a search for views needs (views_closing.h).
 */
#include "prove/abstract_way.h"
#include "prove/views_closing.h"

static bool is_at(const struct scene *w, uint32_t member, int32_t index)
{
  return index == abstract_pack(way_identity_of(w, member));
}

/* Whether a member of a pair may access a register [i] of the other one. */
static bool may_meet(const struct scene *w, const struct scene_group *g, const struct aim *aim, uint32_t other)
{
  if (!aim->known) return true;
  return (g->row == DIMENSION_PROCESSES && is_at(w, other, aim->row)) ||
         (g->column == DIMENSION_PROCESSES && is_at(w, other, aim->column));
}

/* The pair without a member; and, of the two that have it, which ones they are, and which of their members it is. */
static const struct {
  uint8_t without, in[2], as[2];
} pairs_with[] = {{2, {0, 1}, {0, 0}}, {1, {0, 2}, {1, 0}}, {0, {1, 2}, {1, 1}}};

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
  const struct scene *others = &c->scenes.pair[t->pair[pairs_with[member].without]].scene;
  return !aim->known ||
         scene_cell(others, n->group, abstract_unpack(aim->row), abstract_unpack(aim->column)) != NO_CELL;
}

uint32_t views_targets(const struct closing *c, const struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE],
                       uint32_t member)
{
  const struct view *v[2];
  const uint8_t *as = pairs_with[member].as, *in = pairs_with[member].in;
  for (uint32_t k = 0; k < 2; k++) v[k] = &c->of[t->pair[in[k]]].view[view[in[k]]];
  if (!views_may_matter(c, t, v[0], as[0], member)) return 0;
  const struct node *n = &t->scene.machine->graph.node[v[0]->node[as[0]]];
  const struct scene_group *g = &t->scene.group[n->group];
  const uint32_t others = 1u << pairs_with[member].without;
  if (!rmr_kind_accesses(n->access) || !is_of_pairs(&t->scene, g)) return others;
  bool meets = false;
  for (uint32_t k = 0; k < 2; k++)
    meets |= may_meet(&c->scenes.pair[t->pair[in[k]]].scene, g, &v[k]->aim[as[k]], 1u - as[k]);
  return meets ? 7 : v[0]->comes[as[0]] ? others : 0;
}

bool views_may_leave(const struct closing *c, const struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE],
                     uint32_t member)
{
  const uint8_t *as = pairs_with[member].as, *in = pairs_with[member].in;
  const struct view *v = &c->of[t->pair[in[0]]].view[view[in[0]]];
  const struct node *n = &t->scene.machine->graph.node[v->node[as[0]]];
  const struct scene_group *g = &t->scene.group[n->group];
  if (!rmr_kind_accesses(n->access) || !scene_of_processes(g)) return false;
  for (uint32_t k = 0; k < 2; k++) {
    const struct scene *w = &c->scenes.pair[t->pair[in[k]]].scene;
    const struct aim *aim = &c->of[t->pair[in[k]]].view[view[in[k]]].aim[as[k]];
    const bool own = aim->known && (g->row != DIMENSION_PROCESSES || is_at(w, as[k], aim->row)) &&
                     (g->column != DIMENSION_PROCESSES || is_at(w, as[k], aim->column));
    if (own || (aim->known && g->column != DIMENSION_PROCESSES && is_at(w, 1u - as[k], aim->row))) return false;
  }
  return true;
}

bool views_may_come(const struct closing *c, const struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE],
                    uint32_t member)
{
  const uint32_t in = pairs_with[member].in[0];
  return c->of[t->pair[in]].view[view[in]].comes[pairs_with[member].as[0]];
}
