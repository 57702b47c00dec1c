/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lower.c: from the tree to the graph. Statements become nodes one behind the other; a condition is taken apart, so
 * that what need not be read is not. In one evaluation (of an assignment, of a condition, of one round of a wait) a
 * register is read once: a second mention takes the value of the first where both are one register, which is known from
 * the text or found out when it runs.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "language/flow.h"

enum { MOST_MENTIONS = 32, MOST_TARGETS = 64, MOST_CODE = 96 };

/* A register that has been read in the evaluation. */
struct mention {
  uint32_t group;
  struct value index;
  uint8_t slot;
};

struct target {
  const char *name;
  uint32_t node;
  const struct token *asked; /* by a goto; NULL: by none */
  bool placed;
};

struct lowering {
  struct tree *tree;
  struct pool *pool;
  struct flow *graph;
  struct error *e;
  uint32_t capacity, tail; /* the node whose `next` is still open; NO_NODE: nothing leads here */
  const struct statement *statement;
  uint8_t section;
  uint32_t n_slots;                      /* slots in use, beyond which are those of the evaluation */
  uint8_t session;                       /* the slot of mysession */
  uint32_t top;                          /* node to which the passage returns */
  uint32_t critical;                     /* node of the critical section */
  bool waits;                            /* the evaluation is a round of a wait */
  uint32_t watched, watched_each, depth; /* of the wait: see struct flow; comprehensions around a mention */
  struct mention mention[MOST_MENTIONS];
  uint32_t n_mentions;
  bool guarded[RMR_MAX_GROUPS]; /* in this evaluation a register of the group may have been read, or not */
  struct target target[MOST_TARGETS];
  uint32_t n_targets;
  bool ok;
};

/* A value that is being made. */
struct making {
  struct code code[MOST_CODE];
  uint32_t n;
};

static bool stop(struct lowering *l, const struct token *at, const char *why)
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

/* The node comes next. */
static void place(struct lowering *l, uint32_t node)
{
  if (l->tail != NO_NODE) l->graph->node[l->tail].next = node;
  l->tail = node;
}

static struct node *emit(struct lowering *l, enum node_kind kind)
{
  const uint32_t node = new_node(l, kind);
  place(l, node);
  return &l->graph->node[node];
}

/* A place to go to, which is not placed yet. */
static uint32_t new_target(struct lowering *l)
{
  return new_node(l, NODE_GO);
}

static void go(struct lowering *l, uint32_t to)
{
  if (l->tail != NO_NODE) l->graph->node[l->tail].next = to;
  l->tail = NO_NODE;
}

