/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * levels_steps.c: whether each step of a text with levels has an outcome at every N: its register is there, its value
 * is in the range of the register, and its local computation comes to an end.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "prove/levels.h"
#include "prove/local_loops.h"

/* The own name, or 1 or 2, as N >= 2. */
static bool is_name(const struct value *v)
{
  const bool small = v->code->kind == EXPR_NUMBER && v->code->number >= 1 && v->code->number <= 2;
  return v->n == 1 && (v->code->kind == EXPR_I || small);
}

/* Whether a number is among the values of the type at every N >= 2. */
static bool holds_number(const struct type *t, const struct value *v)
{
  if (v->n != 1 || v->code->kind != EXPR_NUMBER) return false;
  const int64_t number = v->code->number;
  if (t->kind == TYPE_BOOLEAN) return number == 0 || number == 1;
  if (t->kind == TYPE_NATURAL) return number >= 0;
  if (t->kind != TYPE_RANGE || t->low->kind != EXPR_NUMBER || number < t->low->number) return false;
  return t->high->kind == EXPR_NUMBER ? number <= t->high->number : number <= 1 && levels_hold_in(t);
}

/* A level that one is at has a register, which gets names alone, and is a value of a place (levels.c). */
static bool check_access(struct levels *l, uint32_t k)
{
  const struct node *n = levels_node(l, k);
  if (!rmr_kind_accesses(n->access) || n->group == l->turn) return true;
  const struct group *g = &l->machine->tree->group[n->group];
  const bool place = n->group == l->places, level = place && l->body[k] && levels_is_level(l, &n->value);
  if (!place && g->n_dimensions != 0) return levels_fail(l, "there are other arrays of registers");
  if (n->access != RMR_READ && n->access != RMR_WRITE) return levels_fail(l, "registers are not only read and written");
  if (n->access == RMR_WRITE)
    return level || holds_number(&g->type, &n->value) ||
           levels_fail(l, "something else than a level, or than a number of its range, is written to a register");
  return !place || k == l->see || is_name(&n->index) ||
         levels_fail(l, "a place is read whose process may not be there");
}

/* The place that is looked at is one of 1 to N: the first one, or it was asked whether there is one more. */
static bool check_others(struct levels *l)
{
  static const char why[] = "a place may be looked at that is not there";
  const uint32_t n = l->graph.flow->n_nodes, end = levels_end(l);
  bool *reached = mem_new(n, sizeof *reached);
  if (end == NO_NODE || !levels_sets_one(levels_node(l, l->again))) {
    free(reached);
    return levels_fail(l, why);
  }
  l->graph.barred[end] = PART_NEXT;
  part_spread(&l->graph, l->entry, (struct stops){{l->more, l->again, NO_NODE}}, reached);
  const bool early = reached[l->see] || levels_lead(l, l->next, l->see, (struct stops){{l->more, l->again, NO_NODE}}) ||
                     levels_lead(l, l->next, l->next, (struct stops){{l->more, l->again, NO_NODE}});
  l->graph.barred[end] = 0;
  free(reached);
  return !early || levels_fail(l, why);
}

/* Without the steps to the next one of the others no local loop is left. These do not go beyond N + 1, as it is asked
 * whether there is one more, and the loop begins anew behind an access alone. */
static bool check_local_loops(struct levels *l)
{
  bool *within = mem_new(l->graph.flow->n_nodes, sizeof *within);
  for (uint32_t k = 0; k < l->graph.flow->n_nodes; k++)
    within[k] = levels_node(l, k)->kind != NODE_ACCESS && k != l->next;
  const bool endless = local_loops_keep(l->graph.flow, within);
  free(within);
  return !endless || levels_fail(l, MAY_NOT_END);
}

bool levels_have_outcomes(struct levels *l)
{
  for (uint32_t k = 0; k < l->graph.flow->n_nodes; k++) {
    const struct node *n = levels_node(l, k);
    if (node_may_go_astray(n)) return levels_fail(l, "a division may be by 0, or a local array or record has no room");
    if (n->kind == NODE_ACCESS && !check_access(l, k)) return false;
  }
  return check_others(l) && check_local_loops(l);
}
