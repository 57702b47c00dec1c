/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_kept.c: a step that a search for views has made, as the edge of a pair's graph (views_graph.h) that it is.
 */
#include "prove/views_closing.h"

/* A step leads to new names of nodes: the old one of each. */
static void put_node(uint64_t *nodes, uint8_t now, uint8_t before)
{
  if (now != 0) *nodes |= (uint64_t)before << 4 * (now - 1);
}

static uint64_t nodes_of_pair(const struct scene *w, const uint8_t *named)
{
  uint64_t nodes = 0;
  for (uint8_t k = 1; w->nodes && k <= MOST_KNOWN_NODES; k++) put_node(&nodes, named[k], k);
  return nodes;
}

void views_keep_of_pair(struct closing *c, uint32_t to, const struct walked *walked)
{
  const uint8_t of = walked->access.of;
  const enum views_account account = (of & OF_OTHERS) != 0 ? VIEWS_OF_SEVERAL
                                     : of != 0             ? VIEWS_OF_PARTNER
                                                           : VIEWS_OF_NONE;
  const uint64_t nodes = nodes_of_pair(&c->scenes.pair[c->pair].scene, walked->named);
  views_keep_step(&c->steps[c->pair], c->view[0], to, c->member, &walked->access, walked->access.cell, account, nodes);
}

/* The cell of the pair, before the step, that is one of the three; NO_CELL: it has none. */
static int cell_in(const struct closing *c, uint32_t p, int cell)
{
  const struct views_triple *t = c->triple;
  const struct scene *w = views_scene_of(c, t, p);
  if (cell == NO_CELL) return NO_CELL;
  const struct scene_group *g = &t->scene.group[t->scene.cell[cell].group];
  if (g->row == DIMENSION_NODES) {
    const struct views_names names = views_names(&t->lens[p], c->joined, c->shows[p]);
    const uint8_t name = names.name[(uint32_t)cell - g->first_cell + 1];
    return name != 0 ? (int)w->group[t->scene.cell[cell].group].first_cell + name - 1 : NO_CELL;
  }
  const int32_t word = t->shown[state_cells(&t->scene) + (uint32_t)cell].at[p];
  return word == NO_WORD ? NO_CELL : word - (int32_t)state_cells(w);
}

/* By the names of the three: those before the step, and those behind it, which the pair shows in `to`. */
static uint64_t nodes_of_three(const struct closing *c, uint32_t p, const struct walked *walked)
{
  const struct lens *l = &c->triple->lens[p];
  uint64_t nodes = 0;
  if (!l->to->nodes) return nodes;
  const struct views_names before = views_names(l, c->joined, c->shows[p]);
  const struct views_names now = views_names(l, walked->state, c->shown);
  for (uint32_t k = 1; k <= MOST_KNOWN_NODES; k++)
    if (walked->named[k] != 0) put_node(&nodes, now.name[walked->named[k]], before.name[k]);
  return nodes;
}

void views_keep_of_three(struct closing *c, uint32_t p, uint32_t to, const struct walked *walked)
{
  const struct views_triple *t = c->triple;
  const struct step_access *a = &walked->access;
  const uint8_t *members = views_members_of_pair[p];
  const uint32_t third = 3u - members[0] - members[1];
  const uint32_t mover = c->member == third ? VIEWS_THIRD : c->member == members[1];
  const int cell = cell_in(c, p, a->cell);
  const bool of_third = a->of == 1u << third;
  const enum views_account account = a->of == 0        ? VIEWS_OF_NONE
                                     : of_third        ? VIEWS_OF_THIRD
                                     : cell != NO_CELL ? VIEWS_OF_PARTNER
                                                       : VIEWS_OF_SEVERAL;
  views_keep_step(&c->steps[t->pair[p]], c->view[p], to, mover, a, cell, account, nodes_of_three(c, p, walked));
}
