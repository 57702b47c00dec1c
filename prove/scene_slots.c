/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * scene_slots.c: which slots of a member hold identities, which positions in lists, and which nodes, at every N: from
 * how they are used further on.
 */
#include "base/mem.h"
#include "prove/scene.h"

static uint64_t local_of(const struct code *c)
{
  return c->kind == EXPR_LOCAL ? slot_bit(c->slot) : 0;
}

static bool is_identity(const struct code *c)
{
  return c->kind == EXPR_I || c->kind == EXPR_ME || c->kind == EXPR_N;
}

/* Whether the k-th operation is the degree of a process. */
static bool is_degree(const struct value *v, uint32_t k)
{
  return v->code[k].kind == EXPR_DEGREE;
}

/* The slots of a value that are no position among neighbours. */
static uint64_t places_in(const struct value *v)
{
  uint64_t slots = 0;
  for (uint32_t k = 0; k < v->n; k++)
    if (k + 1 == v->n || v->code[k + 1].kind != EXPR_NEIGHBOUR) slots |= local_of(&v->code[k]);
  return slots;
}

/* The slots that a value takes as positions among neighbours: neighbour(i, k), and k beside degree(i). */
static uint64_t positions_in(const struct value *v)
{
  uint64_t slots = 0;
  for (uint32_t k = 1; k < v->n; k++) {
    const bool compares = v->code[k].kind >= EXPR_EQUAL && v->code[k].kind <= EXPR_AT_MOST;
    const struct code *at = NULL;
    if (v->code[k].kind == EXPR_NEIGHBOUR) at = &v->code[k - 1];
    if (compares && k >= 3 && is_degree(v, k - 1)) at = &v->code[k - 3];
    if (compares && k >= 3 && is_degree(v, k - 2)) at = &v->code[k - 1];
    if (at != NULL) slots |= local_of(at);
  }
  return slots;
}

/* The slots that a value compares with an identity, one beside the other. */
static uint64_t compared(const struct value *v)
{
  uint64_t slots = 0;
  for (uint32_t k = 2; k < v->n; k++) {
    const struct code *a = &v->code[k - 2], *b = &v->code[k - 1];
    const bool compares = v->code[k].kind >= EXPR_EQUAL && v->code[k].kind <= EXPR_AT_MOST;
    if (!compares || a->operands != 0 || b->operands != 0) continue;
    if (is_identity(b)) slots |= local_of(a);
    if (is_identity(a)) slots |= local_of(b);
  }
  return slots;
}

static bool is_of_processes(const struct scene *w, uint8_t slot)
{
  for (uint32_t k = 0; k < w->machine->graph.n_arrays; k++)
    if (w->array[k].slot == slot) return w->array[k].of_processes;
  return false;
}

/* The slots that a value takes as the index of a local array of the processes. */
static uint64_t indexing(const struct scene *w, const struct value *v)
{
  uint64_t slots = 0;
  for (uint32_t k = 1; k < v->n; k++)
    if (v->code[k].kind == EXPR_ELEMENT && is_of_processes(w, v->code[k].slot)) slots |= local_of(&v->code[k - 1]);
  return slots;
}

/* The slots that are used in a way before the node, if these are behind it; `sources`: of the value that it sets. */
static uint64_t before_set(const struct node *n, uint64_t behind, uint64_t sources)
{
  const bool sets = n->kind == NODE_SET && n->index.n == 0;
  if (!sets && (n->kind != NODE_ACCESS || n->slot == NO_SLOT)) return behind;
  const uint64_t bit = slot_bit(n->slot);
  return (behind & ~bit) | (sets && (behind & bit) != 0 ? sources : 0);
}

/* The slots that are used as positions among neighbours at the node, or behind it. */
static uint64_t positions_at(const struct scene *w, const struct node *n, uint64_t behind)
{
  (void)w;
  const bool computes = n->value.n != 0 && n->value.code[n->value.n - 1].kind == EXPR_PLACE;
  return before_set(n, behind, computes ? 0 : slots_of(&n->value)) | positions_in(&n->value) | positions_in(&n->index) |
         positions_in(&n->column) | positions_in(&n->old);
}

