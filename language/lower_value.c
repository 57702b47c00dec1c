/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lower_value.c: expressions. A condition is taken apart, so that only the registers that decide it are read. One
 * evaluation (of an assignment, of a condition, of one round of a wait) reads a register once: a second mention takes
 * the value of the first where both are one register, which the text shows, or a comparison of the indices.
 */
#include "language/lowering.h"

#include <string.h>

bool lower_stop(struct lowering *l, const struct token *at, const char *why)
{
  if (l->ok) refuse(&l->tree->source, at, l->e, "%s", why);
  l->ok = false;
  return false;
}

/* --- nodes -------------------------------------------------------------------------------------------------------- */

static uint32_t new_node(struct lowering *l, enum node_kind kind)
{
  struct flow *g = l->graph;
  if (g->n_nodes == l->capacity) {
    l->capacity = 2 * l->capacity + 64;
    struct node *more = pool_new(l->pool, l->capacity, sizeof *more);
    if (g->n_nodes != 0) memcpy(more, g->node, g->n_nodes * sizeof *more);
    g->node = more;
  }
  g->node[g->n_nodes] = (struct node){
    .kind = kind, .next = NO_NODE, .other = NO_NODE, .slot = NO_SLOT, .section = l->section, .of = l->statement};
  return g->n_nodes++;
}

void lower_place(struct lowering *l, uint32_t node)
{
  if (l->tail != NO_NODE) l->graph->node[l->tail].next = node;
  l->tail = node;
}

struct node *lower_emit(struct lowering *l, enum node_kind kind)
{
  const uint32_t node = new_node(l, kind);
  lower_place(l, node);
  return &l->graph->node[node];
}

uint32_t lower_new_target(struct lowering *l)
{
  return new_node(l, NODE_GO);
}

void lower_go(struct lowering *l, uint32_t to)
{
  if (l->tail != NO_NODE) l->graph->node[l->tail].next = to;
  l->tail = NO_NODE;
}

