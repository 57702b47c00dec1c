/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/ascent_loops.h"

#include <stdlib.h>

#include "base/mem.h"

struct ascent_term ascent_value(const struct ascending *c, const struct node *n, const struct value *v)
{
  struct ascent_terms terms = c->terms;
  terms.slot = c->at[n - c->graph.flow->node].slot;
  return ascent_term_of_value(&terms, v);
}

/* --- the loops ---------------------------------------------------------------------------------------------------- */

static bool note_once(uint32_t *at, uint32_t k)
{
  const bool first = *at == NO_NODE;
  *at = k;
  return first;
}

/* Notes a node that changes the slot. False: the slot is not the level. */
static bool note_change(struct ascending *c, uint8_t slot, uint32_t k)
{
  const struct node *n = ascent_node(c, k);
  if (n->kind != NODE_SET || n->index.n != 0) return false;
  const struct ascent_term t = ascent_value(c, n, &n->value);
  if (node_counts(n, slot, EXPR_ADD)) {
    if (c->n_up == ASCENT_MOST_WAYS) return false;
    c->up[c->n_up++].more = k;
    return true;
  }
  if (node_counts(n, slot, EXPR_SUBTRACT)) return note_once(&c->down.more, k);
  return (t.kind == ASCENT_NUMBER && note_once(&c->bottom, k)) || (t.kind == ASCENT_TOP && note_once(&c->top, k));
}

/* A slot that is set to a number, counted up, set to the last level, and counted down: each in one place, but for
 * counting up. */
bool ascent_find_level(struct ascending *c)
{
  for (uint8_t slot = 0; slot < c->graph.flow->n_slots; slot++) {
    bool is_level = true;
    c->bottom = c->top = c->down.more = NO_NODE;
    c->n_up = 0;
    c->level = slot;
    for (uint32_t k = 0; k < c->graph.flow->n_nodes && is_level; k++)
      if (part_changes(ascent_node(c, k), slot)) is_level = note_change(c, slot, k);
    if (is_level && c->n_up != 0 && c->bottom != NO_NODE && c->top != NO_NODE && c->down.more != NO_NODE) return true;
  }
  return false;
}

/* The question behind the step to the next level: the loop goes on where it is answered so. */
static bool find_loop(struct ascending *c, struct ascent_loop *l, enum ascent_term_kind kind, int64_t plus)
{
  l->guard = part_skip(&c->graph, ascent_node(c, l->more)->next);
  const struct node *n = ascent_node(c, l->guard);
  const struct ascent_term asks = ascent_value(c, n, &n->value);
  if (n->kind != NODE_BRANCH || !ascent_term_is(asks, kind, plus) ||
      (kind == ASCENT_AT_MOST && asks.heap != c->terms.heap))
    return ascent_fails(c, "a loop is not known to go through levels from the first one to the last one, or back");
  l->body = part_skip(&c->graph, n->next);
  l->behind = part_skip(&c->graph, n->other);
  return true;
}

/* Whether the first level is one as the others are. */
static bool begins_so(const struct ascending *c, uint32_t set, const struct ascent_loop *l)
{
  const uint32_t begins = part_skip(&c->graph, ascent_node(c, set)->next);
  return begins == l->guard || begins == l->body;
}

static bool find_loops(struct ascending *c)
{
  const struct node *bottom = ascent_node(c, c->bottom), *top = ascent_node(c, c->top);
  bool begins = false, together = true;
  c->terms.first = ascent_value(c, bottom, &bottom->value).plus;
  c->terms.heap = ascent_value(c, top, &top->value).heap;
  for (uint32_t k = 0; k < c->graph.flow->n_nodes; k++)
    c->at[k].slot[c->level] = (struct ascent_term){.kind = ASCENT_LEVEL};
  if (ascent_value(c, top, &top->value).plus != c->terms.first - 1)
    return ascent_fails(c, "the way down does not begin with the last level of the way up");
  for (uint32_t k = 0; k < c->n_up; k++) {
    if (!find_loop(c, &c->up[k], ASCENT_AT_MOST, c->terms.first - 1)) return false;
    begins |= begins_so(c, c->bottom, &c->up[k]);
    together &= c->up[k].behind == c->up[0].behind;
  }
  if (!find_loop(c, &c->down, ASCENT_AT_LEAST, c->terms.first)) return false;
  if (!begins || !begins_so(c, c->top, &c->down))
    return ascent_fails(c, "the first level of a loop does not begin as the others do");
  return together || ascent_fails(c, "not all ways up lead to the same place");
}