/* The slots that are used as identities at the node, or behind it. */
static uint64_t used_at(const struct scene *w, const struct node *n, uint64_t behind)
{
  uint64_t slots = before_set(n, behind, places_in(&n->value));
  slots |= compared(&n->value) | indexing(w, &n->value) | compared(&n->index);
  if (n->kind == NODE_SET && n->index.n != 0 && is_of_processes(w, n->slot)) slots |= slots_of(&n->index);
  if (n->kind != NODE_ACCESS || !rmr_kind_accesses(n->access)) return slots;
  const struct scene_group *g = &w->group[n->group];
  if (g->row == DIMENSION_PROCESSES) slots |= places_in(&n->index);
  if (g->column == DIMENSION_PROCESSES) slots |= places_in(&n->column);
  if (g->holds.kind == ABSTRACT_PLACE) slots |= places_in(&n->value) | places_in(&n->old);
  return slots;
}

/* The slots that are used as nodes of a queue at the node, or behind it. */
static uint64_t nodes_at(const struct scene *w, const struct node *n, uint64_t behind)
{
  uint64_t slots = before_set(n, behind, slots_of(&n->value));
  if (n->kind != NODE_ACCESS || !rmr_kind_accesses(n->access)) return slots;
  const struct scene_group *g = &w->group[n->group];
  if (g->row == DIMENSION_NODES) slots |= slots_of(&n->index);
  if (g->holds.kind == ABSTRACT_NODE) slots |= slots_of(&n->value) | slots_of(&n->old);
  return slots;
}

/* The slots that are used in a way at each node, or behind it. */
static uint64_t *find_used(const struct scene *w, uint64_t used(const struct scene *, const struct node *, uint64_t))
{
  const struct flow *f = &w->machine->graph;
  uint64_t *at = mem_new(f->n_nodes, sizeof *at);
  bool more = w->n == 0;
  while (more) {
    more = false;
    for (uint32_t k = f->n_nodes; k-- > 0;) {
      const struct node *n = &f->node[k];
      uint64_t behind = at[n->next];
      if (n->kind == NODE_BRANCH) behind |= at[n->other];
      const uint64_t now = used(w, n, behind);
      more |= now != at[k];
      at[k] = now;
    }
  }
  return at;
}

/* The slots that are ever set to what is one more than they are. */
static uint64_t scanning(const struct flow *f)
{
  uint64_t slots = 0;
  for (uint32_t k = 0; k < f->n_nodes; k++) {
    const struct node *n = &f->node[k];
    if (node_counts(n, n->slot, EXPR_ADD)) slots |= slot_bit(n->slot);
  }
  return slots;
}

/* The slots that hold nothing but locals of the type natural. */
static uint64_t naturals(const struct tree *tree)
{
  uint64_t some = 0, others = 0;
  for (uint32_t k = 0; k < tree->n_locals; k++) {
    const struct local *l = &tree->local[k];
    if (l->array) continue;
    *(l->type.kind == TYPE_NATURAL ? &some : &others) |= slot_bit(l->slot);
  }
  return some & ~others;
}

/* Beside those that are used as nodes: the slots that keep what was read from registers of nodes, and copies. */
uint64_t scene_slots_of_nodes(const struct scene *w)
{
  const struct flow *f = &w->machine->graph;
  uint64_t slots = 0, before;
  do {
    before = slots;
    for (uint32_t k = 0; k < f->n_nodes; k++) {
      const struct node *n = &f->node[k];
      const bool access = n->kind == NODE_ACCESS && rmr_kind_accesses(n->access);
      const bool reads = access && n->slot != NO_SLOT && w->group[n->group].holds.kind == ABSTRACT_NODE;
      const bool copies = n->kind == NODE_SET && (slots_of(&n->value) & slots) != 0;
      slots |= w->as_node[k];
      if (reads || copies) slots |= slot_bit(n->slot);
    }
  } while (slots != before);
  return slots;
}

void scene_find_slots(struct scene *w)
{
  w->as_place = find_used(w, used_at);
  w->as_position = find_used(w, positions_at);
  w->as_node = find_used(w, nodes_at);
  w->scanning = scanning(&w->machine->graph);
  w->naturals = naturals(w->machine->tree);
}
