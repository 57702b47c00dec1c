/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/tidy.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* --- the critical section ----------------------------------------------------------------------------------------- */

static enum flow_way local_or_top(const struct flow *g, uint32_t node, const void *self)
{
  (void)self;
  return node == g->top ? FLOW_UP_TO : g->node[node].kind == NODE_ACCESS ? FLOW_BESIDE : FLOW_ON;
}

/* Marks the local nodes that are reached from `from` before an access or the end of the passage. Returns whether the
 * end is. */
static bool local_nodes(const struct flow *g, uint32_t from, bool *seen)
{
  seen[from] = true;
  flow_spread(g, from, local_or_top, NULL, seen);
  const bool ends = seen[g->top];
  seen[g->top] = false;
  return ends;
}

/* The local nodes behind the section are there twice: once as they were, for the accesses of the exit that lead to
 * them, and once with the section's own step where they end the passage. */
void tidy_critical(struct flow *g, struct pool *pool, uint32_t critical)
{
  const uint32_t before = g->n_nodes;
  bool *seen = mem_new(before, sizeof *seen);
  if (local_nodes(g, critical, seen)) {
    uint32_t *copy = mem_new(before, sizeof *copy), n = before + 1;
    for (uint32_t k = 0; k < before; k++) copy[k] = seen[k] ? n++ : k;
    struct node *node = pool_new(pool, n, sizeof *node);
    memcpy(node, g->node, before * sizeof *node);
    const uint32_t step = before; /* the section */
    node[step] = node[critical];
    node[step].kind = NODE_ACCESS;
    node[step].access = RMR_LOCAL;
    node[step].next = g->top;
    for (uint32_t k = 0; k < before; k++) {
      if (!seen[k]) continue;
      struct node *c = &node[copy[k]];
      *c = g->node[k];
      if (c->next != NO_NODE) c->next = c->next == g->top ? step : copy[c->next];
      if (c->kind == NODE_BRANCH) c->other = c->other == g->top ? step : copy[c->other];
    }
    node[critical].next = copy[critical];
    node[copy[critical]].next = g->node[critical].next == g->top ? step : copy[g->node[critical].next];
    g->node = node;
    g->n_nodes = n;
    free(copy);
  }
  free(seen);
}

/* --- passages ----------------------------------------------------------------------------------------------------- */

/* A way from the entry, which ends at the critical section, or one from behind the entry. */
struct passing {
  const struct flow *graph;
  uint32_t critical;
  bool entry, recovers; /* recovers: it is from an access of Recover */
};

/* Whether a passage may not go there: from its entry to its exit or its end, or from behind its entry back to it. From
 * Recover it may go on in the exit, where the process may have crashed. */
static bool leads_astray(const struct passing *p, uint32_t to)
{
  const struct node *n = &p->graph->node[to];
  if (n->kind != NODE_ACCESS) return p->entry && to == p->graph->top;
  return p->entry ? n->section >= RMR_CS && !p->recovers : n->section < RMR_CS;
}

/* Adds the nodes behind a node, but no access, and neither the critical section nor the end of the passage; false: it
 * may not go to one of them. */
static bool open_behind(const struct passing *p, uint32_t node, bool *seen, uint32_t *open, uint32_t *n)
{
  const struct flow *g = p->graph;
  uint32_t to[2];
  flow_to(&g->node[node], to);
  for (uint32_t k = 0; k < 2; k++) {
    if (to[k] == NO_NODE) continue;
    if (leads_astray(p, to[k])) return false;
    if (to[k] == g->top || to[k] == p->critical || seen[to[k]] || g->node[to[k]].kind == NODE_ACCESS) continue;
    seen[to[k]] = true;
    open[(*n)++] = to[k];
  }
  return true;
}

/* The last node of a way on which the passage goes astray before its next access; or NO_NODE. */
static uint32_t find_astray(const struct passing *p, uint32_t from, bool *seen, uint32_t *open)
{
  uint32_t n = 1;
  open[0] = from;
  while (n > 0) {
    const uint32_t at = open[--n];
    if (!open_behind(p, at, seen, open, &n)) return at;
  }
  return NO_NODE;
}

