/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_alike.c: whether an algorithm treats all identities alike: it stores them, compares them for equality, and
 * reaches registers through them, and does nothing else with them. Then to rename the processes of a run gives another
 * run, and a view does not depend on the order of identities. It is read off the graph, on the safe side.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "prove/views_scene.h"

static bool holds_identities(const struct scene *w, uint32_t group)
{
  return w->group[group].holds.kind == ABSTRACT_PLACE || w->group[group].holds.kind == ABSTRACT_NODE;
}

/* Where a node is reached: the slots that may hold an identity, and those that may hold another value, but 0. */
struct held {
  uint64_t identity, other;
};

/* Whether an identity is among the operands. */
static bool mentions(const struct value *v, const struct held *h)
{
  for (uint32_t k = 0; k < v->n; k++) {
    const struct code *c = &v->code[k];
    if (c->kind == EXPR_I || c->kind == EXPR_ME) return true;
    if (c->kind == EXPR_LOCAL && (h->identity & slot_bit(c->slot)) != 0) return true;
  }
  return false;
}

static bool is_comparison(uint8_t kind)
{
  return kind == EXPR_EQUAL || kind == EXPR_DIFFERENT || kind == EXPR_NOT || kind == EXPR_AND || kind == EXPR_OR;
}

static bool is_identity(const struct value *v, const struct held *h)
{
  return v->n != 0 && mentions(v, h) && !is_comparison(v->code[v->n - 1].kind);
}

static bool is_nothing(const struct value *v, const struct held *h)
{
  const struct code *c = v->code;
  if (v->n != 1) return false;
  if (c->kind == EXPR_LOCAL) return ((h->identity | h->other) & slot_bit(c->slot)) == 0;
  return c->kind == EXPR_NUMBER && c->number == 0;
}

/* A local may be either, where two ways meet. */
static bool is_other(const struct value *v, const struct held *h)
{
  if (v->n == 1 && v->code[0].kind == EXPR_LOCAL) return (h->other & slot_bit(v->code[0].slot)) != 0;
  return !is_identity(v, h) && !is_nothing(v, h);
}

static struct held held_behind(const struct scene *w, const struct node *n, struct held h)
{
  const bool replies = n->kind == NODE_ACCESS && n->slot != NO_SLOT, draws = n->kind == NODE_REMAINDER;
  const bool sets = n->kind == NODE_SET && n->index.n == 0;
  if (!replies && !sets && !draws) return h;
  const uint64_t bit = slot_bit(n->slot);
  const bool read = replies && rmr_kind_accesses(n->access) && holds_identities(w, n->group);
  const bool identity = sets ? is_identity(&n->value, &h) : read;
  const bool other = sets ? is_other(&n->value, &h) : !read;
  h.identity = identity ? h.identity | bit : h.identity & ~bit;
  h.other = other ? h.other | bit : h.other & ~bit;
  return h;
}

static bool add_held(struct held *to, struct held more)
{
  const struct held before = *to;
  to->identity |= more.identity;
  to->other |= more.other;
  return to->identity != before.identity || to->other != before.other;
}

/* [node]; the caller frees it. At first all locals are 0. */
static struct held *find_held(const struct scene *w)
{
  const struct flow *f = &w->machine->graph;
  struct held *at = mem_new(f->n_nodes, sizeof *at);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t k = 0; k < f->n_nodes; k++) {
      const struct node *n = &f->node[k];
      const struct held behind = held_behind(w, n, at[k]);
      more |= add_held(&at[n->next], behind);
      if (n->kind == NODE_BRANCH) more |= add_held(&at[n->other], behind);
    }
  }
  return at;
}

/* Only comparisons for equality, with identities and with nil, and choices between them. */
static bool treats_alike(const struct value *v, const struct held *h)
{
  for (uint32_t k = 0; k < v->n; k++) {
    const struct code *c = &v->code[k];
    const bool local = c->kind == EXPR_LOCAL && (h->other & slot_bit(c->slot)) == 0;
    const bool leaf = local || c->kind == EXPR_I || c->kind == EXPR_ME;
    const bool nil = c->kind == EXPR_NUMBER && c->number == 0;
    if (!leaf && !nil && !is_comparison(c->kind) && c->kind != EXPR_CHOOSE) return false;
  }
  return true;
}

/* Of a value that goes where identities are held, or not. */
static bool is_alike_value(const struct value *v, const struct held *h, bool as_identity)
{
  for (uint32_t k = 0; k < v->n; k++)
    if (v->code[k].kind == EXPR_N || v->code[k].kind == EXPR_ELEMENT) return false;
  return (!as_identity && !mentions(v, h)) || treats_alike(v, h);
}

static bool is_alike_index(enum dimension_kind kind, const struct value *v, const struct held *h)
{
  return kind == DIMENSION_PROCESSES ? v->n == 1 && mentions(v, h) && treats_alike(v, h) : is_alike_value(v, h, false);
}

static bool is_alike_node(const struct scene *w, const struct node *n, const struct held *h)
{
  if (n->kind == NODE_SET) return n->index.n == 0 && is_alike_value(&n->value, h, false);
  if (n->kind != NODE_ACCESS || !rmr_kind_accesses(n->access)) return is_alike_value(&n->value, h, false);
  const struct scene_group *g = &w->group[n->group];
  const bool identities = holds_identities(w, n->group);
  if (!is_alike_index(g->row, &n->index, h) || !is_alike_index(g->column, &n->column, h)) return false;
  if (identities && (n->access == RMR_TAS || n->access == RMR_FETCH_ADD)) return false;
  return is_alike_value(&n->value, h, identities) && is_alike_value(&n->old, h, identities);
}

static bool is_alike_group(const struct scene *w, uint32_t group)
{
  const struct group *of = &w->machine->tree->group[group];
  if (w->group[group].holds.kind == ABSTRACT_RECORD) return false;
  if (!holds_identities(w, group) || of->arbitrary) return true;
  if (of->initial == NULL && w->group[group].holds.kind == ABSTRACT_NODE) return true; /* 0: no process's node */
  if (of->initial == NULL) return of->type.kind == TYPE_PROCESS && of->type.nil;
  return of->initial->kind == EXPR_NUMBER && of->initial->number == 0;
}

bool views_are_alike(const struct scene *w)
{
  const struct flow *f = &w->machine->graph;
  if (w->n != 0 || f->n_arrays != 0) return false;
  for (uint32_t g = 0; g < w->machine->tree->n_groups; g++)
    if (!is_alike_group(w, g)) return false;
  struct held *at = find_held(w);
  bool alike = true;
  for (uint32_t k = 0; alike && k < f->n_nodes; k++) alike = is_alike_node(w, &f->node[k], &at[k]);
  free(at);
  return alike;
}
