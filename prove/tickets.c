/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/tickets.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prove/views_queue.h"

enum { NEW_NODES = 3, NEW_SLOTS = 2 };

/* Where a node is reached. */
struct known {
  bool reached, without, with; /* a process has taken no ticket in this passage; it has */
  struct ticket_term slot[MOST_SLOTS];
};

struct finding {
  struct tickets *t;
  struct known *at; /* [node] */
  uint32_t top;     /* the node where a passage begins */
  struct error *e;
};

static bool refuse_at(const struct finding *f, const struct token *where, const char *why)
{
  const struct text_line *line = &f->t->of->tree->source.line[where->line];
  return fail_at(f->e, EXIT_INCOMPLETE, line->file, (int)line->number, (int)where->column, "the tickets of %s: %s",
                 f->t->of->tree->group[f->t->counter].name, why);
}

static bool refuse_node(const struct finding *f, const struct node *n, const char *why)
{
  return refuse_at(f, n->kind == NODE_ACCESS && n->at != NULL ? n->at : n->of->at, why);
}

/* --- the counter and the places ----------------------------------------------------------------------------------- */

static bool is_counted(const struct machine *m, uint32_t group)
{
  const struct group *g = &m->tree->group[group];
  bool any = false;
  for (uint32_t k = 0; k < m->graph.n_nodes; k++) {
    const struct node *n = &m->graph.node[k];
    any |= n->kind == NODE_ACCESS && n->access == RMR_FETCH_ADD && n->group == group;
  }
  return any && g->type.kind == TYPE_NATURAL && g->n_dimensions == 0;
}

/* Whether a group is an array 0..S - 1, and S grows with N. */
static bool grows(struct tickets *t, const struct group *g)
{
  if (g->n_dimensions != 1) return false;
  const struct ticket_term low = term_of_expression(&t->terms, g->dimension[0].low);
  const struct ticket_term high = term_of_expression(&t->terms, g->dimension[0].high);
  if (!term_is_line(low, 0, 0) || high.kind != TERM_LINE || high.each < 1) return false;
  t->terms.places = (struct ticket_term){.kind = TERM_LINE, .each = high.each, .fixed = high.fixed + 1};
  return true;
}

static bool choose_groups(struct tickets *t)
{
  const struct tree *of = t->of->tree;
  bool counts = false, holds = false;
  for (uint32_t g = 0; g < of->n_groups; g++) {
    if (!counts && is_counted(t->of, g)) {
      t->counter = g;
      counts = true;
    } else if (!holds && grows(t, &of->group[g])) {
      t->places = g;
      holds = true;
    }
  }
  return counts && holds;
}

/* k = 0 */
static bool asks_for_first(const struct expr *x)
{
  if (x == NULL || x->kind != EXPR_EQUAL) return false;
  const struct expr *a = x->left, *b = x->right;
  return a != NULL && b != NULL && a->kind == EXPR_INDEX && b->kind == EXPR_NUMBER && b->number == 0;
}

/* if k = 0 then opens else closed; or k = 0 itself */
static bool begins_open(struct tickets *t, const struct expr *x)
{
  if (asks_for_first(x)) {
    t->opens = 1;
    t->closed = 0;
    return true;
  }
  if (x == NULL || x->kind != EXPR_CHOOSE || !asks_for_first(x->third) || x->left->kind != EXPR_NUMBER ||
      x->right->kind != EXPR_NUMBER)
    return false;
  t->opens = x->left->number;
  t->closed = x->right->number;
  return true;
}

static bool check_groups(const struct finding *f)
{
  struct tickets *t = f->t;
  const struct group *counter = &t->of->tree->group[t->counter], *places = &t->of->tree->group[t->places];
  const struct ticket_term size = t->terms.places;
  if (counter->initial != NULL && !term_is_line(term_of_expression(&t->terms, counter->initial), 0, 0))
    return refuse_at(f, counter->at, "the first one is not known to be 0");
  if (2 * (size.each - 1) + size.fixed < 0) return refuse_at(f, places->at, "there may be fewer places than processes");
  if (places->arbitrary || !begins_open(t, places->initial))
    return refuse_at(f, places->at, "this does not begin as one value at place 0, and another one at all others");
  if (t->of->algorithm.group) return refuse_at(f, counter->at, "sessions are not followed beside them");
  if (t->of->graph.n_slots + NEW_SLOTS > MOST_SLOTS) return refuse_at(f, counter->at, "there are too many locals");
  return true;
}