bool tidy_passages(const struct flow *g, uint32_t critical, bool sessions, const struct text_source *source,
                   struct error *e)
{
  bool *seen = mem_new((size_t)3 * g->n_nodes, sizeof *seen), well = true; /* for each kind of way */
  uint32_t *open = mem_new(g->n_nodes + 1, sizeof *open), entries = 0;
  for (uint32_t k = 0; k < g->n_nodes && well; k++) {
    const bool access = g->node[k].kind == NODE_ACCESS, entry = access && g->node[k].section < RMR_CS;
    entries += entry;
    if (!access && k != g->top && k != critical) continue;
    const bool before = entry || k == g->top;
    if (!before && !sessions) continue;
    const struct passing passing = {g, critical, before, access && g->node[k].section == RMR_RECOVER};
    const size_t kind = passing.recovers ? 2 : before ? 0 : 1;
    const uint32_t at = find_astray(&passing, k, seen + kind * g->n_nodes, open);
    if (at == NO_NODE) continue;
    well =
      refuse(source, g->node[before && g->node[at].kind != NODE_GO ? at : k].of->at, e, "%s",
             before ? "the passage may leave its entry here without a critical section"
                    : "this may lead back to the entry, in the same session: a passage ends with the text, or with a "
                      "`repeat` around all of it");
  }
  free(seen);
  free(open);
  if (well && entries == 0)
    return refuse(source, g->node[g->top].of->at, e, "the entry has no step; `skip` is a step without an access");
  return well;
}

/* --- nodes that do nothing ---------------------------------------------------------------------------------------- */

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
    if (g->node[k].kind == NODE_BRANCH) g->node[k].other = behind_chain(g, g->node[k].other);
  }
  g->begin = behind_chain(g, g->begin);
}

static void make_go(struct node *n)
{
  n->kind = NODE_GO;
  n->slot = NO_SLOT;
  n->value = n->index = (struct value){0};
}

static uint64_t live_at(const struct flow *g, uint32_t node)
{
  return node != NO_NODE ? g->node[node].live : 0;
}

/* Sets of slots that nobody reads. An index that leaves its array is found all the same, a part that its record has no
 * room for, and a division by 0. */
static bool drop_sets(struct flow *g)
{
  bool any = false;
  for (uint32_t k = 0; k < g->n_nodes; k++) {
    struct node *n = &g->node[k];
    if (n->kind != NODE_SET || n->index.n != 0 || (live_at(g, n->next) >> n->slot & 1) != 0) continue;
    if (node_may_go_astray(n)) continue;
    make_go(n);
    any = true;
  }
  return any;
}

/* A reply that is only moved from one slot to another goes to the other at once. */
static bool move_replies(struct flow *g)
{
  bool any = false;
  for (uint32_t k = 0; k < g->n_nodes; k++) {
    struct node *n = &g->node[k];
    if (n->kind != NODE_ACCESS || n->slot == NO_SLOT || n->next == NO_NODE) continue;
    if ((live_at(g, n->next) >> n->slot & 1) == 0) {
      n->slot = NO_SLOT;
      any = true;
      continue;
    }
    const struct node *set = &g->node[n->next];
    if (set->kind != NODE_SET || set->index.n != 0 || set->value.n != 1 || set->value.code->kind != EXPR_LOCAL ||
        set->value.code->slot != n->slot || set->slot == n->slot || (live_at(g, set->next) >> n->slot & 1) != 0)
      continue;
    n->slot = set->slot;
    n->next = set->next;
    any = true;
  }
  return any;
}

void tidy(struct flow *g, struct pool *pool, uint64_t always)
{
  find_live(g, always);
  find_rounds(g); /* heads of loops are nodes that only lead on: before these are left out */
  for (bool changed = true; changed;) {
    shorten(g);
    find_live(g, always);
    changed = drop_sets(g);
    if (move_replies(g)) changed = true;
  }
  find_trims(g, pool, always);
}

/* --- loops that do nothing ---------------------------------------------------------------------------------------- */

static enum flow_way changes_nothing(const struct flow *g, uint32_t node, const void *self)
{
  (void)self;
  return g->node[node].kind == NODE_BRANCH || g->node[node].kind == NODE_GO ? FLOW_ON : FLOW_BESIDE;
}

/* Whether local nodes that change nothing lead from a branch back to it. */
static bool is_idle(const struct flow *g, uint32_t branch)
{
  return flow_leads(g, branch, branch, changes_nothing, NULL);
}

bool tidy_check(const struct flow *g, const struct text_source *source, struct error *e)
{
  for (uint32_t k = 0; k < g->n_nodes; k++) {
    const struct node *n = &g->node[k];
    const bool ring = n->next != NO_NODE && g->node[n->next].kind == NODE_GO; /* shorten has left a ring of them */
    if (n->of == NULL || n->kind == NODE_GO) continue;
    if (ring || (n->kind == NODE_BRANCH && is_idle(g, k)))
      return refuse(source, n->of->at, e, "a loop that makes no access and changes nothing");
  }
  return true;
}
