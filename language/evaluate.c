/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/evaluate.h"

#include <string.h>

#include "language/machine.h"
#include "language/operations.h"

/* --- parameters: numbers of 8 bytes and graphs, one behind the other --------------------------------------------- */

size_t parameter_offset(const struct tree *t, uint32_t which)
{
  size_t at = 0;
  for (uint32_t k = 0; k < which; k++)
    at += t->parameter[k].type == RMR_INTEGER ? sizeof(int64_t) : sizeof(struct rmr_neighbours);
  return at;
}

int64_t parameter_value(const void *block, uint32_t which, const struct tree *t)
{
  int64_t value = 0;
  if (block != NULL) memcpy(&value, (const char *)block + parameter_offset(t, which), sizeof value);
  return value;
}

/* The order where there is one, else the graph. */
const struct rmr_neighbours *parameter_neighbours(const void *block, const struct tree *t)
{
  const void *found = NULL;
  for (uint32_t k = 0; block != NULL && k < t->n_parameters; k++)
    if (t->parameter[k].type == RMR_ORDER || (t->parameter[k].type == RMR_GRAPH && found == NULL))
      found = (const char *)block + parameter_offset(t, k);
  return found;
}

int64_t neighbours_value(uint8_t kind, const struct rmr_neighbours *of, int64_t i, int64_t k)
{
  const int64_t degree = of != NULL && i >= 1 && i <= of->n ? rmr_degree(of, (uint32_t)i) : 0;
  if (kind == EXPR_DEGREE) return degree;
  if (kind == EXPR_NEIGHBOUR) return k >= 1 && k <= degree ? rmr_neighbour(of, (uint32_t)i, (uint32_t)k) : 0;
  return degree != 0 && k >= 1 && k <= of->n ? rmr_place(of, (uint32_t)i, (uint32_t)k) : 0;
}

/* --- registers of an invariant ------------------------------------------------------------------------------------ */

static int64_t register_value(const struct expr *x, struct surroundings_of_value *in)
{
  const struct group *g = &in->tree->group[x->group];
  const struct rmr_moment *now = in->moment;
  int64_t cell = 0;
  for (uint32_t k = 0; k < g->n_dimensions; k++) {
    const int64_t index =
                    tree_value(k == 0 ? x->index : x->column, in) - constant(in->tree, g->dimension[k].low, in->size),
                  of = extent(in->tree, &g->dimension[k], in->size);
    if (index < 0 || index >= of) return 0;
    cell = cell * of + index;
  }
  return now != NULL ? now->memory[now->base[x->group] + (uint32_t)cell] : 0;
}

/* P[e] at 9, in cs, .x */
static int64_t of_process(const struct expr *x, struct surroundings_of_value *in)
{
  const int64_t who = tree_value(x->left, in);
  if (in->moment == NULL || who < 1 || who > in->size.n) return 0;
  const struct rmr_seen *seen = in->before && who == in->moment->moved ? in->moment->before : in->moment->process[who];
  if (x->kind == EXPR_INSIDE) return seen->section == x->number;
  if (x->kind == EXPR_AT) return seen->pending.line >= x->number && seen->pending.line <= x->rest;
  return machine_slot(seen->state, in->tree->local[x->local].slot);
}

bool goes_down(const struct expr *span)
{
  return span->right->kind == EXPR_NUMBER &&
         (span->left->kind == EXPR_N || (span->left->kind == EXPR_NUMBER && span->left->number > span->right->number));
}

/* --- comprehensions ----------------------------------------------------------------------------------------------- */

struct gathering {
  const struct expr *x;
  int64_t value;
  bool any, done;
};

static void gather_one(struct gathering *all, int64_t element, struct surroundings_of_value *in)
{
  const struct expr *x = all->x;
  in->bound[x->local] = element;
  in->is_bound[x->local] = true;
  if (x->third != NULL && tree_value(x->third, in) == 0) return;
  const int64_t v = tree_value(x->right, in);
  switch (x->kind) {
  case EXPR_FORALL: all->value &= v != 0, all->done = v == 0; break;
  case EXPR_EXISTS: all->value |= v != 0, all->done = v != 0; break;
  case EXPR_WHICH:
    if (v != 0) all->value = element, all->done = true;
    break;
  case EXPR_SUM: all->value = operate(EXPR_ADD, all->value, v, 0, 0); break;
  case EXPR_MAX: all->value = !all->any || v > all->value ? v : all->value; break;
  default: all->value = !all->any || v < all->value ? v : all->value;
  }
  all->any = true;
}

static int64_t gathered(const struct expr *x, struct surroundings_of_value *in)
{
  struct gathering all = {.x = x, .value = x->kind == EXPR_FORALL};
  const struct expr *list = x->left;
  if (list->kind == EXPR_SPAN) {
    const int64_t from = tree_value(list->left, in), to = tree_value(list->right, in);
    const bool down = goes_down(list);
    for (int64_t j = from; (down ? j >= to : j <= to) && !all.done; j += down ? -1 : 1) gather_one(&all, j, in);
  } else if (list->kind == EXPR_LIST) {
    for (const struct expr *part = list->left; part != NULL && !all.done; part = part->next)
      gather_one(&all, tree_value(part, in), in);
  } else {
    for (int64_t set = tree_value(list, in); set != 0 && !all.done; set &= set - 1)
      gather_one(&all, __builtin_ctzll((uint64_t)set), in);
  }
  in->is_bound[x->local] = false;
  return x->kind == EXPR_WHICH && !all.done ? tree_value(x->index, in) : all.value;
}

