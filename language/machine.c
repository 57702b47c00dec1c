/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * machine.c: carries a graph out, step by step, as the step function of its algorithm.
 *
 * A text can go astray: an index outside of a local array, a division by 0, a passage without a step in its entry, or a
 * loop that makes no access for too long. Then the step ends with an access to a register of a group that there is not,
 * which engines refuse.
 */
#include "language/machine.h"

#include <string.h>

#include "language/evaluate.h"
#include "language/operations.h"

/* Local nodes from one access to the next: more are a loop without an access. */
/* More branches between two accesses are those of a loop without an end (as in emit_c_step.c). */
enum { MOST_BRANCHES = 1 << 20, ASTRAY_SHIFT = 16 };

/* The data of a step beside the state. */
struct step {
  const struct machine *m;
  const struct rmr_in *in;
  int64_t *slot;
  uint32_t astray; /* RMR_ASTRAY_...: 0: nothing is wrong */
};

/* --- arrays ------------------------------------------------------------------------------------------------------- */

int64_t machine_slot(const void *state, uint8_t slot)
{
  return ((const struct machine_state *)state)->slot[slot];
}

/* The place of an element; NULL: there is none. */
static unsigned char *element_at(const struct flow *g, const int64_t *slots, uint8_t slot, int64_t index, uint32_t n,
                                 uint32_t *width)
{
  unsigned char *at = (unsigned char *)(uintptr_t)(slots + g->n_slots);
  for (uint32_t k = 0; k < g->n_arrays; k++) {
    const struct array *a = &g->array[k];
    const int64_t count = a->fixed + a->each * n;
    if (a->slot == slot) {
      *width = a->width;
      return index >= a->low && index - a->low < count ? at + (index - a->low) * a->width : NULL;
    }
    if (count > 0) at += count * a->width;
  }
  return NULL;
}

int64_t machine_element(const struct flow *g, const int64_t *slots, uint8_t slot, int64_t index, uint32_t n)
{
  uint32_t width = 0;
  int64_t value = 0;
  const unsigned char *at = element_at(g, slots, slot, index, n, &width);
  if (at != NULL) memcpy(&value, at, width); /* as numbers of small width are not negative */
  return value;
}

static int64_t read_element(struct step *s, uint8_t slot, int64_t index)
{
  uint32_t width = 0;
  if (element_at(&s->m->graph, s->slot, slot, index, s->in->n, &width) == NULL) s->astray = RMR_ASTRAY_INDEX;
  return machine_element(&s->m->graph, s->slot, slot, index, s->in->n);
}

static void write_element(struct step *s, uint8_t slot, int64_t index, int64_t value)
{
  uint32_t width = 0;
  unsigned char *at = element_at(&s->m->graph, s->slot, slot, index, s->in->n, &width);
  if (at == NULL)
    s->astray = RMR_ASTRAY_INDEX;
  else if (width < sizeof value && (uint64_t)value >> 8 * width != 0)
    s->astray = RMR_ASTRAY_VALUE;
  else
    memcpy(at, &value, width);
}