static uint8_t new_slot(struct lowering *l)
{
  if (l->n_slots == MOST_SLOTS) {
    stop(l, l->statement->at, "too many values to keep at a time");
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
    stop(l, l->statement->at, "an expression that is too long");
}

static void add_kind(struct lowering *l, struct making *m, enum code_kind kind)
{
  add(l, m, (struct code){.kind = (uint8_t)kind});
}

static void add_slot(struct lowering *l, struct making *m, uint8_t slot)
{
  add(l, m, (struct code){.kind = CODE_SLOT, .slot = slot});
}

static void add_number(struct lowering *l, struct making *m, int64_t number)
{
  add(l, m, (struct code){.kind = CODE_NUMBER, .number = number});
}

static struct value keep(struct lowering *l, const struct making *m)
{
  uint32_t depth = 0;
  for (uint32_t k = 0; k < m->n; k++) {
    if (m->code[k].kind <= CODE_N)
      depth++;
    else if (m->code[k].kind > CODE_NEGATE)
      depth--;
    if (depth > MOST_STACK) stop(l, l->statement->at, "an expression that is too long");
  }
  struct code *code = pool_new(l->pool, m->n, sizeof *code);
  memcpy(code, m->code, m->n * sizeof *code);
  return (struct value){code, m->n};
}

static struct value of_slot(struct lowering *l, uint8_t slot)
{
  struct making m = {.n = 0};
  add_slot(l, &m, slot);
  return keep(l, &m);
}

static void set(struct lowering *l, uint8_t slot, struct value value)
{
  struct node *n = emit(l, NODE_SET);
  n->slot = slot;
  n->value = value;
}

static void set_number(struct lowering *l, uint8_t slot, int64_t number)
{
  struct making m = {.n = 0};
  add_number(l, &m, number);
  set(l, slot, keep(l, &m));
}

static void branch(struct lowering *l, struct value value, uint32_t yes, uint32_t no)
{
  struct node *n = emit(l, NODE_BRANCH);
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

static void condition(struct lowering *l, const struct expr *x, uint32_t yes, uint32_t no);
static void value_of(struct lowering *l, const struct expr *x, struct making *m);

static struct value value_alone(struct lowering *l, const struct expr *x)
{
  struct making m = {.n = 0};
  if (x != NULL) value_of(l, x, &m);
  return keep(l, &m);
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

static struct node *access_node(struct lowering *l, uint8_t access, uint32_t group, struct value index,
                                const struct token *at)
{
  struct node *n = emit(l, NODE_ACCESS);
  n->access = access;
  n->group = group;
  n->index = index;
  n->at = at;
  return n;
}

/* Reads a register, unless the evaluation has read it already. Returns the slot of its value. */
static uint8_t read_register(struct lowering *l, const struct expr *x)
{
  const struct value index = value_alone(l, x->left);
  for (uint32_t k = 0; k < l->n_mentions; k++)
    if (l->mention[k].group == x->group && same_value(&l->mention[k].index, &index)) return l->mention[k].slot;
  if (l->guarded[x->group]) {
    stop(l, x->at,
         "it depends on the values whether this register has been read in this evaluation: read it into a "
         "local first");
    return 0;
  }
  const uint8_t slot = new_slot(l);
  const uint32_t behind = new_target(l);
  for (uint32_t k = 0; k < l->n_mentions; k++) { /* perhaps it is one of those */
    const struct mention *before = &l->mention[k];
    if (before->group != x->group || (is_constant(&before->index) && is_constant(&index))) continue;
    const uint32_t same = new_target(l), other = new_target(l);
    struct making m = {.n = 0};
    for (uint32_t c = 0; c < index.n; c++) add(l, &m, index.code[c]);
    for (uint32_t c = 0; c < before->index.n; c++) add(l, &m, before->index.code[c]);
    add_kind(l, &m, CODE_EQUAL);
    branch(l, keep(l, &m), same, other);
    place(l, same);
    set(l, slot, of_slot(l, before->slot));
    go(l, behind);
    place(l, other);
  }
  const bool first = l->waits && l->n_mentions == 0 && l->depth == 0;
  access_node(l, first ? RMR_SPIN : RMR_READ, x->group, index, x->at)->slot = slot;
  place(l, behind);
  if (l->depth == 0)
    l->watched++;
  else
    l->watched_each++;
  if (l->n_mentions < MOST_MENTIONS)
    l->mention[l->n_mentions++] = (struct mention){x->group, index, slot};
  else
    stop(l, x->at, "too many registers in one evaluation");
  return slot;
}

static uint8_t do_atomic(struct lowering *l, const struct expr *x, bool wanted)
{
  const struct value index = value_alone(l, x->left), old = value_alone(l, x->third), value = value_alone(l, x->right);
  const uint8_t slot = wanted ? new_slot(l) : NO_SLOT;
  struct group *g = &l->tree->group[x->group];
  g->multi_writer |= !g->array || x->left->kind != EXPR_I;
  struct node *n = access_node(l, x->atomic, x->group, index, x->at);
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
  const uint32_t between = new_target(l);
  if (x->kind == EXPR_AND)
    condition(l, x->left, between, no);
  else
    condition(l, x->left, yes, between);
  place(l, between);
  const uint32_t known = l->n_mentions;
  condition(l, x->right, yes, no);
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
    stop(l, x->at, "a comprehension goes through a range a..b");
    return;
  }
  loop->slot = (uint8_t)x->local;
  loop->down = span->left->kind == EXPR_N && span->right->kind == EXPR_NUMBER;
  loop->again = new_target(l);
  loop->next = new_target(l);
  loop->end = new_target(l);
  set(l, loop->slot, value_alone(l, span->left));
  place(l, loop->again);
  struct making m = {.n = 0};
  add_slot(l, &m, loop->slot);
  value_of(l, span->right, &m);
  if (loop->down) { /* slot >= last */
    m.n = 0;
    value_of(l, span->right, &m);
    add_slot(l, &m, loop->slot);
  }
  add_kind(l, &m, CODE_AT_MOST);
  const uint32_t body = new_target(l);
  branch(l, keep(l, &m), body, loop->end);
  place(l, body);
  if (x->third != NULL) {
    const uint32_t wanted = new_target(l);
    condition(l, x->third, wanted, loop->next);
    place(l, wanted);
  }
  l->depth++;
}

static void end_loop(struct lowering *l, const struct loop *loop)
{
  place(l, loop->next);
  struct making m = {.n = 0};
  add_slot(l, &m, loop->slot);
  add_number(l, &m, 1);
  add_kind(l, &m, loop->down ? CODE_SUBTRACT : CODE_ADD);
  set(l, loop->slot, keep(l, &m));
  go(l, loop->again);
  place(l, loop->end);
  l->depth--;
}

static void quantified(struct lowering *l, const struct expr *x, uint32_t yes, uint32_t no)
{
  struct loop loop;
  const uint32_t known = l->n_mentions;
  if (l->waits && known == 0) {
    stop(l, x->at, "a wait begins by reading a register outside of 'forall' and 'exists'");
    return;
  }
  begin_loop(l, x, &loop);
  if (!l->ok) return;
  if (x->kind == EXPR_FORALL)
    condition(l, x->right, loop.next, no);
  else
    condition(l, x->right, yes, loop.next);
  end_loop(l, &loop);
  forget_from(l, known);
  go(l, x->kind == EXPR_FORALL ? yes : no);
}

static void condition(struct lowering *l, const struct expr *x, uint32_t yes, uint32_t no)
{
  if (!l->ok) return;
  switch (x->kind) {
  case EXPR_AND:
  case EXPR_OR: both(l, x, yes, no); break;
  case EXPR_NOT: condition(l, x->left, no, yes); break;
  case EXPR_FORALL:
  case EXPR_EXISTS: quantified(l, x, yes, no); break;
  default: branch(l, value_alone(l, x), yes, no);
  }
}

/* --- compositions ------------------------------------------------------------------------------------------------- */

/* The values of a tuple, or the one value, each in a slot where it has been read. */
static uint32_t parts_of(struct lowering *l, const struct expr *x, struct value *part, uint32_t most)
{
  uint32_t n = 0;
  if (x->kind != EXPR_TUPLE) {
    part[0] = value_alone(l, x);
    return 1;
  }
  for (const struct expr *one = x->left; one != NULL; one = one->next, n++)
    if (n < most) part[n] = value_alone(l, one);
  return n;
}

static void add_value(struct lowering *l, struct making *m, const struct value *v)
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
    stop(l, x->at, "the two sides have tuples of one length, at most 4");
    return;
  }
  const bool turned = x->number != 0;
  const struct value *a = turned ? right : left, *b = turned ? left : right;
  const bool order = x->kind == EXPR_LESS || x->kind == EXPR_AT_MOST;
  for (uint32_t k = 0; k < n; k++) {
    if (order && k > 0) {
      for (uint32_t j = 0; j < k; j++) {
        add_value(l, m, &a[j]);
        add_value(l, m, &b[j]);
        add_kind(l, m, CODE_EQUAL);
        if (j > 0) add_kind(l, m, CODE_AND);
      }
    }
    add_value(l, m, &a[k]);
    add_value(l, m, &b[k]);
    if (order)
      add_kind(l, m, x->kind == EXPR_AT_MOST && k + 1 == n ? CODE_AT_MOST : CODE_LESS);
    else
      add_kind(l, m, x->kind == EXPR_EQUAL ? CODE_EQUAL : CODE_DIFFERENT);
    if (order && k > 0) add_kind(l, m, CODE_AND);
    if (k > 0) add_kind(l, m, x->kind == EXPR_EQUAL ? CODE_AND : CODE_OR);
  }
}