/* --- where tickets are -------------------------------------------------------------------------------------------- */

static bool is_taking(const struct tickets *t, const struct node *n)
{
  return n->kind == NODE_ACCESS && rmr_kind_accesses(n->access) && n->group == t->counter;
}

static struct known behind(const struct tickets *t, const struct node *n, const struct known *at)
{
  struct known out = *at;
  struct ticket_term *slot = n->slot < MOST_SLOTS ? &out.slot[n->slot] : NULL;
  if (n->kind == NODE_SET && n->index.n == 0) *slot = term_of_value(&t->terms, &n->value, at->slot);
  if (slot != NULL && (n->kind == NODE_ACCESS || n->kind == NODE_CLEAR || n->kind == NODE_REMAINDER))
    *slot = (struct ticket_term){.kind = is_taking(t, n) ? TERM_TICKET : TERM_OTHER};
  if (is_taking(t, n)) out.with = true, out.without = false;
  return out;
}

/* Behind the end of a passage its ticket is one of another passage. */
static void begin_passage(struct known *k)
{
  k->without = true;
  k->with = false;
  for (uint32_t s = 0; s < MOST_SLOTS; s++)
    if (k->slot[s].kind == TERM_TICKET) k->slot[s] = (struct ticket_term){.kind = TERM_NONE};
}

static bool reach(struct known *to, const struct known *more)
{
  const struct known before = *to;
  if (!to->reached) {
    *to = *more;
    return true;
  }
  bool changed = false;
  for (uint32_t s = 0; s < MOST_SLOTS; s++) {
    to->slot[s] = term_joined(to->slot[s], more->slot[s]);
    changed |= !term_is_same(to->slot[s], before.slot[s]);
  }
  to->without |= more->without;
  to->with |= more->with;
  return changed || to->without != before.without || to->with != before.with;
}

/* Nodes that only lead on are left out of the ways in a graph, but for the beginning of passages. */
static uint32_t top_of(const struct flow *g)
{
  uint32_t top = g->top;
  for (uint32_t k = 0; k < g->n_nodes && g->node[top].kind == NODE_GO; k++) top = g->node[top].next;
  return top;
}

static void follow(struct finding *f)
{
  const struct flow *g = &f->t->of->graph;
  f->at[f->top] = (struct known){.reached = true, .without = true};
  for (bool more = true; more;) {
    more = false;
    for (uint32_t k = 0; k < g->n_nodes; k++) {
      const struct node *n = &g->node[k];
      if (!f->at[k].reached) continue;
      const struct known out = behind(f->t, n, &f->at[k]);
      const uint32_t to[] = {n->next, n->other};
      for (uint32_t j = 0; j < (n->kind == NODE_BRANCH ? 2 : 1); j++) {
        struct known here = out;
        if (to[j] == f->top && out.with) begin_passage(&here);
        more |= reach(&f->at[to[j]], &here);
      }
    }
  }
}

/* --- the uses of tickets ------------------------------------------------------------------------------------------ */

static bool is_ticket(const struct finding *f, const struct value *v, const struct known *at)
{
  return v->n != 0 && term_of_value(&f->t->terms, v, at->slot).kind >= TERM_TICKET;
}

static bool check_taking(const struct finding *f, const struct node *n, const struct known *at)
{
  static const struct ticket_term none[MOST_SLOTS];
  if (n->access != RMR_FETCH_ADD || !term_is_line(term_of_value(&f->t->terms, &n->value, none), 0, 1))
    return refuse_node(f, n, "an access does not count them up by 1");
  if (at->with) return refuse_node(f, n, "a passage may take more than one");
  if (f->t->takes != NO_NODE) return refuse_node(f, n, "they are taken at more than one place of the text");
  f->t->takes = (uint32_t)(n - f->t->of->graph.node);
  return true;
}