static void clear_array(struct step *s, uint8_t slot)
{
  const struct flow *g = &s->m->graph;
  for (uint32_t k = 0; k < g->n_arrays; k++) {
    const struct array *a = &g->array[k];
    const int64_t count = a->fixed + a->each * s->in->n;
    uint32_t width;
    if (a->slot == slot && count > 0)
      memset(element_at(g, s->slot, slot, a->low, s->in->n, &width), 0, (size_t)count * a->width);
  }
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static inline int64_t leaf(const struct step *s, const struct code *c)
{
  switch (c->kind) {
  case EXPR_LOCAL: return s->slot[c->slot];
  case EXPR_NUMBER: return c->number;
  case EXPR_I: return s->in->i;
  case EXPR_N: return s->in->n;
  case EXPR_ME: return s->in->id;
  case EXPR_NOW: return s->in->now;
  case EXPR_SESSIONS: return s->in->n_sessions;
  default: return parameter_value(s->in->parameters, (uint32_t)c->number, s->m->tree);
  }
}

static int64_t of_neighbours(const struct step *s, uint8_t kind, int64_t a, int64_t b)
{
  return neighbours_value(kind, parameter_neighbours(s->in->parameters, s->m->tree), a, b);
}

/* The commonest ones first, without a call. */
static inline int64_t of_two(struct step *s, const struct code *c, int64_t a, int64_t b)
{
  switch (c->kind) {
  case EXPR_AT_MOST: return a <= b;
  case EXPR_EQUAL: return a == b;
  case EXPR_DIFFERENT: return a != b;
  case EXPR_LESS: return a < b;
  case EXPR_ADD: return (int64_t)((uint64_t)a + (uint64_t)b);
  case EXPR_AND: return a != 0 && b != 0;
  case EXPR_OR: return a != 0 || b != 0;
  case EXPR_NEIGHBOUR:
  case EXPR_PLACE: return of_neighbours(s, c->kind, a, b);
  default:
    if (b == 0 && code_may_divide_by_zero(c)) s->astray = RMR_ASTRAY_ZERO;
    return operate(c->kind, a, b, c->shift, c->width);
  }
}

static int64_t of_one(struct step *s, const struct code *c, int64_t a)
{
  if (c->kind == EXPR_ELEMENT) return read_element(s, c->slot, a);
  return c->kind == EXPR_DEGREE ? of_neighbours(s, c->kind, a, 0) : operate(c->kind, a, 0, c->shift, c->width);
}

/* On a stack whose top is kept apart. */
static int64_t of_many(struct step *s, const struct value *v)
{
  int64_t stack[MOST_STACK + 1], top = 0;
  int64_t *under = stack; /* where the next value below the top goes */
  for (const struct code *c = v->code, *end = c + v->n; c < end; c++) switch (c->operands) {
    case 0:
      *under++ = top;
      top = leaf(s, c);
      break;
    case 1: top = c->kind == EXPR_NOT ? top == 0 : of_one(s, c, top); break;
    case 2: top = of_two(s, c, *--under, top); break;
    default: { /* CHOOSE */ const int64_t yes = *--under, condition = *--under; top = condition != 0 ? yes : top;
    }
    }
  return top;
}

static inline int64_t value_of(struct step *s, const struct value *v)
{
  const struct code *c = v->code;
  if (v->n == 1) return leaf(s, c);
  if (v->n == 3 && c[2].operands == 2 && c[1].operands == 0) return of_two(s, &c[2], leaf(s, &c[0]), leaf(s, &c[1]));
  return of_many(s, v);
}

/* --- operations --------------------------------------------------------------------------------------------------- */

/* The register of a cell; of an index that leaves its array one that there is not, near the group, so that it is
 * told. */
static uint32_t place(uint32_t group, int64_t cell)
{
  const int64_t far = INT64_C(1) << (RMR_CELL_BITS - 2);
  return (group << RMR_CELL_BITS) + (uint32_t)(cell < -far ? -far : cell > far ? far : cell);
}

static uint32_t place_of(struct step *s, const struct node *n)
{
  const struct group *g = &s->m->tree->group[n->group];
  if (g->n_dimensions == 0) return place(n->group, 0);
  const int64_t row = value_of(s, &n->index) - g->dimension[0].low->number; /* arrays begin at 0 or 1 */
  if (g->n_dimensions == 1) return place(n->group, row);
  const struct rmr_size size = {.n = s->in->n, .sessions = s->in->n_sessions, .parameters = s->in->parameters};
  const int64_t columns = extent(s->m->tree, &g->dimension[1], size),
                column = value_of(s, &n->column) - g->dimension[1].low->number;
  if (row >= 0 && row <= 1 << (RMR_CELL_BITS - 2) && column >= 0 && column < columns)
    return place(n->group, row * columns + column);
  return (RMR_ASTRAY_INDEX << RMR_CELL_BITS) + n->group + 1;
}

static struct rmr_op operation(struct step *s, const struct node *n)
{
  struct rmr_op op = {.kind = n->access, .line = n->line, .section = n->section};
  if (n->access == RMR_LOCAL || n->access == RMR_FENCE) return op;
  const int64_t value = n->value.n != 0 ? value_of(s, &n->value) : 0;
  op.value = value;
  if (n->access == RMR_DELAY) return op;
  op.var = place_of(s, n);
  if (n->access == RMR_CAS) op.value = compare_and_swap(op.var, (int32_t)value_of(s, &n->old), (int32_t)value).value;
  if (n->round != NO_NODE && (n->began == NO_SLOT || s->slot[n->began] == 0)) op.kind = RMR_SPIN;
  return op;
}

static struct rmr_op go_astray(const struct node *n, uint32_t why)
{
  return (struct rmr_op){.kind = RMR_READ, .var = why << RMR_CELL_BITS, .line = n->line};
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

static inline void set(struct step *s, const struct node *n)
{
  const int64_t value = value_of(s, &n->value);
  if (value < 0 && value_makes_record(&n->value)) s->astray = RMR_ASTRAY_VALUE;
  if (n->index.n == 0)
    s->slot[n->slot] = value;
  else
    write_element(s, n->slot, value_of(s, &n->index), value);
}

/* Carries local nodes out, up to the next access. */
static const struct node *go_on(struct step *s, uint32_t next)
{
  const struct node *node = s->m->steps.node;
  /* Without a branch among more nodes than there are, it is a loop that nothing leaves. */
  for (uint32_t straight = 0, branches = 0; straight <= s->m->steps.n_nodes && branches <= MOST_BRANCHES; straight++) {
    const struct node *at = &node[next];
    next = at->next;
    switch (at->kind) {
    case NODE_ACCESS: return at;
    case NODE_GO: break;
    case NODE_CLEAR: clear_array(s, at->slot); break;
    case NODE_REMAINDER: s->slot[at->slot] = s->in->sessions[s->in->i]; break;
    case NODE_BRANCH:
      branches++;
      straight = 0;
      if (value_of(s, &at->value) == 0) next = at->other;
      break;
    case NODE_SET: set(s, at); break;
    case NODE_LOST: s->astray = RMR_ASTRAY_ENTRY; return NULL;
    }
  }
  s->astray = RMR_ASTRAY_LOOP;
  return NULL;
}

/* A step that has gone astray: of the line whose access is to be made, or was made last. */
static struct rmr_op lose(struct machine_state *my, const struct node *at, uint32_t why)
{
  my->line = at->line | (uint64_t)why << ASTRAY_SHIFT;
  return go_astray(at, why);
}

struct rmr_op machine_step(void *state, const struct rmr_in *in)
{
  struct machine_state *my = state;
  struct step s = {.m = in->self, .in = in, .slot = my->slot};
  const struct flow *g = &s.m->steps;
  uint32_t next = g->begin;
  const struct node *last = &g->node[g->at_line[my->line != 0 ? my->line & 0xffff : 1]];
  if (my->line != 0) {
    if (my->line >> ASTRAY_SHIFT != 0) return go_astray(last, (uint32_t)(my->line >> ASTRAY_SHIFT));
    if (!in->given) return operation(&s, last);
    if (last->slot != NO_SLOT) my->slot[last->slot] = in->value;
    next = last->next;
  }
  const struct node *at = go_on(&s, next);
  if (s.astray != 0) return lose(my, last, s.astray);
  for (uint64_t dirty = at->dirty; dirty != 0; dirty &= dirty - 1) {
    const uint8_t slot = (uint8_t)__builtin_ctzll(dirty);
    if (g->n_arrays != 0 && is_array(g, slot)) clear_array(&s, slot);
    my->slot[slot] = 0;
  }
  for (uint32_t k = 0; k < at->n_trims; k++) my->slot[at->trim[k].slot] &= (int64_t)at->trim[k].mask;
  my->line = at->line;
  const struct rmr_op op = operation(&s, at);
  return s.astray == 0 ? op : lose(my, at, s.astray);
}
