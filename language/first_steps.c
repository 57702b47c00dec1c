/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * first_steps.c: passages that would have no step in their entry. A loop of the entry may be empty, for process 1 or at
 * N = 1; a session may go in at once. The first access of such a passage would be one behind its entry, and nothing
 * would see the process enter. So the graph that steps follow has the local nodes behind the beginning of a passage
 * twice: as they were, for the accesses of the entry that lead to them; and for the ways from the beginning, where
 * NODE_LOST stands for all that is behind the entry. The graph of the text remains as it is, for what is read off it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "language/flow.h"

static bool is_access_behind(const struct node *n)
{
  return n->kind == NODE_ACCESS && n->section >= RMR_CS;
}

static enum flow_way local_up_to(const struct flow *g, uint32_t node, const void *self)
{
  const uint32_t *begin = self;
  return node == *begin ? FLOW_UP_TO : g->node[node].kind == NODE_ACCESS ? FLOW_BESIDE : FLOW_ON;
}

/* Whether one of the nodes behind it is marked, or is an access behind the entry, which is noted. */
static bool leads_there(const struct flow *g, uint32_t node, const bool *leads, uint32_t *access)
{
  uint32_t to[2];
  bool any = false;
  flow_to(&g->node[node], to);
  for (uint32_t k = 0; k < 2; k++) {
    if (to[k] == NO_NODE) continue;
    const bool behind = is_access_behind(&g->node[to[k]]);
    if (behind) *access = to[k];
    any |= behind || leads[to[k]];
  }
  return any;
}

/* Marks the local nodes behind the beginning of a passage, itself included, that lead behind its entry without an
 * access. Returns an access there; NO_NODE: there is none. */
static uint32_t find_leads(const struct flow *g, uint32_t begin, bool *leads)
{
  bool *seen = mem_new(g->n_nodes, sizeof *seen);
  const uint32_t nowhere = NO_NODE;
  uint32_t access = NO_NODE;
  seen[begin] = g->node[begin].kind != NODE_ACCESS;
  if (seen[begin]) flow_spread(g, begin, local_up_to, &nowhere, seen);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < g->n_nodes; k++) {
      if (!seen[k] || leads[k] || !leads_there(g, k, leads, &access)) continue;
      leads[k] = changed = true;
    }
  }
  free(seen);
  return access;
}

/* A process that recovers may go on behind its entry: it has made a step of it before its crash. */
static bool recovers(const struct flow *g)
{
  bool any = false;
  for (uint32_t k = 0; k < g->n_nodes; k++) any |= g->node[k].kind == NODE_ACCESS && g->node[k].section == RMR_RECOVER;
  return any;
}

/* Marks what ends a passage: accesses behind the entry, and the local nodes from there, and from the beginning of the
 * process, to the beginning of a passage. */
static void find_ends(const struct flow *g, uint32_t begin, bool *ends)
{
  for (uint32_t k = 0; k < g->n_nodes; k++) {
    if (!is_access_behind(&g->node[k])) continue;
    ends[k] = true;
    flow_spread(g, k, local_up_to, &begin, ends);
  }
  ends[g->begin] = true;
  if (g->begin != begin) flow_spread(g, g->begin, local_up_to, &begin, ends);
  ends[begin] = false;
}

static void turn(uint32_t *to, uint32_t from, uint32_t by)
{
  if (*to == from) *to = by;
}

/* leads: of g. access: one behind the entry. */
static void copy_ways(const struct flow *g, struct pool *pool, uint32_t begin, const bool *leads, uint32_t access,
                      struct flow *out)
{
  const uint32_t before = g->n_nodes, lost = before;
  uint32_t *copy = mem_new(before, sizeof *copy), n = before + 1;
  bool *ends = mem_new(before, sizeof *ends);
  for (uint32_t k = 0; k < before; k++) copy[k] = is_access_behind(&g->node[k]) ? lost : leads[k] ? n++ : k;
  find_ends(g, begin, ends);
  out->node = pool_new(pool, n, sizeof *out->node);
  out->n_nodes = n;
  memcpy(out->node, g->node, before * sizeof *out->node);
  out->node[lost] = (struct node){
    .kind = NODE_LOST, .next = access, .other = NO_NODE, .slot = NO_SLOT, .round = NO_NODE, .of = g->node[begin].of};
  for (uint32_t k = 0; k < before; k++) {
    struct node *was = &out->node[k];
    if (leads[k]) {
      struct node *first = &out->node[copy[k]];
      *first = g->node[k];
      first->next = copy[first->next];
      if (first->kind == NODE_BRANCH) first->other = copy[first->other];
    }
    if (ends[k]) turn(&was->next, begin, copy[begin]);
    if (ends[k] && was->kind == NODE_BRANCH) turn(&was->other, begin, copy[begin]);
  }
  turn(&out->begin, begin, copy[begin]);
  free(copy);
  free(ends);
}

void find_first_steps(const struct flow *g, struct pool *pool, struct flow *out)
{
  bool *leads = mem_new(g->n_nodes, sizeof *leads);
  uint32_t begin = g->top;
  while (g->node[begin].kind == NODE_GO) begin = g->node[begin].next;
  const uint32_t access = find_leads(g, begin, leads);
  *out = *g;
  if (access != NO_NODE && !recovers(g)) copy_ways(g, pool, begin, leads, access, out);
  free(leads);
}
