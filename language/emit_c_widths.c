/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_c_widths.c: how many bytes each slot takes in C. The range of a local is not checked, so a slot is narrow only
 * if everything that it is ever set to is known to fit: numbers, names, what a register holds, other narrow slots, and
 * a loop's steps, which go on only where the slot is at most a bound that fits. All others have the 64 bits that a
 * value has.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "language/emit_c.h"

/* Values of two bytes are kept to less than they have room for, so that a loop can go one beyond its bound. */
enum { MOST_OF_TWO = 32000 };

struct interval {
  int64_t low, high;
};

static const struct interval unknown = {INT64_MIN, INT64_MAX}, truth = {0, 1};

static bool is_known(struct interval a)
{
  return a.low != INT64_MIN && a.high != INT64_MAX;
}

static struct interval of_width(uint8_t width)
{
  switch (width) {
  case 1: return (struct interval){0, UINT8_MAX};
  case 2: return (struct interval){-MOST_OF_TWO, MOST_OF_TWO};
  case 4: return (struct interval){-INT32_MAX + 1, INT32_MAX - 1};
  default: return unknown;
  }
}

static bool is_within(struct interval a, struct interval of)
{
  return a.low >= of.low && a.high <= of.high;
}

static int64_t larger(int64_t a, int64_t b)
{
  return a > b ? a : b;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static struct interval of_leaf(const struct c_file *f, const struct code *c)
{
  switch (c->kind) {
  case EXPR_NUMBER: return (struct interval){c->number, c->number};
  case EXPR_LOCAL: return of_width(f->width[c->slot]);
  case EXPR_I:
  case EXPR_N: return (struct interval){0, LARGEST_N};
  case EXPR_ME:
  case EXPR_SESSIONS: return (struct interval){0, (1 << N_BITS) - 1};
  default: return unknown;
  }
}

static struct interval of_one(const struct c_file *f, const struct code *c)
{
  switch (c->kind) {
  case EXPR_NOT: return truth;
  case EXPR_LG:
  case EXPR_FIRST: return (struct interval){0, 63};
  case EXPR_DEGREE: return (struct interval){0, LARGEST_N};
  case EXPR_FIELD: return c->width < 32 ? (struct interval){0, (INT64_C(1) << c->width) - 1} : unknown;
  case EXPR_ELEMENT:
    for (uint32_t k = 0; k < f->m->graph.n_arrays; k++)
      if (f->m->graph.array[k].slot == c->slot && f->m->graph.array[k].width < 4)
        return (struct interval){0, (INT64_C(1) << 8 * f->m->graph.array[k].width) - 1};
    return unknown;
  default: return unknown;
  }
}

static struct interval of_two(uint8_t kind, struct interval a, struct interval b)
{
  if (kind == EXPR_AND || kind == EXPR_OR || (kind >= EXPR_HAS && kind <= EXPR_AT_MOST)) return truth;
  if (kind == EXPR_NEIGHBOUR || kind == EXPR_PLACE) return (struct interval){0, LARGEST_N};
  if (!is_known(a) || !is_known(b) || !is_within(a, of_width(4)) || !is_within(b, of_width(4))) return unknown;
  const int64_t size = larger(-a.low, a.high), by = larger(-b.low, b.high);
  switch (kind) {
  case EXPR_ADD: return (struct interval){a.low + b.low, a.high + b.high};
  case EXPR_SUBTRACT: return (struct interval){a.low - b.high, a.high - b.low};
  case EXPR_MULTIPLY: return (struct interval){-size * by, size * by};
  case EXPR_DIVIDE: return (struct interval){a.low < 0 || b.low < 0 ? -size : 0, size};
  case EXPR_MODULO: return (struct interval){a.low < 0 ? -by : 0, by};
  case EXPR_LARGER:
  case EXPR_SMALLER: return (struct interval){-larger(-a.low, -b.low), larger(a.high, b.high)};
  default: return unknown;
  }
}

static struct interval of_value(const struct c_file *f, const struct value *v)
{
  struct interval stack[MOST_STACK + 1] = {{0, 0}};
  uint32_t n = 0;
  for (uint32_t k = 0; k < v->n; k++) {
    const struct code *c = &v->code[k];
    n -= c->operands;
    const struct interval *at = &stack[n];
    switch (c->operands) {
    case 0: stack[n] = of_leaf(f, c); break;
    case 1: stack[n] = of_one(f, c); break;
    case 2: stack[n] = of_two(c->kind, at[0], at[1]); break;
    default: /* CHOOSE */ stack[n] = of_two(EXPR_LARGER, at[1], at[2]);
    }
    n++;
  }
  return stack[0];
}

bool emit_fits(const struct c_file *f, const struct value *v, uint8_t width)
{
  return width == sizeof(int64_t) || is_within(of_value(f, v), of_width(width));
}

/* --- slots -------------------------------------------------------------------------------------------------------- */

/* Bytes that hold all values of a type, and the one behind its last, which a loop leaves. */
static uint8_t width_of(const struct type *t)
{
  switch (t->kind) {
  case TYPE_BOOLEAN:
  case TYPE_ENUM: return 1;
  case TYPE_PROCESS: return 4;
  case TYPE_SESSION: return 4;
  case TYPE_RANGE: {
    bool small = true; /* numbers and N alone */
    for (uint32_t k = 0; k < 2; k++) {
      const struct expr *x = k == 0 ? t->low : t->high;
      small &= (x->kind == EXPR_NUMBER && x->number > -30000 && x->number < 30000) || x->kind == EXPR_N ||
               ((x->kind == EXPR_ADD || x->kind == EXPR_SUBTRACT) && x->left->kind == EXPR_N &&
                x->right->kind == EXPR_NUMBER && x->right->number < 1000);
    }
    return small ? 2 : 8;
  }
  default: return 8;
  }
}

static bool sets_slot(const struct node *n, uint8_t slot)
{
  return (n->kind == NODE_SET && n->index.n == 0 && n->slot == slot) || (n->kind == NODE_ACCESS && n->slot == slot);
}

static enum flow_way keeps_slot(const struct flow *g, uint32_t node, const void *slot)
{
  return sets_slot(&g->node[node], *(const uint8_t *)slot) ? FLOW_UP_TO : FLOW_ON;
}

/* Whether a way from one node leads to another without setting the slot anew. */
static bool comes_back(const struct flow *g, uint32_t from, uint32_t to, uint8_t slot)
{
  return from == to || (!sets_slot(&g->node[from], slot) && flow_leads(g, from, to, keeps_slot, &slot));
}

/* Whether the node counts its slot up or down by 1, and is followed by the question whether it is at most, or at
 * least, something that fits; and where it is not, nothing counts it further. */
static bool is_step_of_loop(const struct c_file *f, const struct node *n)
{
  const struct flow *g = &f->m->graph;
  const bool up = node_counts(n, n->slot, EXPR_ADD), counts = up || node_counts(n, n->slot, EXPR_SUBTRACT);
  const struct node *next = &g->node[n->next];
  for (uint32_t k = 0; k < g->n_nodes && next->kind == NODE_GO; k++) next = &g->node[next->next];
  if (!counts || next->kind != NODE_BRANCH || next->value.n < 3) return false;
  const struct code *first = next->value.code, *last = first + next->value.n - 1;
  const bool asks = last->kind == EXPR_AT_MOST;
  const struct code *slot = up ? first : last - 1;
  const struct value bound = {up ? first + 1 : first, next->value.n - 2};
  return asks && slot->kind == EXPR_LOCAL && slot->slot == n->slot && emit_fits(f, &bound, 2) &&
         !comes_back(g, next->other, (uint32_t)(n - g->node), n->slot);
}

/* Widens slots that are set to what may not fit. False: none is. */
static bool widen(struct c_file *f)
{
  const struct flow *g = &f->m->graph;
  bool any = false;
  for (uint32_t k = 0; k < g->n_nodes; k++) {
    const struct node *n = &g->node[k];
    if (n->kind != NODE_SET || n->index.n != 0 || emit_fits(f, &n->value, f->width[n->slot])) continue;
    if (f->width[n->slot] >= 2 && is_step_of_loop(f, n)) continue;
    f->width[n->slot] = 8;
    any = true;
  }
  return any;
}

void emit_find_widths(struct c_file *f)
{
  const struct tree *t = f->m->tree;
  const struct flow *g = &f->m->graph;
  for (uint32_t k = 0; k < MOST_SLOTS; k++)
    f->width[k] = k < t->n_slots + 4 ? 1 : 8; /* behind the locals: whether rounds have begun */
  for (uint32_t k = 0; k < t->n_locals; k++) {
    const struct local *l = &t->local[k];
    const uint8_t width = l->bound ? 2 : l->name[0] == '\0' ? 8 : width_of(&l->type);
    if (width > f->width[l->slot]) f->width[l->slot] = width;
  }
  for (uint32_t k = 0; k < g->n_nodes; k++) /* a slot that gets a reply at once has the register's type */
    if (g->node[k].kind == NODE_ACCESS && g->node[k].slot != NO_SLOT && rmr_kind_accesses(g->node[k].access)) {
      const uint8_t width = width_of(&t->group[g->node[k].group].type);
      if (width > f->width[g->node[k].slot]) f->width[g->node[k].slot] = width;
    }
  while (widen(f)) {
  }
}