static bool check_place(const struct finding *f, const struct node *n, const struct known *at)
{
  const struct ticket_term index = term_of_value(&f->t->terms, &n->index, at->slot);
  if (index.kind != TERM_TICKET || !index.reduced || index.fixed > 1)
    return refuse_node(f, n, "a place is not picked by one, or by the next one, modulo the number of places");
  f->t->to_next[n - f->t->of->graph.node] = index.fixed == 1;
  return true;
}

/* Whether the value, which the text with nodes is without (make_node), may have none, as a division by 0. A ticket
 * modulo the number of places has one. */
static bool drops_outcome(const struct finding *f, const struct node *n, const struct known *at)
{
  return term_of_value(&f->t->terms, &n->value, at->slot).kind == TERM_NONE && node_may_go_astray(n);
}

static bool check_node(const struct finding *f, const struct node *n, const struct known *at)
{
  const bool keeps = n->kind == NODE_SET && n->index.n == 0;
  const bool access = n->kind == NODE_ACCESS && rmr_kind_accesses(n->access),
             place = access && n->group == f->t->places;
  if ((!keeps && is_ticket(f, &n->value, at)) || is_ticket(f, &n->old, at) || is_ticket(f, &n->column, at) ||
      (!place && is_ticket(f, &n->index, at)) || (keeps && drops_outcome(f, n, at)))
    return refuse_node(f, n, "more is done with them than to pick a place");
  if (n->kind == NODE_ACCESS && (at->with == at->without || at->with != queue_is_section(n->section)))
    return refuse_node(f, n, "they are not taken where the doorway ends");
  if (access && n->group == f->t->counter) return check_taking(f, n, at);
  return !place || check_place(f, n, at);
}

/* A way to where passages begin ends one, if it has a ticket; else it is one of a loop in the doorway. */
static bool check_ends(const struct finding *f)
{
  const struct flow *g = &f->t->of->graph;
  for (uint32_t k = 0; k < g->n_nodes; k++) {
    const struct node *n = &g->node[k];
    const bool ends = n->next == f->top || (n->kind == NODE_BRANCH && n->other == f->top);
    const struct known out = behind(f->t, n, &f->at[k]);
    if (f->at[k].reached && ends && out.with && out.without)
      return refuse_node(f, n, "a passage may end here with one, and go on without one");
  }
  return f->t->takes != NO_NODE;
}

static bool check_all(const struct finding *f)
{
  const struct flow *g = &f->t->of->graph;
  for (uint32_t k = 0; k < g->n_nodes; k++)
    if (f->at[k].reached && !check_node(f, &g->node[k], &f->at[k])) return false;
  return check_ends(f);
}

/* --- the text with nodes ------------------------------------------------------------------------------------------ */

static struct value value_of(struct tickets *t, struct code code)
{
  struct code *room = pool_new(&t->pool, 1, sizeof *room);
  *room = code;
  return (struct value){room, 1};
}

static struct value slot_value(struct tickets *t, uint8_t slot)
{
  return value_of(t, (struct code){.kind = EXPR_LOCAL, .slot = slot});
}

static struct expr *leaf(struct tickets *t, enum expr_kind kind, int64_t number)
{
  struct expr *x = pool_new(&t->pool, 1, sizeof *x);
  x->kind = kind;
  x->number = number;
  return x;
}

static void make_groups(struct tickets *t)
{
  const struct expr *low = leaf(t, EXPR_NUMBER, 0), *high = leaf(t, EXPR_N, 0);
  t->tree = *t->of->tree;
  t->tree.group = pool_new(&t->pool, RMR_MAX_GROUPS, sizeof *t->tree.group);
  memcpy(t->tree.group, t->of->tree->group, t->tree.n_groups * sizeof *t->tree.group);
  struct group *counter = &t->tree.group[t->counter], *places = &t->tree.group[t->places];
  counter->type = (struct type){.kind = TYPE_RANGE, .low = low, .high = high};
  counter->initial = NULL;
  places->dimension[0].low = low;
  places->dimension[0].high = high;
  places->initial = leaf(t, EXPR_NUMBER, t->opens);
}