bool ascent_changes_level(const struct ascending *c, uint32_t node)
{
  bool changes = node == c->down.more;
  for (uint32_t k = 0; k < c->n_up; k++) changes |= node == c->up[k].more;
  return changes;
}

/* --- the parts of a passage --------------------------------------------------------------------------------------- */

static bool is_guard(const struct ascending *c, uint32_t node)
{
  bool guard = node == c->down.guard;
  for (uint32_t k = 0; k < c->n_up; k++) guard |= node == c->up[k].guard;
  return guard;
}

/* All from here to there, which is in no other part. */
static bool mark(struct ascending *c, uint32_t from, struct stops to, uint8_t part)
{
  const uint32_t n = c->graph.flow->n_nodes;
  bool *reached = mem_new(n, sizeof *reached), apart = true;
  part_spread(&c->graph, from, to, reached);
  for (uint32_t k = 0; k < n; k++) {
    if (!reached[k]) continue;
    apart &= (c->part[k] == PART_NONE || c->part[k] == part) && !is_guard(c, k);
    c->part[k] = part;
  }
  free(reached);
  return apart;
}

static struct stops one_stop(uint32_t node)
{
  return (struct stops){{node, NO_NODE, NO_NODE}};
}

/* Nothing is taken along from one part to the next one but the level. */
static bool takes_nothing(const struct ascending *c, uint32_t node)
{
  return (ascent_node(c, node)->live & ~(UINT64_C(1) << c->level)) == 0;
}

/* Whether each way through a part has an access. */
static bool always_accesses(const struct ascending *c, uint32_t from, uint32_t to)
{
  bool *reached = mem_new(c->graph.flow->n_nodes, sizeof *reached);
  part_spread_locally(&c->graph, from, to, reached);
  const bool none = reached[to];
  free(reached);
  return !none;
}

/* A level on the way up, that begins so. */
static bool mark_up(struct ascending *c, const struct ascent_loop *l)
{
  struct stops more = {{NO_NODE, NO_NODE, NO_NODE}};
  for (uint32_t k = 0; k < c->n_up; k++) more.at[k] = c->up[k].more;
  return mark(c, l->body, more, PART_UP);
}

static bool accesses_on_way_up(const struct ascending *c, const struct ascent_loop *l)
{
  bool always = true;
  for (uint32_t k = 0; k < c->n_up; k++) always &= always_accesses(c, l->body, c->up[k].more);
  return always;
}

static bool split(struct ascending *c)
{
  const struct ascent_loop *down = &c->down;
  const uint32_t top = c->up[0].behind;
  bool apart = true, nothing = true, accesses = always_accesses(c, down->body, down->more);
  for (uint32_t k = 0; k < c->n_up; k++) {
    apart &= mark_up(c, &c->up[k]);
    nothing &= takes_nothing(c, c->up[k].body);
    accesses &= accesses_on_way_up(c, &c->up[k]);
  }
  apart &= mark(c, top, one_stop(c->top), PART_TOP) && mark(c, down->body, one_stop(down->more), PART_DOWN) &&
           mark(c, down->behind, one_stop(c->bottom), PART_OUTSIDE) &&
           mark(c, c->graph.flow->begin, one_stop(c->bottom), PART_OUTSIDE);
  if (!apart)
    return ascent_fails(c, "a level begins or ends in another way than behind the one before, or with the next one");
  nothing &= takes_nothing(c, top) && takes_nothing(c, down->body) && takes_nothing(c, down->behind) &&
             takes_nothing(c, c->graph.flow->begin);
  if (!nothing) return ascent_fails(c, "more than its number is taken along from one level to the next one");
  return accesses || ascent_fails(c, "a level may be passed without an access");
}

/* The first access of a level, for each way in which one begins. */
static bool find_starts(struct ascending *c)
{
  for (uint32_t k = 0; k < c->n_up; k++) {
    uint32_t known = 0;
    while (known < c->out->n_starts && c->out->start[known] != c->up[k].body) known++;
    if (known < c->out->n_starts) continue;
    c->out->start[c->out->n_starts++] = c->up[k].body;
    if (c->n_up > 1 && ascent_node(c, c->up[k].body)->kind != NODE_ACCESS)
      return ascent_fails(c, "of several ways in which a level begins, one is no access");
  }
  return c->out->n_starts == 1 || !c->terms.heap || ascent_fails(c, "the levels of a heap begin in several ways");
}

bool ascent_find_parts(struct ascending *c)
{
  return find_loops(c) && split(c) && find_starts(c);
}