static void in_set(struct lowering *l, const struct expr *x, struct making *m)
{
  const struct value what = value_alone(l, x->left);
  uint32_t n = 0;
  if (x->right->kind == EXPR_SPAN) {
    value_of(l, x->right->left, m);
    add_value(l, m, &what);
    add_kind(l, m, CODE_AT_MOST);
    add_value(l, m, &what);
    value_of(l, x->right->right, m);
    add_kind(l, m, CODE_AT_MOST);
    add_kind(l, m, CODE_AND);
    return;
  }
  for (const struct expr *one = x->right->left; one != NULL; one = one->next) {
    add_value(l, m, &what);
    value_of(l, one, m);
    add_kind(l, m, CODE_EQUAL);
    if (n++ > 0) add_kind(l, m, CODE_OR);
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
  add_slot(l, &m, all);
  value_of(l, x->right, &m);
  add_kind(l, &m, x->kind == EXPR_MAX ? CODE_MAX : x->kind == EXPR_MIN ? CODE_MIN : CODE_ADD);
  set(l, all, keep(l, &m));
  end_loop(l, &loop);
  forget_from(l, known);
  return all;
}

/* A condition with accesses, as 0 or 1. */
static uint8_t decided(struct lowering *l, const struct expr *x)
{
  const uint8_t slot = new_slot(l);
  const uint32_t yes = new_target(l), no = new_target(l), behind = new_target(l);
  condition(l, x, yes, no);
  place(l, yes);
  set_number(l, slot, 1);
  go(l, behind);
  place(l, no);
  set_number(l, slot, 0);
  place(l, behind);
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
  case EXPR_NUMBER: add_number(l, m, x->number); break;
  case EXPR_I: add_kind(l, m, CODE_I); break;
  case EXPR_N: add_kind(l, m, CODE_N); break;
  case EXPR_MYSESSION: add_slot(l, m, l->session); break;
  case EXPR_LOCAL: add_slot(l, m, (uint8_t)x->local); break;
  case EXPR_SHARED: add_slot(l, m, read_register(l, x)); break;
  case EXPR_ATOMIC: add_slot(l, m, do_atomic(l, x, true)); break;
  case EXPR_NOT:
  case EXPR_NEGATE:
    value_of(l, x->left, m);
    add_kind(l, m, x->kind == EXPR_NOT ? CODE_NOT : CODE_NEGATE);
    break;
  case EXPR_AND:
  case EXPR_OR:
    if (reads(x->right)) {
      add_slot(l, m, decided(l, x));
      break;
    } /* fall through */
  case EXPR_ADD:
  case EXPR_SUBTRACT:
  case EXPR_MULTIPLY:
  case EXPR_DIVIDE:
  case EXPR_MODULO:
    value_of(l, x->left, m);
    value_of(l, x->right, m);
    add_kind(l, m, binary[x->kind]);
    break;
  case EXPR_EQUAL:
  case EXPR_DIFFERENT:
  case EXPR_LESS:
  case EXPR_AT_MOST: compare(l, x, m); break;
  case EXPR_IN: in_set(l, x, m); break;
  case EXPR_MAX:
  case EXPR_MIN:
  case EXPR_SUM: add_slot(l, m, gather(l, x)); break;
  case EXPR_FORALL:
  case EXPR_EXISTS: add_slot(l, m, decided(l, x)); break;
  case EXPR_TUPLE:
  case EXPR_SET:
  case EXPR_SPAN: stop(l, x->at, "a list of values stands where one value is expected");
  }
}

