/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lower_access.c: the accesses of an evaluation. One evaluation (of an assignment, of a condition, of one round of a
 * wait) reads a register once: a second mention takes the value of the first where both are one register, which the
 * text shows, or a comparison of the indices.
 */
#include "language/lowering.h"

static bool same_value(const struct value *a, const struct value *b)
{
  if (a->n != b->n) return false;
  for (uint32_t k = 0; k < a->n; k++)
    if (a->code[k].kind != b->code[k].kind || a->code[k].slot != b->code[k].slot ||
        a->code[k].number != b->code[k].number || a->code[k].shift != b->code[k].shift)
      return false;
  return true;
}

static bool is_number(const struct value *v)
{
  return v->n == 1 && v->code[0].kind == EXPR_NUMBER;
}

/* Whether two registers are one: 1, cannot be one: -1, or may be: 0. */
static int compare_places(const struct mention *a, const struct mention *b)
{
  if (a->group != b->group) return -1;
  if (same_value(&a->index, &b->index) && same_value(&a->column, &b->column)) return 1;
  if (is_number(&a->index) && is_number(&b->index) && a->index.code->number != b->index.code->number) return -1;
  if (is_number(&a->column) && is_number(&b->column) && a->column.code->number != b->column.code->number) return -1;
  return 0;
}

/* Takes the value of a mention before, if it is of the same register. */
static void take_if_same(struct lowering *l, const struct mention *now, const struct mention *before, uint32_t behind)
{
  const uint32_t same = lower_new_target(l), other = lower_new_target(l);
  struct making m = {.n = 0};
  make_copy(l, &m, &now->index);
  make_copy(l, &m, &before->index);
  make_kind(l, &m, EXPR_EQUAL);
  if (now->column.n != 0) {
    make_copy(l, &m, &now->column);
    make_copy(l, &m, &before->column);
    make_kind(l, &m, EXPR_EQUAL);
    make_kind(l, &m, EXPR_AND);
  }
  lower_branch(l, make_end(l, &m), same, other);
  lower_place(l, same);
  m.n = 0;
  make_slot(l, &m, before->slot);
  lower_set(l, now->slot, make_end(l, &m));
  lower_go(l, behind);
  lower_place(l, other);
}

/* Reads a register, unless the evaluation has read it already. Returns the slot of its value. */
uint8_t lower_read(struct lowering *l, const struct expr *x)
{
  struct mention now = {.group = x->group, .index = lower_value(l, x->index), .column = lower_value(l, x->column)};
  for (uint32_t k = 0; k < l->n_mentions; k++) {
    const int same = compare_places(&now, &l->mention[k]);
    const uint32_t bit = UINT32_C(1) << k;
    if (same < 0 || (l->reads.perhaps & bit) == 0) continue;
    if (x->again) {
      l->anew |= bit;
      l->reads.known &= ~bit;
      if (same == 1) l->reads.perhaps &= ~bit;
      continue;
    }
    if (same == 1 && (l->reads.known & bit) != 0) return l->mention[k].slot;
    if ((l->reads.known & bit) == 0)
      return lower_stop(l, x->at,
                        "it depends on the values whether this register has been read in this evaluation: read it into "
                        "a local first, or write 'again' before it");
  }
  now.slot = lower_slot(l);
  const uint32_t behind = lower_new_target(l);
  for (uint32_t k = 0; k < l->n_mentions && !x->again; k++)
    if ((l->reads.known >> k & 1) != 0 && compare_places(&now, &l->mention[k]) == 0)
      take_if_same(l, &now, &l->mention[k], behind);
  struct node *n = lower_access(l, RMR_READ, x->at);
  n->group = x->group;
  n->index = now.index;
  n->column = now.column;
  n->slot = now.slot;
  lower_place(l, behind);
  if (l->n_mentions == MOST_MENTIONS) return lower_stop(l, x->at, "too many registers in one evaluation");
  l->reads.known |= UINT32_C(1) << l->n_mentions;
  l->reads.perhaps |= UINT32_C(1) << l->n_mentions;
  l->mention[l->n_mentions++] = now;
  return now.slot;
}

void lower_writes(struct lowering *l, const struct expr *place)
{
  struct group *g = &l->tree->group[place->group];
  g->multi_writer |= g->n_dimensions != 1 || place->index->kind != EXPR_I;
  if (g->epoch) lower_stop(l, place->at, "no process writes an epoch");
}

uint8_t lower_atomic(struct lowering *l, const struct expr *x, bool wanted)
{
  struct making m = {.n = 0};
  const struct value index = lower_value(l, x->index), column = lower_value(l, x->column),
                     old = lower_value(l, x->third);
  if (x->right != NULL) make_value(l, x->right, &m);
  if (x->atomic == RMR_TAS) make_number(l, &m, 1);
  if (x->atomic == RMR_UPDATE && l->tree->group[x->group].n_updates > 1) { /* which function as well */
    make_number(l, &m, 4);
    make_kind(l, &m, EXPR_MULTIPLY);
    make_number(l, &m, x->number);
    make_kind(l, &m, EXPR_ADD);
  }
  const struct value value = make_end(l, &m);
  const uint8_t slot = wanted ? lower_slot(l) : NO_SLOT;
  lower_writes(l, x);
  struct node *n = lower_access(l, x->atomic, x->at);
  n->group = x->group;
  n->index = index;
  n->column = column;
  n->value = value;
  n->old = old;
  n->slot = slot;
  return slot;
}