/* --- the rest ----------------------------------------------------------------------------------------------------- */

static bool is_in(const struct expr *x, struct surroundings_of_value *in)
{
  const int64_t what = tree_value(x->left, in);
  if (x->right->kind == EXPR_SPAN)
    return tree_value(x->right->left, in) <= what && what <= tree_value(x->right->right, in);
  for (const struct expr *part = x->right->left; part != NULL; part = part->next)
    if (tree_value(part, in) == what) return true;
  return false;
}

/* -1, 0, 1: of two values, or of two tuples from left to right. */
static int compared(const struct expr *a, const struct expr *b, struct surroundings_of_value *in)
{
  if (a->kind != EXPR_TUPLE) {
    const int64_t x = tree_value(a, in), y = tree_value(b, in);
    return (x > y) - (x < y);
  }
  int order = 0;
  for (a = a->left, b = b->left; a != NULL && b != NULL && order == 0; a = a->next, b = b->next)
    order = compared(a, b, in);
  return order;
}

static int64_t packed(const struct expr *x, struct surroundings_of_value *in)
{
  int64_t word = 0;
  uint32_t k = 0;
  for (const struct expr *part = x->left; part != NULL; part = part->next, k++) {
    const struct field *f = x->kind == EXPR_RECORD ? &x->type->field[k] : NULL;
    const int64_t v = tree_value(part, in);
    word = f != NULL ? operate(EXPR_PUT, word, v, f->shift, f->width) : word | operate(EXPR_POWER, v, 0, 0, 0);
  }
  return word;
}

static int64_t local_value(const struct expr *x, struct surroundings_of_value *in)
{
  if (in->is_bound[x->local]) return in->bound[x->local];
  if (in->slot == NULL) return 0;
  const uint8_t slot = in->tree->local[x->local].slot;
  if (x->kind == EXPR_LOCAL) return in->slot[slot];
  return machine_element(in->graph, in->slot, slot, tree_value(x->index, in), in->size.n);
}

int64_t tree_value(const struct expr *x, struct surroundings_of_value *in)
{
  switch (x->kind) {
  case EXPR_NUMBER: return x->number;
  case EXPR_N: return in->size.n;
  case EXPR_SESSIONS: return in->size.sessions;
  case EXPR_PASSAGES: return in->size.passages;
  case EXPR_CRASHES: return in->size.crashes;
  case EXPR_ARRIVALS: return in->size.arrivals;
  case EXPR_LAPSING: return in->size.lapsing;
  case EXPR_PARAMETER: return parameter_value(in->size.parameters, (uint32_t)x->number, in->tree);
  case EXPR_VALUE: return in->value;
  case EXPR_ARGUMENT: return in->argument;
  case EXPR_INDEX: return in->index[x->number];
  case EXPR_LOCAL:
  case EXPR_ELEMENT: return local_value(x, in);
  case EXPR_SHARED: return register_value(x, in);
  case EXPR_AND: return tree_value(x->left, in) != 0 && tree_value(x->right, in) != 0;
  case EXPR_OR: return tree_value(x->left, in) != 0 || tree_value(x->right, in) != 0;
  case EXPR_CHOOSE: return tree_value(x->third, in) != 0 ? tree_value(x->left, in) : tree_value(x->right, in);
  case EXPR_EQUAL: return compared(x->left, x->right, in) == 0;
  case EXPR_DIFFERENT: return compared(x->left, x->right, in) != 0;
  case EXPR_LESS: return x->turned ? compared(x->left, x->right, in) > 0 : compared(x->left, x->right, in) < 0;
  case EXPR_AT_MOST: return x->turned ? compared(x->left, x->right, in) >= 0 : compared(x->left, x->right, in) <= 0;
  case EXPR_IN: return is_in(x, in);
  case EXPR_RECORD:
  case EXPR_MEMBERS: return packed(x, in);
  case EXPR_AT:
  case EXPR_INSIDE:
  case EXPR_OTHERS: return of_process(x, in);
  case EXPR_MAX:
  case EXPR_MIN:
  case EXPR_SUM:
  case EXPR_FORALL:
  case EXPR_EXISTS:
  case EXPR_WHICH: return gathered(x, in);
  case EXPR_DEGREE:
  case EXPR_NEIGHBOUR:
  case EXPR_PLACE:
    return neighbours_value((uint8_t)x->kind, parameter_neighbours(in->size.parameters, in->tree),
                            tree_value(x->left, in), x->right != NULL ? tree_value(x->right, in) : 0);
  default:
    return operate((uint8_t)x->kind, x->left != NULL ? tree_value(x->left, in) : 0,
                   operands_of((uint8_t)x->kind) == 2 ? tree_value(x->right, in) : 0, x->shift, x->width);
  }
}

int64_t constant(const struct tree *tree, const struct expr *x, struct rmr_size size)
{
  if (x->kind == EXPR_NUMBER) return x->number;
  struct surroundings_of_value in = {.tree = tree, .size = size};
  return tree_value(x, &in);
}

uint32_t extent(const struct tree *tree, const struct dimension *d, struct rmr_size size)
{
  const int64_t n = constant(tree, d->high, size) - constant(tree, d->low, size) + 1;
  return n < 0 ? 0 : n > 1 << RMR_CELL_BITS ? 1u << RMR_CELL_BITS : (uint32_t)n;
}
