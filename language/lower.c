/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lower.c: from the tree to the graph: statements become nodes one behind the other.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "language/lowering.h"

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
  lower_condition(l, x, yes, no);
}

static void assign(struct lowering *l, const struct statement *s)
{
  begin_evaluation(l);
  if (s->target->kind == EXPR_LOCAL) {
    lower_set(l, (uint8_t)s->target->local, lower_value_alone(l, s->value));
    return;
  }
  struct group *g = &l->tree->group[s->target->group];
  g->multi_writer |= !g->array || s->target->left->kind != EXPR_I;
  const struct value index = lower_value_alone(l, s->target->left), value = lower_value_alone(l, s->value);
  lower_access_node(l, RMR_WRITE, s->target->group, index, s->target->at)->value = value;
}

static void branch_if(struct lowering *l, const struct statement *s)
{
  const uint32_t yes = lower_new_target(l), no = lower_new_target(l), behind = lower_new_target(l);
  test(l, s->value, yes, no);
  lower_place(l, yes);
  statements(l, s->body);
  lower_go(l, behind);
  lower_place(l, no);
  statements(l, s->otherwise);
  lower_place(l, behind);
}

static void loop_while(struct lowering *l, const struct statement *s)
{
  const uint32_t again = lower_new_target(l), body = lower_new_target(l), behind = lower_new_target(l);
  lower_place(l, again);
  test(l, s->value, body, behind);
  lower_place(l, body);
  statements(l, s->body);
  lower_go(l, again);
  lower_place(l, behind);
}

static void repeat_until(struct lowering *l, const struct statement *s)
{
  const uint32_t again = lower_new_target(l), behind = lower_new_target(l);
  lower_place(l, again);
  statements(l, s->body);
  l->statement = s;
  test(l, s->value, behind, again);
  lower_place(l, behind);
}

static void loop_for(struct lowering *l, const struct statement *s)
{
  const uint8_t slot = (uint8_t)s->target->local;
  const uint32_t again = lower_new_target(l), body = lower_new_target(l), behind = lower_new_target(l);
  begin_evaluation(l);
  lower_set(l, slot, lower_value_alone(l, s->from));
  lower_place(l, again);
  begin_evaluation(l);
  const struct value last = lower_value_alone(l, s->to);
  struct making m = {.n = 0};
  if (s->down) lower_add_value(l, &m, &last);
  lower_add_slot(l, &m, slot);
  if (!s->down) lower_add_value(l, &m, &last);
  lower_add_kind(l, &m, CODE_AT_MOST);
  lower_branch(l, lower_keep(l, &m), body, behind);
  lower_place(l, body);
  statements(l, s->body);
  m.n = 0;
  lower_add_slot(l, &m, slot);
  lower_add_number(l, &m, 1);
  lower_add_kind(l, &m, s->down ? CODE_SUBTRACT : CODE_ADD);
  lower_set(l, slot, lower_keep(l, &m));
  lower_go(l, again);
  lower_place(l, behind);
}

static void wait(struct lowering *l, const struct statement *s)
{
  const uint32_t again = lower_new_target(l), behind = lower_new_target(l);
  lower_place(l, again);
  l->waits = true;
  l->watched = l->watched_each = 0;
  const uint32_t before = l->graph->n_nodes;
  test(l, s->value, behind, again);
  l->waits = false;
  bool any = false;
  for (uint32_t k = before; k < l->graph->n_nodes; k++) any |= l->graph->node[k].kind == NODE_ACCESS;
  if (l->ok && !any) lower_stop(l, s->at, "a wait that reads no register");
  if (l->watched > l->graph->watch) l->graph->watch = l->watched;
  if (l->watched_each > l->graph->watch_each) l->graph->watch_each = l->watched_each;
  lower_place(l, behind);
}

static struct target *target_named(struct lowering *l, const char *name, const struct token *at)
{
  for (uint32_t k = 0; k < l->n_targets; k++)
    if (strcmp(l->target[k].name, name) == 0) return &l->target[k];
  if (l->n_targets == MOST_TARGETS) {
    lower_stop(l, at, "too many names of lines");
    return &l->target[0];
  }
  l->target[l->n_targets] = (struct target){.name = name, .node = lower_new_target(l)};
  return &l->target[l->n_targets++];
}

static void statement(struct lowering *l, const struct statement *s)
{
  l->statement = s;
  if (s->name != NULL) {
    struct target *t = target_named(l, s->name, s->at);
    if (t->placed) lower_stop(l, s->at, "two lines with one name");
    t->placed = true;
    lower_place(l, t->node);
  }
  switch (s->kind) {
  case STATEMENT_ASSIGN: assign(l, s); break;
  case STATEMENT_EVALUATE:
    begin_evaluation(l);
    lower_do_atomic(l, s->value, false);
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
    lower_go(l, t->node);
    break;
  }
  case STATEMENT_RETURN: lower_go(l, l->top); break;
  case STATEMENT_SECTION: l->section = s->section; break;
  case STATEMENT_CRITICAL:
    l->section = RMR_CS;
    lower_emit(l, NODE_GO)->at = s->at;
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
  l.top = graph->begin = lower_new_target(&l);
  lower_place(&l, l.top);
  lower_emit(&l, NODE_REMAINDER)->slot = l.session;
  statements(&l, tree->body);
  lower_go(&l, l.top);
  if (!l.ok || !check_targets(&l) || !make_critical(&l)) return false;
  shorten(graph);
  return true;
}