/* --- statements --------------------------------------------------------------------------------------------------- */

static void statements(struct lowering *l, const struct statement *s);

/* What has been read in the last evaluation is forgotten. */
static void begin_evaluation(struct lowering *l)
{
  l->n_mentions = 0;
  memset(l->guarded, 0, sizeof l->guarded);
  l->n_slots = l->tree->n_locals + 1;
}

static void test(struct lowering *l, const struct expr *x, uint32_t yes, uint32_t no)
{
  begin_evaluation(l);
  condition(l, x, yes, no);
}

static void assign(struct lowering *l, const struct statement *s)
{
  begin_evaluation(l);
  if (s->target->kind == EXPR_LOCAL) {
    set(l, (uint8_t)s->target->local, value_alone(l, s->value));
    return;
  }
  struct group *g = &l->tree->group[s->target->group];
  g->multi_writer |= !g->array || s->target->left->kind != EXPR_I;
  const struct value index = value_alone(l, s->target->left), value = value_alone(l, s->value);
  access_node(l, RMR_WRITE, s->target->group, index, s->target->at)->value = value;
}

static void branch_if(struct lowering *l, const struct statement *s)
{
  const uint32_t yes = new_target(l), no = new_target(l), behind = new_target(l);
  test(l, s->value, yes, no);
  place(l, yes);
  statements(l, s->body);
  go(l, behind);
  place(l, no);
  statements(l, s->otherwise);
  place(l, behind);
}

