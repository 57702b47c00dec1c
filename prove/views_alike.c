/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_alike.c: whether an algorithm treats all identities alike: it stores them, compares them for equality, and
 * reaches registers through them, and does nothing else with them. Then to rename the processes of a run gives another
 * run, and a view does not depend on the order of identities. It is read off the graph, on the safe side.
 */
#include "prove/views_scene.h"

static bool holds_identities(const struct scene *w, uint32_t group)
{
  return w->group[group].holds.kind == ABSTRACT_PLACE;
}

static bool is_identity_slot(uint64_t slots, uint8_t slot)
{
  return slot < MOST_SLOTS && (slots >> slot & 1) != 0;
}

/* Whether an identity is among the operands. */
static bool mentions(const struct value *v, uint64_t slots)
{
  for (uint32_t k = 0; k < v->n; k++) {
    const struct code *c = &v->code[k];
    if (c->kind == EXPR_I || c->kind == EXPR_ME) return true;
    if (c->kind == EXPR_LOCAL && is_identity_slot(slots, c->slot)) return true;
  }
  return false;
}

static bool is_comparison(uint8_t kind)
{
  return kind == EXPR_EQUAL || kind == EXPR_DIFFERENT || kind == EXPR_NOT || kind == EXPR_AND || kind == EXPR_OR;
}

static bool is_identity(const struct value *v, uint64_t slots)
{
  return v->n != 0 && mentions(v, slots) && !is_comparison(v->code[v->n - 1].kind);
}

/* The slots that ever hold an identity. */
static uint64_t identity_slots(const struct scene *w)
{
  const struct flow *f = &w->machine->graph;
  uint64_t slots = 0, before;
  do {
    before = slots;
    for (uint32_t k = 0; k < f->n_nodes; k++) {
      const struct node *n = &f->node[k];
      if (n->slot >= MOST_SLOTS) continue;
      const bool reads = n->kind == NODE_ACCESS && rmr_kind_accesses(n->access) && holds_identities(w, n->group);
      const bool sets = n->kind == NODE_SET && is_identity(&n->value, slots);
      if (reads || sets) slots |= UINT64_C(1) << n->slot;
    }
  } while (slots != before);
  return slots;
}

/* Only comparisons for equality, with identities and with nil, and choices between them. */
static bool treats_alike(const struct value *v)
{
  for (uint32_t k = 0; k < v->n; k++) {
    const struct code *c = &v->code[k];
    const bool leaf = c->kind == EXPR_LOCAL || c->kind == EXPR_I || c->kind == EXPR_ME;
    const bool nil = c->kind == EXPR_NUMBER && c->number == 0;
    if (!leaf && !nil && !is_comparison(c->kind) && c->kind != EXPR_CHOOSE) return false;
  }
  return true;
}

/* Of a value that goes where identities are held, or not. */
static bool is_alike_value(const struct value *v, uint64_t slots, bool as_identity)
{
  for (uint32_t k = 0; k < v->n; k++)
    if (v->code[k].kind == EXPR_N || v->code[k].kind == EXPR_ELEMENT) return false;
  return (!as_identity && !mentions(v, slots)) || treats_alike(v);
}

static bool is_alike_index(enum dimension_kind kind, const struct value *v, uint64_t slots)
{
  return kind == DIMENSION_PROCESSES ? v->n == 1 && mentions(v, slots) : is_alike_value(v, slots, false);
}

static bool is_alike_node(const struct scene *w, const struct node *n, uint64_t slots)
{
  if (n->kind == NODE_SET) return n->index.n == 0 && is_alike_value(&n->value, slots, is_identity_slot(slots, n->slot));
  if (n->kind != NODE_ACCESS || !rmr_kind_accesses(n->access)) return is_alike_value(&n->value, slots, false);
  const struct scene_group *g = &w->group[n->group];
  const bool identities = holds_identities(w, n->group);
  if (!is_alike_index(g->row, &n->index, slots) || !is_alike_index(g->column, &n->column, slots)) return false;
  if (identities && (n->access == RMR_TAS || n->access == RMR_FETCH_ADD)) return false;
  return is_alike_value(&n->value, slots, identities) && is_alike_value(&n->old, slots, identities);
}

static bool is_alike_group(const struct scene *w, uint32_t group)
{
  const struct group *of = &w->machine->tree->group[group];
  if (w->group[group].holds.kind == ABSTRACT_RECORD) return false;
  if (!holds_identities(w, group) || of->arbitrary) return true;
  if (of->initial == NULL) return of->type.kind == TYPE_PROCESS && of->type.nil;
  return of->initial->kind == EXPR_NUMBER && of->initial->number == 0;
}

bool views_are_alike(const struct scene *w)
{
  const struct flow *f = &w->machine->graph;
  if (w->n != 0 || f->n_arrays != 0) return false;
  const uint64_t slots = identity_slots(w);
  for (uint32_t g = 0; g < w->machine->tree->n_groups; g++)
    if (!is_alike_group(w, g)) return false;
  for (uint32_t k = 0; k < f->n_nodes; k++)
    if (!is_alike_node(w, &f->node[k], slots)) return false;
  return true;
}
