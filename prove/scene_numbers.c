/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * scene_numbers.c: which slots of a member may hold unbounded numbers, and where: from what is read and computed on the
 * way there. A slot that is overlooked costs a proof by views, and no more (struct views_kinds).
 */
#include <stdlib.h>

#include "base/mem.h"
#include "prove/scene.h"

/* Where a node is reached: the slots that may hold a number, and those that may hold a record. */
struct carried {
  uint64_t number, record;
};

enum carries { CARRIES_ELSE, CARRIES_NUMBER, CARRIES_RECORD };

/* The part of a record that begins at the bit. */
static enum carries part_at(const struct scene *w, uint8_t shift)
{
  const struct record_layout *layout = &w->records->layout;
  for (uint32_t g = 0; g < w->machine->tree->n_groups; g++)
    for (uint32_t k = 0; w->group[g].holds.kind == ABSTRACT_RECORD && k < layout->n; k++)
      if (layout->shift[k] == shift && w->group[g].part[k].kind == ABSTRACT_NUMBER) return CARRIES_NUMBER;
  return CARRIES_ELSE;
}

static enum carries operand(const struct scene *w, const struct code *c, const struct carried *at)
{
  const uint64_t bit = c->kind == EXPR_LOCAL ? slot_bit(c->slot) : 0;
  if (((at->number | w->naturals) & bit) != 0) return CARRIES_NUMBER;
  return (at->record & bit) != 0 ? CARRIES_RECORD : CARRIES_ELSE;
}

static bool is_arithmetic(uint8_t kind)
{
  return kind == EXPR_ADD || kind == EXPR_SUBTRACT || kind == EXPR_LARGER || kind == EXPR_SMALLER;
}

static enum carries computed(const struct scene *w, const struct value *v, const struct carried *at)
{
  enum carries stack[MOST_STACK + 1] = {CARRIES_ELSE};
  uint32_t n = 0;
  for (uint32_t k = 0; k < v->n; k++) {
    const struct code *c = &v->code[k];
    if (c->operands == 0) {
      stack[n++] = operand(w, c, at);
      continue;
    }
    n -= c->operands - 1u;
    const enum carries a = stack[n - 1], b = c->operands > 1 ? stack[n] : CARRIES_ELSE;
    if (c->operands == 3)
      stack[n - 1] = b != CARRIES_ELSE ? b : stack[n + 1];
    else if (c->kind == EXPR_FIELD)
      stack[n - 1] = a == CARRIES_RECORD ? part_at(w, c->shift) : CARRIES_ELSE;
    else if (c->kind == EXPR_PUT)
      stack[n - 1] = CARRIES_RECORD;
    else if (is_arithmetic(c->kind))
      stack[n - 1] = a != CARRIES_ELSE ? a : b;
    else
      stack[n - 1] = CARRIES_ELSE;
  }
  return stack[0];
}

static struct carried carried_behind(const struct scene *w, const struct node *n, struct carried at)
{
  const bool replies = n->kind == NODE_ACCESS && n->slot != NO_SLOT, draws = n->kind == NODE_REMAINDER;
  const bool sets = n->kind == NODE_SET && n->index.n == 0;
  if (!replies && !draws && !sets) return at;
  enum carries now = CARRIES_ELSE;
  if (sets) now = computed(w, &n->value, &at);
  if (replies && rmr_kind_accesses(n->access)) {
    const uint8_t kind = w->group[n->group].holds.kind;
    now = kind == ABSTRACT_NUMBER ? CARRIES_NUMBER : kind == ABSTRACT_RECORD ? CARRIES_RECORD : CARRIES_ELSE;
  }
  const uint64_t bit = slot_bit(n->slot);
  at.number = now == CARRIES_NUMBER ? at.number | bit : at.number & ~bit;
  at.record = now == CARRIES_RECORD ? at.record | bit : at.record & ~bit;
  return at;
}

static bool add_carried(struct carried *to, struct carried more)
{
  const struct carried before = *to;
  to->number |= more.number;
  to->record |= more.record;
  return to->number != before.number || to->record != before.record;
}

uint64_t *scene_find_numbers(const struct scene *w)
{
  const struct flow *f = &w->machine->graph;
  struct carried *at = mem_new(f->n_nodes, sizeof *at);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t k = 0; k < f->n_nodes; k++) {
      const struct carried behind = carried_behind(w, &f->node[k], at[k]);
      more |= add_carried(&at[f->node[k].next], behind);
      if (f->node[k].kind == NODE_BRANCH) more |= add_carried(&at[f->node[k].other], behind);
    }
  }
  uint64_t *numbers = mem_new(f->n_nodes, sizeof *numbers);
  for (uint32_t k = 0; k < f->n_nodes; k++) numbers[k] = at[k].number;
  free(at);
  return numbers;
}