static void loop_while(struct lowering *l, const struct statement *s)
{
  const uint32_t again = new_target(l), body = new_target(l), behind = new_target(l);
  place(l, again);
  test(l, s->value, body, behind);
  place(l, body);
  statements(l, s->body);
  go(l, again);
  place(l, behind);
}

static void repeat_until(struct lowering *l, const struct statement *s)
{
  const uint32_t again = new_target(l), behind = new_target(l);
  place(l, again);
  statements(l, s->body);
  l->statement = s;
  test(l, s->value, behind, again);
  place(l, behind);
}

static void loop_for(struct lowering *l, const struct statement *s)
{
  const uint8_t slot = (uint8_t)s->target->local;
  const uint32_t again = new_target(l), body = new_target(l), behind = new_target(l);
  begin_evaluation(l);
  set(l, slot, value_alone(l, s->from));
  place(l, again);
  begin_evaluation(l);
  const struct value last = value_alone(l, s->to);
  struct making m = {.n = 0};
  if (s->down) add_value(l, &m, &last);
  add_slot(l, &m, slot);
  if (!s->down) add_value(l, &m, &last);
  add_kind(l, &m, CODE_AT_MOST);
  branch(l, keep(l, &m), body, behind);
  place(l, body);
  statements(l, s->body);
  m.n = 0;
  add_slot(l, &m, slot);
  add_number(l, &m, 1);
  add_kind(l, &m, s->down ? CODE_SUBTRACT : CODE_ADD);
  set(l, slot, keep(l, &m));
  go(l, again);
  place(l, behind);
}

static void wait(struct lowering *l, const struct statement *s)
{
  const uint32_t again = new_target(l), behind = new_target(l);
  place(l, again);
  l->waits = true;
  l->watched = l->watched_each = 0;
  const uint32_t before = l->graph->n_nodes;
  test(l, s->value, behind, again);
  l->waits = false;
  bool any = false;
  for (uint32_t k = before; k < l->graph->n_nodes; k++) any |= l->graph->node[k].kind == NODE_ACCESS;
  if (l->ok && !any) stop(l, s->at, "a wait that reads no register");
  if (l->watched > l->graph->watch) l->graph->watch = l->watched;
  if (l->watched_each > l->graph->watch_each) l->graph->watch_each = l->watched_each;
  place(l, behind);
}

static struct target *target_named(struct lowering *l, const char *name, const struct token *at)
{
  for (uint32_t k = 0; k < l->n_targets; k++)
    if (strcmp(l->target[k].name, name) == 0) return &l->target[k];
  if (l->n_targets == MOST_TARGETS) {
    stop(l, at, "too many names of lines");
    return &l->target[0];
  }
  l->target[l->n_targets] = (struct target){.name = name, .node = new_target(l)};
  return &l->target[l->n_targets++];
}

static void statement(struct lowering *l, const struct statement *s)
{
  l->statement = s;
  if (s->name != NULL) {
    struct target *t = target_named(l, s->name, s->at);
    if (t->placed) stop(l, s->at, "two lines with one name");
    t->placed = true;
    place(l, t->node);
  }
  switch (s->kind) {
  case STATEMENT_ASSIGN: assign(l, s); break;
  case STATEMENT_EVALUATE:
    begin_evaluation(l);
    do_atomic(l, s->value, false);
    break;
  case STATEMENT_IF: branch_if(l, s); break;
  case STATEMENT_WHILE: loop_while(l, s); break;
  case STATEMENT_UNTIL: repeat_until(l, s); break;
  case STATEMENT_FOREVER: statements(l, s->body); break;
  case STATEMENT_FOR: loop_for(l, s); break;
  case STATEMENT_WAIT: wait(l, s); break;
  case STATEMENT_GOTO: {
    struct target *t = target_named(l, s->where->word, s->where);
    if (t->asked == NULL) t->asked = s->where;
    go(l, t->node);
    break;
  }
  case STATEMENT_RETURN: go(l, l->top); break;
  case STATEMENT_SECTION: l->section = s->section; break;
  case STATEMENT_CRITICAL:
    l->section = RMR_CS;
    emit(l, NODE_GO)->at = s->at;
    l->critical = l->tail;
    l->section = RMR_EXIT;
    break;
  case STATEMENT_REMAINDER: l->section = RMR_DOORWAY; break;
  }
}