/* The access that takes a ticket becomes two. */
static void make_taking(struct tickets *t, struct flow *g, uint32_t second)
{
  struct node *n = &g->node[t->takes];
  g->node[second] = *n;
  g->node[second].access = RMR_SWAP;
  g->node[second].value = slot_value(t, t->next);
  g->node[second].slot = t->mine;
  n->access = RMR_WRITE;
  n->group = t->places;
  n->index = slot_value(t, t->next);
  n->value = value_of(t, (struct code){.kind = EXPR_NUMBER, .number = t->closed});
  n->slot = NO_SLOT;
  n->next = second;
  t->closes = t->takes;
  t->takes = second;
}

/* Values that were made of tickets are not needed any more. */
static void make_node(struct finding *f, struct node *n, const struct known *at, uint32_t end)
{
  struct tickets *t = f->t;
  const bool ends = behind(t, n, at).with;
  if (!at->reached) return;
  if (n->kind == NODE_SET && n->index.n == 0 && is_ticket(f, &n->value, at)) {
    n->kind = NODE_GO;
    n->value = (struct value){0};
    n->slot = NO_SLOT;
  }
  if (n->kind == NODE_ACCESS && rmr_kind_accesses(n->access) && n->group == t->places)
    n->index = slot_value(t, term_of_value(&t->terms, &n->index, at->slot).fixed == 1 ? t->next : t->mine);
  if (n->next == f->top && ends) n->next = end;
  if (n->kind == NODE_BRANCH && n->other == f->top && ends) n->other = end;
}

/* The node of a ticket whose passage is over is the next one that its process puts in; at first P_i has node i. */
static void make_graph(struct finding *f)
{
  struct tickets *t = f->t;
  struct flow *g = &t->machine->graph;
  const uint32_t n = g->n_nodes, end = n, first = n + 1, second = n + 2;
  struct node *node = pool_new(&t->pool, n + NEW_NODES, sizeof *node);
  memcpy(node, g->node, n * sizeof *node);
  g->node = node;
  t->mine = (uint8_t)g->n_slots++;
  t->next = (uint8_t)g->n_slots++;
  for (uint32_t k = 0; k < n; k++) make_node(f, &node[k], &f->at[k], end);
  node[end] = node[first] = (struct node){.kind = NODE_SET, .slot = t->next, .began = NO_SLOT, .round = NO_NODE};
  node[end].value = slot_value(t, t->mine);
  node[end].next = f->top;
  node[first].value = value_of(t, (struct code){.kind = EXPR_I});
  node[first].next = g->begin;
  g->begin = first;
  make_taking(t, g, second);
  g->n_nodes = n + NEW_NODES;
  find_live(g, 0);
}

static void make_text(struct finding *f)
{
  struct tickets *t = f->t;
  t->machine = mem_new(1, sizeof *t->machine);
  *t->machine = *t->of;
  make_groups(t);
  t->machine->tree = &t->tree;
  make_graph(f);
  for (uint32_t k = 0; k < t->of->graph.n_nodes; k++) t->has_none[k] = f->at[k].reached && !f->at[k].with;
  t->has_none[t->takes] = true;
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

struct tickets *tickets_find(const struct machine *machine, const void *parameters, struct error *e)
{
  struct tickets *t = mem_new(1, sizeof *t);
  *t = (struct tickets){.of = machine, .terms = {.tree = machine->tree, .parameters = parameters}, .takes = NO_NODE};
  struct finding f = {.t = t, .e = e, .top = top_of(&machine->graph)};
  const size_t n = machine->graph.n_nodes + NEW_NODES;
  t->to_next = mem_new(n, sizeof *t->to_next);
  t->has_none = mem_new(n, sizeof *t->has_none);
  f.at = mem_new(n, sizeof *f.at);
  bool ok = choose_groups(t) && check_groups(&f);
  if (ok) follow(&f);
  ok = ok && check_all(&f);
  if (ok) make_text(&f);
  free(f.at);
  if (ok) return t;
  tickets_free(t);
  return NULL;
}

void tickets_free(struct tickets *t)
{
  if (t == NULL) return;
  free(t->machine);
  free(t->to_next);
  free(t->has_none);
  pool_free(&t->pool);
  free(t);
}
