/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_targets.c: which steps of three processes a search for views needs (views_closing.h).
 */
#include "prove/views_closing.h"

/* Whether only pairs with the process know the register. */
static bool is_of_pairs(const struct scene *w, const struct scene_group *g)
{
  return !w->whole && scene_of_processes(g);
}

/* Whether a member of a pair may access a register [i] of the other one. */
static bool may_meet(const struct scene *w, const struct aim *aim, const struct scene_group *g, uint32_t other)
{
  if (!aim->known) return true;
  return (g->row == DIMENSION_PROCESSES && scene_who(w, aim->row) == (int)other) ||
         (g->column == DIMENSION_PROCESSES && scene_who(w, aim->column) == (int)other);
}

/* Such a read is no step of three (views_reads.h). */
static int read_by(const struct scene *w, const struct aim *aim, const struct node *n)
{
  const struct scene_group *g = &w->group[n->group];
  if (!views_reads_are_apart(w)) return NO_CELL;
  const bool of_one = g->row == DIMENSION_PROCESSES && g->column == DIMENSION_NONE;
  if (n->access != RMR_READ || !of_one || !aim->known || !aim->meets) return NO_CELL;
  return scene_cell(w, n->group, abstract_unpack(aim->row), abstract_unpack(aim->column));
}

void views_aim(struct scene *w, const int32_t *state, struct view *view)
{
  for (uint32_t m = 0; m < 2; m++) {
    struct aim *aim = &view->aim[m];
    const struct node *n = &w->machine->graph.node[view->node[m]];
    const struct scene_group *g = &w->group[n->group];
    *aim = (struct aim){.read = NO_CELL};
    aim->known = abstract_target(w, state, m, &aim->row, &aim->column);
    if (!rmr_kind_accesses(n->access)) continue;
    aim->concerns = is_of_pairs(w, g)            ? CONCERNS_OWNER
                    : rmr_kind_writes(n->access) ? CONCERNS_READERS
                                                 : CONCERNS_NOBODY;
    aim->meets = aim->concerns == CONCERNS_OWNER && may_meet(w, aim, g, 1 - m);
    aim->read = read_by(w, aim, n);
    aim->meets &= aim->read == NO_CELL;
  }
}

bool views_may_concern(const struct closing *c, const struct views_triple *t, const struct view *v, uint32_t as,
                       uint32_t member)
{
  const struct aim *aim = &v->aim[as];
  if (v->comes[as] || aim->meets) return true;
  if (aim->concerns != CONCERNS_READERS) return false;
  const uint32_t group = t->scene.machine->graph.node[v->node[as]].group;
  if (t->scene.group[group].row == DIMENSION_NODES) return true; /* its name is not the one that others know */
  const struct scene *others = views_scene_of(c, t, views_pairs_with[member].without);
  return !aim->known || scene_cell(others, group, abstract_unpack(aim->row), abstract_unpack(aim->column)) != NO_CELL;
}

uint32_t views_targets(const struct closing *c, const struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE],
                       uint32_t member)
{
  const uint8_t *as = views_pairs_with[member].as, *in = views_pairs_with[member].in;
  const struct view *one = views_view_of(c, t, view, in[0]), *other = views_view_of(c, t, view, in[1]);
  const struct aim *aim = &one->aim[as[0]];
  const bool meets[] = {aim->meets, other->aim[as[1]].meets};
  const uint32_t others = 1u << views_pairs_with[member].without;
  if (aim->concerns != CONCERNS_OWNER) return views_may_concern(c, t, one, as[0], member) ? others : 0;
  if (!one->comes[as[0]] && !meets[0] && !meets[1]) return 0;
  const bool writes = rmr_kind_writes(t->scene.machine->graph.node[one->node[as[0]]].access);
  return (one->comes[as[0]] || writes ? others : 0) | (meets[0] ? 1u << in[1] : 0) | (meets[1] ? 1u << in[0] : 0);
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
