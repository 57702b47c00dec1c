/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * changing.h: wrong texts, made of right ones: a step left out, a branch the other way round, another comparison,
 * another constant.
 */
#ifndef TESTS_CHANGING_H
#define TESTS_CHANGING_H

#include "language/machine.h"

static struct code *code_of(const struct value *v)
{
  return (struct code *)(uintptr_t)v->code; /* the machine is ours */
}

/* Whether a constant is one that a record begins as: its parts are put where there is 0 (EXPR_PUT). */
static bool is_base(const struct value *v, uint32_t which)
{
  bool puts = false;
  for (uint32_t k = 0; k < v->n; k++) puts |= v->code[k].kind == EXPR_PUT;
  return puts && which + 1 < v->n && v->code[which + 1].kind != EXPR_PUT;
}

/* Another comparison or constant; false: the value has no such operation. */
static bool change_value(const struct value *v, uint32_t which)
{
  static const uint8_t other[][2] = {
    {EXPR_LESS, EXPR_AT_MOST}, {EXPR_AT_MOST, EXPR_LESS}, {EXPR_EQUAL, EXPR_DIFFERENT}, {EXPR_DIFFERENT, EXPR_EQUAL},
    {EXPR_AND, EXPR_OR},       {EXPR_OR, EXPR_AND},       {EXPR_LARGER, EXPR_SMALLER}};
  if (which >= v->n) return false;
  struct code *c = code_of(v) + which;
  if (c->kind == EXPR_NUMBER && is_base(v, which)) return false;
  if (c->kind == EXPR_NUMBER) {
    c->number = c->number == 0 ? 1 : 0;
    return true;
  }
  for (size_t k = 0; k < sizeof other / sizeof *other; k++)
    if (c->kind == other[k][0]) {
      c->kind = other[k][1];
      return true;
    }
  return false;
}

/* The k-th change of a node; false: there are not so many. *same: it is none. */
static bool change_node(struct node *n, uint32_t k, bool *same)
{
  *same = false;
  if (k == 0) {
    if (n->kind == NODE_BRANCH) {
      const uint32_t next = n->next;
      n->next = n->other;
      n->other = next;
    } else if (n->kind == NODE_ACCESS && n->access == RMR_WRITE) {
      n->access = RMR_LOCAL;
    } else {
      *same = true;
    }
    return true;
  }
  if (k > n->value.n) return false;
  *same = n->kind == NODE_REMAINDER || !change_value(&n->value, k - 1);
  return true;
}

#endif
