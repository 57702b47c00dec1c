/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * machine.c: carries a graph out, step by step, as the step function of its algorithm.
 */
#include "language/machine.h"

#include <string.h>

/* Local nodes from one access to the next; an algorithm that makes more has a loop without an access. */
enum { MOST_NODES = 1 << 20 };

static int64_t compute(uint8_t kind, int64_t a, int64_t b)
{
  switch (kind) {
  case CODE_ADD: return (int64_t)((uint64_t)a + (uint64_t)b);
  case CODE_SUBTRACT: return (int64_t)((uint64_t)a - (uint64_t)b);
  case CODE_MULTIPLY: return (int64_t)((uint64_t)a * (uint64_t)b);
  case CODE_DIVIDE: return b == 0 || b == -1 ? (b == 0 ? 0 : (int64_t) - (uint64_t)a) : a / b;
  case CODE_MODULO: return b == 0 || b == -1 ? 0 : a % b;
  case CODE_EQUAL: return a == b;
  case CODE_DIFFERENT: return a != b;
  case CODE_LESS: return a < b;
  case CODE_AT_MOST: return a <= b;
  case CODE_AND: return a != 0 && b != 0;
  case CODE_OR: return a != 0 || b != 0;
  case CODE_MAX: return a > b ? a : b;
  default: return a < b ? a : b; /* MIN */
  }
}

int64_t code_value(const struct value *v, const int64_t *slot, uint32_t i, uint32_t n)
{
  if (v->n == 1 && v->code->kind == CODE_SLOT) return slot[v->code->slot];
  int64_t stack[MOST_STACK];
  uint32_t top = 0;
  for (const struct code *c = v->code, *end = c + v->n; c < end; c++) switch (c->kind) {
    case CODE_NUMBER: stack[top++] = c->number; break;
    case CODE_SLOT: stack[top++] = slot[c->slot]; break;
    case CODE_I: stack[top++] = i; break;
    case CODE_N: stack[top++] = n; break;
    case CODE_NOT: stack[top - 1] = stack[top - 1] == 0; break;
    case CODE_NEGATE: stack[top - 1] = (int64_t) - (uint64_t)stack[top - 1]; break;
    default: top--; stack[top - 1] = compute(c->kind, stack[top - 1], stack[top]);
    }
  return stack[0];
}

/* The cell of an index; one that there is not, where the index leaves its array. */
static uint32_t place_of(const struct group *g, uint32_t group, int64_t index)
{
  const uint32_t none = (UINT32_C(1) << RMR_CELL_BITS) - 1;
  const int64_t cell = index - (g->array && g->low->kind == EXPR_NUMBER ? g->low->number : 0);
  return (group << RMR_CELL_BITS) + (cell >= 0 && cell < none ? (uint32_t)cell : none);
}

static struct rmr_op operation(const struct machine *m, const struct node *n, const int64_t *slot,
                               const struct rmr_in *in)
{
  struct rmr_op op = {.kind = n->access, .line = n->line, .section = n->section};
  if (n->access == RMR_LOCAL) return op;
  const int64_t index = n->index.n != 0 ? code_value(&n->index, slot, in->i, in->n) : 0;
  const int64_t value = n->value.n != 0 ? code_value(&n->value, slot, in->i, in->n) : n->access == RMR_TAS;
  op.var = place_of(&m->tree->group[n->group], n->group, index);
  op.value = n->access == RMR_READ || n->access == RMR_SPIN ? 0 : value;
  if (n->access == RMR_CAS)
    op.value = compare_and_swap(op.var, (int32_t)code_value(&n->old, slot, in->i, in->n), (int32_t)value).value;
  return op;
}

struct rmr_op machine_step(void *state, const struct rmr_in *in)
{
  const struct machine *m = in->self;
  const struct node *node = m->graph.node, *at;
  struct machine_state *my = state;
  uint32_t next = m->graph.begin;
  if (my->line != 0) {
    at = &node[m->graph.at_line[my->line]];
    if (!in->given) return operation(m, at, my->slot, in);
    if (at->slot != NO_SLOT) my->slot[at->slot] = in->value;
    next = at->next;
  }
  for (uint32_t k = 0; k < MOST_NODES; k++) {
    at = &node[next];
    next = at->next;
    switch (at->kind) {
    case NODE_GO: break;
    case NODE_SET: my->slot[at->slot] = code_value(&at->value, my->slot, in->i, in->n); break;
    case NODE_REMAINDER: my->slot[at->slot] = in->sessions[in->i]; break;
    case NODE_BRANCH:
      if (code_value(&at->value, my->slot, in->i, in->n) == 0) next = at->other;
      break;
    case NODE_ACCESS:
      for (uint32_t s = 0; s < m->graph.n_slots; s++)
        if ((at->live >> s & 1) == 0) my->slot[s] = 0;
      my->line = at->line;
      return operation(m, at, my->slot, in);
    }
  }
  return (struct rmr_op){.kind = RMR_LOCAL}; /* refused by the engines: line 0 */
}