static uint8_t new_slot(struct lowering *l)
{
  if (l->n_slots == MOST_SLOTS) {
    lower_stop(l, l->statement->at, "too many values to keep at a time");
    return 0;
  }
  const uint8_t slot = (uint8_t)l->n_slots++;
  if (l->n_slots > l->graph->n_slots) l->graph->n_slots = l->n_slots;
  return slot;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static void add(struct lowering *l, struct making *m, struct code code)
{
  if (m->n < MOST_CODE)
    m->code[m->n++] = code;
  else
    lower_stop(l, l->statement->at, "an expression that is too long");
}

void lower_add_kind(struct lowering *l, struct making *m, enum code_kind kind)
{
  add(l, m, (struct code){.kind = (uint8_t)kind});
}

void lower_add_slot(struct lowering *l, struct making *m, uint8_t slot)
{
  add(l, m, (struct code){.kind = CODE_SLOT, .slot = slot});
}

void lower_add_number(struct lowering *l, struct making *m, int64_t number)
{
  add(l, m, (struct code){.kind = CODE_NUMBER, .number = number});
}

struct value lower_keep(struct lowering *l, const struct making *m)
{
  uint32_t depth = 0;
  for (uint32_t k = 0; k < m->n; k++) {
    if (m->code[k].kind <= CODE_N)
      depth++;
    else if (m->code[k].kind > CODE_NEGATE)
      depth--;
    if (depth > MOST_STACK) lower_stop(l, l->statement->at, "an expression that is too long");
  }
  struct code *code = pool_new(l->pool, m->n, sizeof *code);
  memcpy(code, m->code, m->n * sizeof *code);
  return (struct value){code, m->n};
}

static struct value of_slot(struct lowering *l, uint8_t slot)
{
  struct making m = {.n = 0};
  lower_add_slot(l, &m, slot);
  return lower_keep(l, &m);
}

void lower_set(struct lowering *l, uint8_t slot, struct value value)
{
  struct node *n = lower_emit(l, NODE_SET);
  n->slot = slot;
  n->value = value;
}

static void set_number(struct lowering *l, uint8_t slot, int64_t number)
{
  struct making m = {.n = 0};
  lower_add_number(l, &m, number);
  lower_set(l, slot, lower_keep(l, &m));
}

void lower_branch(struct lowering *l, struct value value, uint32_t yes, uint32_t no)
{
  struct node *n = lower_emit(l, NODE_BRANCH);
  n->value = value;
  n->next = yes;
  n->other = no;
  l->tail = NO_NODE;
}

static bool reads(const struct expr *x)
{
  if (x == NULL) return false;
  if (x->kind == EXPR_SHARED || x->kind == EXPR_ATOMIC || x->kind >= EXPR_MAX) return true;
  bool any = x->right != NULL && reads(x->right);
  for (const struct expr *part = x->left; part != NULL; part = part->next) any |= reads(part);
  return any || reads(x->third);
}

static void value_of(struct lowering *l, const struct expr *x, struct making *m);

struct value lower_value_alone(struct lowering *l, const struct expr *x)
{
  struct making m = {.n = 0};
  if (x != NULL) value_of(l, x, &m);
  return lower_keep(l, &m);
}

/* --- accesses ----------------------------------------------------------------------------------------------------- */

static bool same_value(const struct value *a, const struct value *b)
{
  if (a->n != b->n) return false;
  for (uint32_t k = 0; k < a->n; k++)
    if (a->code[k].kind != b->code[k].kind || a->code[k].slot != b->code[k].slot ||
        a->code[k].number != b->code[k].number)
      return false;
  return true;
}

static bool is_constant(const struct value *v)
{
  return v->n == 1 && v->code[0].kind != CODE_SLOT;
}

struct node *lower_access_node(struct lowering *l, uint8_t access, uint32_t group, struct value index,
                               const struct token *at)
{
  struct node *n = lower_emit(l, NODE_ACCESS);
  n->access = access;
  n->group = group;
  n->index = index;
  n->at = at;
  return n;
}

/* Reads a register, unless the evaluation has read it already. Returns the slot of its value. */
static uint8_t read_register(struct lowering *l, const struct expr *x)
{
  const struct value index = lower_value_alone(l, x->left);
  for (uint32_t k = 0; k < l->n_mentions; k++)
    if (l->mention[k].group == x->group && same_value(&l->mention[k].index, &index)) return l->mention[k].slot;
  if (l->guarded[x->group]) {
    lower_stop(l, x->at,
               "it depends on the values whether this register has been read in this evaluation: read it into a "
               "local first");
    return 0;
  }
  const uint8_t slot = new_slot(l);
  const uint32_t behind = lower_new_target(l);
  for (uint32_t k = 0; k < l->n_mentions; k++) { /* perhaps it is one of those */
    const struct mention *before = &l->mention[k];
    if (before->group != x->group || (is_constant(&before->index) && is_constant(&index))) continue;
    const uint32_t same = lower_new_target(l), other = lower_new_target(l);
    struct making m = {.n = 0};
    for (uint32_t c = 0; c < index.n; c++) add(l, &m, index.code[c]);
    for (uint32_t c = 0; c < before->index.n; c++) add(l, &m, before->index.code[c]);
    lower_add_kind(l, &m, CODE_EQUAL);
    lower_branch(l, lower_keep(l, &m), same, other);
    lower_place(l, same);
    lower_set(l, slot, of_slot(l, before->slot));
    lower_go(l, behind);
    lower_place(l, other);
  }
  const bool first = l->waits && l->n_mentions == 0 && l->depth == 0;
  lower_access_node(l, first ? RMR_SPIN : RMR_READ, x->group, index, x->at)->slot = slot;
  lower_place(l, behind);
  if (l->depth == 0)
    l->watched++;
  else
    l->watched_each++;
  if (l->n_mentions < MOST_MENTIONS)
    l->mention[l->n_mentions++] = (struct mention){x->group, index, slot};
  else
    lower_stop(l, x->at, "too many registers in one evaluation");
  return slot;
}

uint8_t lower_do_atomic(struct lowering *l, const struct expr *x, bool wanted)
{
  const struct value index = lower_value_alone(l, x->left), old = lower_value_alone(l, x->third),
                     value = lower_value_alone(l, x->right);
  const uint8_t slot = wanted ? new_slot(l) : NO_SLOT;
  struct group *g = &l->tree->group[x->group];
  g->multi_writer |= !g->array || x->left->kind != EXPR_I;
  struct node *n = lower_access_node(l, x->atomic, x->group, index, x->at);
  n->value = value;
  n->old = old;
  n->slot = slot;
  return slot;
}

/* --- conditions --------------------------------------------------------------------------------------------------- */

/* What is read in a part that may be left out is not known behind it. */
static void forget_from(struct lowering *l, uint32_t n)
{
  for (uint32_t k = n; k < l->n_mentions; k++) l->guarded[l->mention[k].group] = true;
  l->n_mentions = n;
}

static void both(struct lowering *l, const struct expr *x, uint32_t yes, uint32_t no)
{
  const uint32_t between = lower_new_target(l);
  if (x->kind == EXPR_AND)
    lower_condition(l, x->left, between, no);
  else
    lower_condition(l, x->left, yes, between);
  lower_place(l, between);
  const uint32_t known = l->n_mentions;
  lower_condition(l, x->right, yes, no);
  forget_from(l, known);
}

/* Goes through a set with a slot: `body` at each value, `end` behind the last one. */
struct loop {
  uint8_t slot, last;
  bool down;
  uint32_t again, next, end;
};

static void begin_loop(struct lowering *l, const struct expr *x, struct loop *loop)
{
  const struct expr *span = x->left;
  if (span->kind != EXPR_SPAN) {
    lower_stop(l, x->at, "a comprehension goes through a range a..b");
    return;
  }
  loop->slot = (uint8_t)x->local;
  loop->down = span->left->kind == EXPR_N && span->right->kind == EXPR_NUMBER;
  loop->again = lower_new_target(l);
  loop->next = lower_new_target(l);
  loop->end = lower_new_target(l);
  lower_set(l, loop->slot, lower_value_alone(l, span->left));
  lower_place(l, loop->again);
  struct making m = {.n = 0};
  lower_add_slot(l, &m, loop->slot);
  value_of(l, span->right, &m);
  if (loop->down) { /* slot >= last */
    m.n = 0;
    value_of(l, span->right, &m);
    lower_add_slot(l, &m, loop->slot);
  }
  lower_add_kind(l, &m, CODE_AT_MOST);
  const uint32_t body = lower_new_target(l);
  lower_branch(l, lower_keep(l, &m), body, loop->end);
  lower_place(l, body);
  if (x->third != NULL) {
    const uint32_t wanted = lower_new_target(l);
    lower_condition(l, x->third, wanted, loop->next);
    lower_place(l, wanted);
  }
  l->depth++;
}

static void end_loop(struct lowering *l, const struct loop *loop)
{
  lower_place(l, loop->next);
  struct making m = {.n = 0};
  lower_add_slot(l, &m, loop->slot);
  lower_add_number(l, &m, 1);
  lower_add_kind(l, &m, loop->down ? CODE_SUBTRACT : CODE_ADD);
  lower_set(l, loop->slot, lower_keep(l, &m));
  lower_go(l, loop->again);
  lower_place(l, loop->end);
  l->depth--;
}

static void quantified(struct lowering *l, const struct expr *x, uint32_t yes, uint32_t no)
{
  struct loop loop;
  const uint32_t known = l->n_mentions;
  if (l->waits && known == 0) {
    lower_stop(l, x->at, "a wait begins by reading a register outside of 'forall' and 'exists'");
    return;
  }
  begin_loop(l, x, &loop);
  if (!l->ok) return;
  if (x->kind == EXPR_FORALL)
    lower_condition(l, x->right, loop.next, no);
  else
    lower_condition(l, x->right, yes, loop.next);
  end_loop(l, &loop);
  forget_from(l, known);
  lower_go(l, x->kind == EXPR_FORALL ? yes : no);
}

void lower_condition(struct lowering *l, const struct expr *x, uint32_t yes, uint32_t no)
{
  if (!l->ok) return;
  switch (x->kind) {
  case EXPR_AND:
  case EXPR_OR: both(l, x, yes, no); break;
  case EXPR_NOT: lower_condition(l, x->left, no, yes); break;
  case EXPR_FORALL:
  case EXPR_EXISTS: quantified(l, x, yes, no); break;
  default: lower_branch(l, lower_value_alone(l, x), yes, no);
  }
}

/* --- compositions ------------------------------------------------------------------------------------------------- */

/* The values of a tuple, or the one value, each in a slot where it has been read. */
static uint32_t parts_of(struct lowering *l, const struct expr *x, struct value *part, uint32_t most)
{
  uint32_t n = 0;
  if (x->kind != EXPR_TUPLE) {
    part[0] = lower_value_alone(l, x);
    return 1;
  }
  for (const struct expr *one = x->left; one != NULL; one = one->next, n++)
    if (n < most) part[n] = lower_value_alone(l, one);
  return n;
}

void lower_add_value(struct lowering *l, struct making *m, const struct value *v)
{
  for (uint32_t k = 0; k < v->n; k++) add(l, m, v->code[k]);
}

/* (a, b) < (c, d): a < c or (a = c and b < d); the accesses have been made. */
static void compare(struct lowering *l, const struct expr *x, struct making *m)
{
  enum { MOST_PARTS = 4 };
  struct value left[MOST_PARTS], right[MOST_PARTS];
  const uint32_t n = parts_of(l, x->left, left, MOST_PARTS), n_right = parts_of(l, x->right, right, MOST_PARTS);
  if (n != n_right || n > MOST_PARTS) {
    lower_stop(l, x->at, "the two sides have tuples of one length, at most 4");
    return;
  }
  const bool turned = x->number != 0;
  const struct value *a = turned ? right : left, *b = turned ? left : right;
  const bool order = x->kind == EXPR_LESS || x->kind == EXPR_AT_MOST;
  for (uint32_t k = 0; k < n; k++) {
    if (order && k > 0) {
      for (uint32_t j = 0; j < k; j++) {
        lower_add_value(l, m, &a[j]);
        lower_add_value(l, m, &b[j]);
        lower_add_kind(l, m, CODE_EQUAL);
        if (j > 0) lower_add_kind(l, m, CODE_AND);
      }
    }
    lower_add_value(l, m, &a[k]);
    lower_add_value(l, m, &b[k]);
    if (order)
      lower_add_kind(l, m, x->kind == EXPR_AT_MOST && k + 1 == n ? CODE_AT_MOST : CODE_LESS);
    else
      lower_add_kind(l, m, x->kind == EXPR_EQUAL ? CODE_EQUAL : CODE_DIFFERENT);
    if (order && k > 0) lower_add_kind(l, m, CODE_AND);
    if (k > 0) lower_add_kind(l, m, x->kind == EXPR_EQUAL ? CODE_AND : CODE_OR);
  }
}

static void in_set(struct lowering *l, const struct expr *x, struct making *m)
{
  const struct value what = lower_value_alone(l, x->left);
  uint32_t n = 0;
  if (x->right->kind == EXPR_SPAN) {
    value_of(l, x->right->left, m);
    lower_add_value(l, m, &what);
    lower_add_kind(l, m, CODE_AT_MOST);
    lower_add_value(l, m, &what);
    value_of(l, x->right->right, m);
    lower_add_kind(l, m, CODE_AT_MOST);
    lower_add_kind(l, m, CODE_AND);
    return;
  }
  for (const struct expr *one = x->right->left; one != NULL; one = one->next) {
    lower_add_value(l, m, &what);
    value_of(l, one, m);
    lower_add_kind(l, m, CODE_EQUAL);
    if (n++ > 0) lower_add_kind(l, m, CODE_OR);
  }
}

/* max, min and sum: 0 of no values. */
static uint8_t gather(struct lowering *l, const struct expr *x)
{
  struct loop loop;
  const uint8_t all = new_slot(l);
  const uint32_t known = l->n_mentions;
  set_number(l, all, x->kind == EXPR_MIN ? INT64_MAX : 0);
  begin_loop(l, x, &loop);
  if (!l->ok) return all;
  struct making m = {.n = 0};
  lower_add_slot(l, &m, all);
  value_of(l, x->right, &m);
  lower_add_kind(l, &m, x->kind == EXPR_MAX ? CODE_MAX : x->kind == EXPR_MIN ? CODE_MIN : CODE_ADD);
  lower_set(l, all, lower_keep(l, &m));
  end_loop(l, &loop);
  forget_from(l, known);
  return all;
}

/* A condition with accesses, as 0 or 1. */
static uint8_t decided(struct lowering *l, const struct expr *x)
{
  const uint8_t slot = new_slot(l);
  const uint32_t yes = lower_new_target(l), no = lower_new_target(l), behind = lower_new_target(l);
  lower_condition(l, x, yes, no);
  lower_place(l, yes);
  set_number(l, slot, 1);
  lower_go(l, behind);
  lower_place(l, no);
  set_number(l, slot, 0);
  lower_place(l, behind);
  return slot;
}

static void value_of(struct lowering *l, const struct expr *x, struct making *m)
{
  static const uint8_t binary[] = {[EXPR_AND] = CODE_AND,           [EXPR_OR] = CODE_OR,
                                   [EXPR_ADD] = CODE_ADD,           [EXPR_SUBTRACT] = CODE_SUBTRACT,
                                   [EXPR_MULTIPLY] = CODE_MULTIPLY, [EXPR_DIVIDE] = CODE_DIVIDE,
                                   [EXPR_MODULO] = CODE_MODULO};
  if (!l->ok) return;
  switch (x->kind) {
  case EXPR_NUMBER: lower_add_number(l, m, x->number); break;
  case EXPR_I: lower_add_kind(l, m, CODE_I); break;
  case EXPR_N: lower_add_kind(l, m, CODE_N); break;
  case EXPR_MYSESSION: lower_add_slot(l, m, l->session); break;
  case EXPR_LOCAL: lower_add_slot(l, m, (uint8_t)x->local); break;
  case EXPR_SHARED: lower_add_slot(l, m, read_register(l, x)); break;
  case EXPR_ATOMIC: lower_add_slot(l, m, lower_do_atomic(l, x, true)); break;
  case EXPR_NOT:
  case EXPR_NEGATE:
    value_of(l, x->left, m);
    lower_add_kind(l, m, x->kind == EXPR_NOT ? CODE_NOT : CODE_NEGATE);
    break;
  case EXPR_AND:
  case EXPR_OR:
    if (reads(x->right)) {
      lower_add_slot(l, m, decided(l, x));
      break;
    } /* fall through */
  case EXPR_ADD:
  case EXPR_SUBTRACT:
  case EXPR_MULTIPLY:
  case EXPR_DIVIDE:
  case EXPR_MODULO:
    value_of(l, x->left, m);
    value_of(l, x->right, m);
    lower_add_kind(l, m, binary[x->kind]);
    break;
  case EXPR_EQUAL:
  case EXPR_DIFFERENT:
  case EXPR_LESS:
  case EXPR_AT_MOST: compare(l, x, m); break;
  case EXPR_IN: in_set(l, x, m); break;
  case EXPR_MAX:
  case EXPR_MIN:
  case EXPR_SUM: lower_add_slot(l, m, gather(l, x)); break;
  case EXPR_FORALL:
  case EXPR_EXISTS: lower_add_slot(l, m, decided(l, x)); break;
  case EXPR_TUPLE:
  case EXPR_SET:
  case EXPR_SPAN: lower_stop(l, x->at, "a list of values stands where one value is expected");
  }
}