static void statements(struct lowering *l, const struct statement *s)
{
  for (; s != NULL && l->ok; s = s->next) statement(l, s);
}

/* Whether the passage can end behind a node without an access. */
static bool ends_at_once(const struct lowering *l, uint32_t from)
{
  const struct flow *g = l->graph;
  bool *seen = mem_new(g->n_nodes, sizeof *seen), ends = false;
  uint32_t *open = mem_new(g->n_nodes, sizeof *open), n = 1;
  open[0] = from;
  seen[from] = true;
  while (n > 0 && !ends) {
    const struct node *node = &g->node[open[--n]];
    const uint32_t to[] = {node->next, node->kind == NODE_BRANCH ? node->other : NO_NODE};
    for (uint32_t k = 0; k < 2; k++) {
      ends |= to[k] == l->top;
      if (to[k] == NO_NODE || seen[to[k]] || g->node[to[k]].kind == NODE_ACCESS) continue;
      seen[to[k]] = true;
      open[n++] = to[k];
    }
  }
  free(seen);
  free(open);
  return ends;
}

/* Where no access of the exit need follow, the critical section is a step of its own. */
static bool make_critical(struct lowering *l)
{
  if (l->critical == NO_NODE) return refuse(&l->tree->source, l->tree->body->at, l->e, "there is no critical section");
  if (!ends_at_once(l, l->critical)) return true;
  struct node *n = &l->graph->node[l->critical];
  n->kind = NODE_ACCESS;
  n->access = RMR_LOCAL;
  return true;
}

static bool check_targets(struct lowering *l)
{
  const char *names[MOST_TARGETS];
  size_t n = 0;
  for (uint32_t k = 0; k < l->n_targets; k++)
    if (l->target[k].placed) names[n++] = l->target[k].name;
  for (uint32_t k = 0; k < l->n_targets; k++) {
    const struct target *t = &l->target[k];
    if (t->placed) continue;
    const char *near = suggest(t->name, names, n);
    return refuse(&l->tree->source, t->asked, l->e,
                  near != NULL ? "no line has the name '%s'; did you mean '%s'?" : "no line has the name '%s'", t->name,
                  near);
  }
  return true;
}

/* The first node behind a chain of NODE_GO; a chain that is a ring has none. */
static uint32_t behind_chain(const struct flow *g, uint32_t node)
{
  for (uint32_t k = 0; k < g->n_nodes && node != NO_NODE && g->node[node].kind == NODE_GO; k++)
    node = g->node[node].next;
  return node;
}

static void shorten(struct flow *g)
{
  for (uint32_t k = 0; k < g->n_nodes; k++) {
    g->node[k].next = behind_chain(g, g->node[k].next);
    g->node[k].other = behind_chain(g, g->node[k].other);
  }
  g->begin = behind_chain(g, g->begin);
}

bool lower(struct tree *tree, struct pool *pool, struct flow *graph, struct error *e)
{
  struct lowering l = {.tree = tree,
                       .pool = pool,
                       .graph = graph,
                       .e = e,
                       .tail = NO_NODE,
                       .section = RMR_DOORWAY,
                       .ok = true,
                       .critical = NO_NODE};
  *graph = (struct flow){.n_slots = tree->n_locals + 1};
  l.session = (uint8_t)tree->n_locals;
  l.n_slots = tree->n_locals + 1;
  l.top = graph->begin = new_target(&l);
  place(&l, l.top);
  emit(&l, NODE_REMAINDER)->slot = l.session;
  statements(&l, tree->body);
  go(&l, l.top);
  if (!l.ok || !check_targets(&l) || !make_critical(&l)) return false;
  shorten(graph);
  return true;
}
