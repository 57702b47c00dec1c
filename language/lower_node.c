/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lower_node.c: makes nodes, each behind the last one, and places to which several ways lead. On the way it notes
 * whether an access has been made since the round of the innermost loop began: statically where all ways agree, and
 * else in a slot, so that the first read of a round is known (rounds.c).
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
    uint8_t *fresh = pool_new(l->pool, l->capacity, sizeof *fresh);
    if (g->n_nodes != 0) memcpy(more, g->node, g->n_nodes * sizeof *more);
    if (g->n_nodes != 0) memcpy(fresh, l->fresh_at, g->n_nodes * sizeof *fresh);
    g->node = more;
    l->fresh_at = fresh;
  }
  if (g->n_nodes == MOST_NODES) lower_stop(l, l->statement->at, "the text is too long, with its procedures");
  g->node[g->n_nodes] = (struct node){.kind = kind,
                                      .next = NO_NODE,
                                      .other = NO_NODE,
                                      .slot = NO_SLOT,
                                      .section = l->section,
                                      .round = NO_NODE,
                                      .began = NO_SLOT,
                                      .of = l->statement};
  return g->n_nodes++;
}

static enum fresh merged(enum fresh a, enum fresh b)
{
  return a == FRESH_UNKNOWN || a == b ? b : b == FRESH_UNKNOWN ? a : FRESH_PERHAPS;
}

static void leads_to(struct lowering *l, uint32_t node)
{
  l->fresh_at[node] = (uint8_t)merged((enum fresh)l->fresh_at[node], l->fresh);
}

void lower_place(struct lowering *l, uint32_t node)
{
  if (l->tail != NO_NODE) {
    leads_to(l, node);
    l->graph->node[l->tail].next = node;
  }
  l->fresh = (enum fresh)l->fresh_at[node];
  l->tail = node;
}

void lower_place_head(struct lowering *l, uint32_t node)
{
  lower_place(l, node);
  if (l->fresh == FRESH_YES) l->fresh = FRESH_PERHAPS;
}

void lower_set_number(struct lowering *l, uint8_t slot, int64_t number)
{
  struct making m = {.n = 0};
  make_number(l, &m, number);
  lower_set(l, slot, make_end(l, &m));
}

void lower_place_round(struct lowering *l, uint32_t node)
{
  lower_place(l, node);
  l->graph->node[node].first = l->graph->n_nodes;
  l->round = node;
  if (l->rounds == MOST_ROUNDS) { /* nobody nests so deep: it is a loop like any other */
    l->round = NO_NODE;
    return;
  }
  lower_set_number(l, (uint8_t)(l->began + l->rounds), 0);
  l->rounds++;
  l->fresh = FRESH_YES;
}

struct node *lower_emit(struct lowering *l, enum node_kind kind)
{
  const uint32_t node = new_node(l, kind);
  const enum fresh fresh = l->fresh;
  if (l->tail != NO_NODE) l->graph->node[l->tail].next = node;
  l->tail = node;
  l->fresh = fresh;
  return &l->graph->node[node];
}

uint32_t lower_new_target(struct lowering *l)
{
  return new_node(l, NODE_GO);
}

void lower_go(struct lowering *l, uint32_t to)
{
  if (l->tail != NO_NODE) {
    leads_to(l, to);
    l->graph->node[l->tail].next = to;
  }
  l->tail = NO_NODE;
}

void lower_set(struct lowering *l, uint8_t slot, struct value value)
{
  struct node *n = lower_emit(l, NODE_SET);
  n->slot = slot;
  n->value = value;
}

void lower_branch(struct lowering *l, struct value value, uint32_t yes, uint32_t no)
{
  struct node *n = lower_emit(l, NODE_BRANCH);
  n->value = value;
  n->next = yes;
  n->other = no;
  leads_to(l, yes);
  leads_to(l, no);
  l->tail = NO_NODE;
}

/* An access: the round has begun. */
struct node *lower_access(struct lowering *l, uint8_t access, const struct token *at)
{
  struct node *n = lower_emit(l, NODE_ACCESS);
  const uint32_t which = l->tail;
  n->access = access;
  n->at = at;
  if (access == RMR_READ && l->round != NO_NODE && l->fresh != FRESH_NO) {
    n->round = l->round;
    n->began = l->fresh == FRESH_YES ? NO_SLOT : (uint8_t)(l->began + l->rounds - 1);
  }
  for (uint32_t k = 0; k < l->rounds; k++) lower_set_number(l, (uint8_t)(l->began + k), 1);
  l->fresh = FRESH_NO;
  return &l->graph->node[which];
}

uint8_t lower_slot(struct lowering *l)
{
  if (l->n_slots == MOST_SLOTS) {
    lower_stop(l, l->statement->at, "too many values to keep at a time");
    return 0;
  }
  const uint8_t slot = (uint8_t)l->n_slots++;
  if (l->n_slots > l->graph->n_slots) l->graph->n_slots = l->n_slots;
  return slot;
}
